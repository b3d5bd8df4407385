// Write answers in the formats that features/assignments/answer.py reads, and compute seeds as
// features/assignments/codes.py does. tests/features/assignments/test_scripts.py compares the two implementations.

import { sha256 } from "../../assets/base/sha256.js";

const VERSION = 1, CHECKSUM_LENGTH = 10;
const HEAD = "Kernel methods, live: an answer, version";
export const MAX_CODE = 64, MAX_WORDS = 1000;

/** @typedef {{ scene: string, words: string }} Entry */
/** @typedef {{ key: string, code: string, entries: Entry[] }} Answer */

const SPACES = /(?:(?!\ufeff)\s)+/gu;  // \s without the byte order mark, which is not a space in Python

/** Write a text on one line: each run of white space becomes one space, and none is left at the ends. @param {string} text */
export const oneLine = (text) => replaceSurrogates(text).replace(SPACES, " ").replace(/^ | $/g, "");

/** Replace lone surrogates, which can't be encoded in UTF-8. @param {string} text */
const replaceSurrogates = (text) => text.replace(/[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g, "\ufffd");

/** Normalise a code for comparison. @param {string} code */
export const normalise = (code) => [...oneLine(oneLine(code).normalize("NFKC").toLowerCase())].slice(0, MAX_CODE).join("");

/** Return the seed of a student's scenes in the assignment with this key. @param {string} key @param {string} code */
export const seed = (key, code) => parseInt(sha256(`${key}\n${normalise(code)}`).slice(0, 8), 16) >>> 1;

/** Return the parts of an answer as an array, from which the checksum and the packed word are computed. @param {Answer} answer */
const row = ({ key, code, entries }) => [VERSION, key, code, entries.map(({ scene, words }) => [scene, words])];

/** Return the checksum of an answer, as features/assignments/answer.py computes it. @param {Answer} answer */
export const checksum = (answer) => sha256(JSON.stringify(row(answer))).slice(0, CHECKSUM_LENGTH);

/** Pack an answer into a word of a link. @param {Answer} answer */
export async function packWord(answer) {
  const plainBlob = new Blob([JSON.stringify([...row(answer), checksum(answer)])]);
  const packedBytes = await new Response(plainBlob.stream().pipeThrough(new CompressionStream("deflate"))).arrayBuffer();
  const letters = btoa(String.fromCharCode(...new Uint8Array(packedBytes)));
  return `z.${letters.replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "")}`;
}

/** Write an answer as the text of a file. @param {Answer} answer */
export function fileText(answer) {
  const lines = answer.entries.flatMap(({ scene, words }, k) => [`scene ${k + 1}: ${scene}`, `words ${k + 1}: ${words}`]);
  return [`${HEAD} ${VERSION}`, `assignment: ${answer.key}`, `code: ${answer.code}`, ...lines, `checksum: ${checksum(answer)}`, ""].join("\n");
}
