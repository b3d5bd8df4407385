// Runs the site's engine in Node: node engine.mjs <folder of the site> <folder for its files> <questions.json>
// The last line of its output is a JSON list of answers, with bytes in base64. A question is a path and a query,
// or Python code whose value is the answer, or the path of an archive to unpack beside the course.

import { copyFileSync, globSync, readFileSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { pathToFileURL } from "node:url";
import { gunzipSync } from "node:zlib";

const [site, folder, questions] = process.argv.slice(2);
for (const path of globSync(join(site, "engine/*/*"))) {
  const packed = path.endsWith(".packed"), to = join(folder, basename(path, ".packed"));
  if (packed) writeFileSync(to, gunzipSync(readFileSync(path))); else copyFileSync(path, to);
}
const visit = JSON.parse(readFileSync(join(site, "index.html"), "utf8").match(/id="visit">(.*?)<\/script>/)[1]);
const { loadPyodide } = await import(pathToFileURL(join(folder, "pyodide.mjs")).href);
const python = await loadPyodide({ args: ["-OO"], indexURL: `${folder}/`, lockFileContents: { info: visit.engine.lock, packages: {} }, checkIntegrity: false });
for (const name of ["numpy.zip", "course.zip"])
  python.unpackArchive(new Uint8Array(readFileSync(join(folder, name))), "zip", { extractDir: "/course" });
python.runPython("import sys; sys.path.insert(0, '/course')");
const engine = python.pyimport("features.site.engine");
engine.start();
engine.warm(0);
const answers = JSON.parse(readFileSync(questions, "utf8")).map(({ path, query, python: text, archive }) => {
  if (archive) { python.unpackArchive(new Uint8Array(readFileSync(archive)), "zip", { extractDir: "/course" }); return true; }
  if (text) return python.runPython(text);
  const [status, kind, body] = engine.answer(path, query, () => {}).toJs();
  if (kind === "events") return { status, kind, body: engine.next_event(body) };
  return { status, kind, body: kind === "bytes" ? Buffer.from(body).toString("base64") : body };
});
console.log(JSON.stringify(answers));
