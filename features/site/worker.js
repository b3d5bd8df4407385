// The engine: Python in the browser, with the course's sources. It answers requests, runs pages and makes downloads. The
// page sends the engine's files once, and after that one request at a time, see engine.js. Nothing is sent to a server.

const LOCAL_FILE = 0x04034b50;    // the signature before each file of a zip

/** @type {any} features/site/engine.py */
let python;

/** @type {Map<string, ArrayBuffer | Uint8Array<ArrayBuffer>>} */
const files = new Map();          // the files that were sent, by name
const streams = new Map();        // event streams, by the id of their request

// Pyodide fetches its files by address. The page has sent them already, so `fetch` returns what was sent.
const ask = globalThis.fetch;
globalThis.fetch = (/** @type {RequestInfo | URL} */ address, /** @type {RequestInit | undefined} */ options) => {
  const name = String(address instanceof Request ? address.url : address).split("/").at(-1) ?? "", content = files.get(name);
  if (!content) return ask(address, options);
  const type = name.endsWith(".wasm") ? "application/wasm" : "application/octet-stream";
  return Promise.resolve(new Response(content, { headers: { "Content-Type": type } }));
};

/**
 * The files of the engine, see engine.js. `module`: Python, compiled by the other worker; `wasm`: its address.
 * @typedef {{ address: string, scripts: Record<string, string>, parts: Record<string, ArrayBuffer>, module?: WebAssembly.Module, wasm?: string, lock: object }} Start
 */

// Return the interpreter: the one that the other worker compiled; one from the service worker, whose machine code
// the browser caches; or one compiled from its bytes.
/** @param {Pick<Start, "module" | "wasm" | "parts">} start @returns {Promise<WebAssembly.Module>} */
async function compileInterpreter({ module, wasm, parts }) {
  if (module) return module;
  if (!wasm) return WebAssembly.compile(parts["pyodide.asm.wasm"]);
  try {
    return await WebAssembly.compileStreaming(ask(wasm));
  } catch {
    const { body } = await ask(`${wasm}.packed`);
    if (!body) throw new Error(wasm);
    return WebAssembly.compile(await new Response(body.pipeThrough(new DecompressionStream("gzip"))).arrayBuffer());
  }
}

/** @param {Start} files */
async function start({ address, scripts, parts, module: compiledModule, wasm, lock }) {
  for (const [name, bytes] of Object.entries(parts)) files.set(name, bytes);
  const modulePromise = compileInterpreter({ module: compiledModule, wasm, parts });
  const [{ loadPyodide }, { default: createPyodideModule }] = await Promise.all([import(scripts["pyodide.mjs"]), import(scripts["pyodide.asm.mjs"])]);
  const module = await modulePromise;
  files.set("pyodide.asm.wasm", new Uint8Array());
  WebAssembly.instantiateStreaming = async (_, imports) => ({ module, instance: /** @type {any} */ (await WebAssembly.instantiate(module, imports)) });
  const pyodide = await loadPyodide({
    args: ["-OO"],                   // the option with which the bytecode was compiled, see features/site/bytecode.py
    indexURL: address,
    createPyodideModule,
    lockFileContents: { info: lock, packages: {} },
    env: { OPENBLAS_NUM_THREADS: "1", HOME: "/home/pyodide" },
    checkIntegrity: false,
  });
  for (const name of ["numpy.zip", "course.zip"]) unpack(pyodide.FS, new Uint8Array(parts[name]));
  pyodide.runPython("import sys; sys.path.insert(0, '/course')");
  python = pyodide.pyimport("features.site.engine");
  python.start();
  files.clear();
  return module;
}

/**
 * Write the files of an uncompressed zip to disk; Python's zipfile takes several times as long.
 * @param {any} disk Pyodide's file system @param {Uint8Array} zip
 */
function unpack(disk, zip) {
  const numbers = new DataView(zip.buffer), text = new TextDecoder(), folders = new Set();
  for (let at = 0; numbers.getUint32(at, true) === LOCAL_FILE;) {
    const name = at + 30 + numbers.getUint16(at + 26, true), start = name + numbers.getUint16(at + 28, true);
    const path = `/course/${text.decode(zip.subarray(at + 30, name))}`, folder = path.slice(0, path.lastIndexOf("/"));
    if (!folders.has(folder)) disk.mkdirTree(folder);
    folders.add(folder);
    at = start + numbers.getUint32(at + 18, true);
    disk.writeFile(path, zip.subarray(start, at), { canOwn: true });
  }
}

/** @param {any} proxy of a Python value */
const plainValue = (proxy) => {
  const value = proxy.toJs({ create_pyproxies: false, dict_converter: Object.fromEntries });
  proxy.destroy();
  return value;
};

/** @param {number} done @param {number} of */
function reportProgress(done, of) { postMessage({ progress: { done, of } }); }

/** Answer one request. `kind`: "ask" for an address, "page" for a run of a page, "file" for a download. @param {{ id: number, kind: string, [name: string]: any }} question */
function answer({ id, kind, ...request }) {
  if (kind === "page") return plainValue(python.page(JSON.stringify(request.event)));
  if (kind === "file") return plainValue(python.file(request.name, JSON.stringify(request.event)));
  const [status, type, body] = plainValue(python.answer(request.path, request.query, reportProgress));
  if (type === "events") streams.set(id, body);
  return { status, type, body };
}

/** Run requests like those of a drag, so that their code gets compiled; other requests are answered first. @param {number} requests Number of these requests. */
async function warm(requests) {
  const nextTask = () => new Promise((resolve) => setTimeout(resolve));
  python.warm(0);
  await nextTask();
  python.read_pages();
  for (let k = 1; k < requests; k++) {
    await nextTask();
    python.warm(k);
  }
}

/** @param {number} id */
async function stream(id) {
  while (streams.has(id)) {
    const event = python.next_event(streams.get(id));
    if (event === undefined || event === null) break;
    postMessage({ id, event });
    await new Promise((resolve) => setTimeout(resolve));     // lets the worker receive a message that stops the stream
  }
  streams.delete(id);
  postMessage({ id, ended: true });
}

onmessage = async ({ data }) => {
  const { id, kind } = data;
  try {
    if (kind === "stop") { streams.delete(data.stream); return; }
    if (kind === "start") {
      postMessage({ id, result: await start(data) });
      await warm(data.requests);
      return;
    }
    const result = answer(data);
    postMessage({ id, result }, { transfer: result.body?.buffer instanceof ArrayBuffer ? [result.body.buffer] : [] });
    if (streams.has(id)) stream(id);
  } catch (error) {
    postMessage({ id, fault: String(error instanceof Error ? error.message : error) });
  }
};
