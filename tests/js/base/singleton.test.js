import assert from "node:assert/strict";
import { test } from "node:test";
import { singleton } from "../../../assets/base/singleton.js";

test("there is one at most, where it was mounted last", () => {
  const said = [];
  const { mount, unmount } = singleton(({ parentElement, data }) => ({
    parent: parentElement,
    update: (component) => said.push(`${data} hears ${component.data}`),
    close: () => said.push(`${data} ends`),
  }));
  const place = (name) => /** @type {any} */ ({ name }), here = place("here"), there = place("there");
  const component = (parentElement, data) => /** @type {any} */ ({ parentElement, data });
  mount(component(here, "a"));
  mount(component(here, "b"));
  mount(component(there, "c"));
  unmount(here);
  mount(component(there, "d"));
  unmount(there);
  unmount(there);
  assert.deepEqual(said, ["a hears a", "a hears b", "a ends", "c hears c", "c hears d", "c ends"]);
});
