// The message shown while a page has no web socket, and its link.

import assert from "node:assert/strict";
import { test } from "node:test";
import { onSite, sentence } from "../../../assets/furniture/connection.js";

test("each message describes what is missing and what works", () => {
  const all = [true, false].flatMap((picture) => [true, false].map((answers) => sentence(picture, answers)));
  assert.equal(new Set(all).size, 4);
  for (const blocked of [sentence(true, true), sentence(false, true)]) assert.match(blocked, /web socket/);
  for (const gone of [sentence(true, false), sentence(false, false)]) assert.match(gone, /server does not answer/);
  for (const plays of [sentence(true, true), sentence(true, false)]) assert.match(plays, /still work/);
});

test("the link leads to the same page and scene of the course's site", () => {
  const at = (path) => new URL(path, "https://kernels.example.edu");
  assert.equal(onSite("https://a.edu/k", "/", at("/svm?tau=0.5")), "https://a.edu/k/svm/?tau=0.5");
  assert.equal(onSite("https://a.edu/k/", "/kernels/", at("/kernels/svm/")), "https://a.edu/k/svm/");
  assert.equal(onSite("https://a.edu/k/", "/kernels/", at("/kernels/?seed=1")), "https://a.edu/k/?seed=1");
});
