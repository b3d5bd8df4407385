import assert from "node:assert/strict";
import { test } from "node:test";
import { singleton } from "../../../assets/base/singleton.js";

test("there is at most one component, where it was mounted last", () => {
  const messages = [];
  const { mount, unmount } = singleton(({ parentElement, data }) => ({
    parent: parentElement,
    update: (component) => messages.push(`${data} hears ${component.data}`),
    close: () => messages.push(`${data} ends`),
  }));
  const place = (name) => /** @type {any} */ ({ name }), first = place("here"), second = place("there");
  const component = (parentElement, data) => /** @type {any} */ ({ parentElement, data });
  mount(component(first, "a"));
  mount(component(first, "b"));
  mount(component(second, "c"));
  unmount(first);
  mount(component(second, "d"));
  unmount(second);
  unmount(second);
  assert.deepEqual(messages, ["a hears a", "a hears b", "a ends", "c hears c", "c hears d", "c ends"]);
});
