// Hand in: one answer as a link, as a file and as QR.

import { copyText, element } from "../../assets/base/dom.js";
import { qrCode } from "../../assets/furniture/qr-code.js";
import { fileText, word } from "./answer.js";

export class HandIn {
  constructor() {
    this.lacks = element("p", { className: "kl-task-lacks" });
    this.link = element("input", { type: "text", readOnly: true, className: "kl-task-link" });
    this.link.setAttribute("aria-label", "Your answer as a link");
    this.link.addEventListener("focus", () => this.link.select());
    this.copied = element("span", { className: "kl-faint" });
    this.copied.setAttribute("role", "status");
    this.qr = element("div", { className: "kl-task-qr" });
    this.file = element("a", { className: "kl-task-button", textContent: "Save as a file" });
    const button = (textContent, act) => {
      const node = element("button", { type: "button", textContent, className: "kl-task-button" });
      node.addEventListener("click", act);
      return node;
    };
    const shut = button("Close", () => this.dialog.close());
    this.dialog = element("dialog", { className: "kl-task-dialog" },
      element("h2", { textContent: "Hand in" }),
      element("p", { textContent: "Upload the file where your course collects homework, or paste the link there. Either is your whole answer; nothing is stored here." }),
      this.lacks, this.link,
      element("div", { className: "kl-task-row" }, button("Copy the link", () => this.copy()), this.file, button("Show as QR", () => this.showQr()), this.copied),
      this.qr, shut);
    this.dialog.setAttribute("aria-label", "Hand in");
  }

  /** @param {import("./answer.js").Answer} answer @param {{ name: string, base: string }} place @param {string} lacks */
  async open(answer, { name, base }, lacks) {
    const address = new URL(base, document.baseURI);
    address.search = `?task=${encodeURIComponent(name)}&answer=${await word(answer)}`;
    this.link.value = address.href;
    this.lacks.textContent = lacks;
    this.lacks.hidden = !lacks;
    this.copied.textContent = "";
    this.qr.replaceChildren();
    if (this.file.href) URL.revokeObjectURL(this.file.href);
    this.file.href = URL.createObjectURL(new Blob([fileText(answer)], { type: "text/plain" }));
    this.file.download = `answer-${answer.code.replace(/[^\p{L}\p{N}-]+/gu, "-")}.txt`;
    this.dialog.showModal();
  }

  async copy() {
    const done = await copyText(this.link.value, () => this.link.select());
    this.copied.textContent = done ? "Copied." : "The link is selected: copy it with your keyboard.";
  }

  async showQr() {
    const link = this.link.value, say = (textContent) => this.qr.replaceChildren(element("p", { textContent }));
    say("One moment …");
    try {
      const code = await qrCode(link, "Your answer as a QR code");
      if (link === this.link.value) this.qr.replaceChildren(code);
    } catch (error) { say(`${/** @type {Error} */ (error).message} Take the link or the file.`); }
  }
}
