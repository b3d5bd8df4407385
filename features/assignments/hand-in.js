// The dialog "Hand in": an answer as a link, a file and a QR code.

import { copyText, element } from "../../assets/base/dom.js";
import { qrCode } from "../../assets/furniture/qr-code.js";
import { fileText, packWord } from "./answer.js";

export class HandIn {
  constructor() {
    this.warning = element("p", { className: "kl-task-warning" });
    this.link = element("input", { type: "text", readOnly: true, className: "kl-task-link" });
    this.link.setAttribute("aria-label", "Your answer as a link");
    this.link.addEventListener("focus", () => this.link.select());
    this.copyStatus = element("span", { className: "kl-fine-print" });
    this.copyStatus.setAttribute("role", "status");
    this.qr = element("div", { className: "kl-task-qr" });
    this.file = element("a", { className: "kl-task-button", textContent: "Save as a file" });
    const button = (/** @type {string} */ textContent, /** @type {() => void} */ act) => {
      const node = element("button", { type: "button", textContent, className: "kl-task-button" });
      node.addEventListener("click", act);
      return node;
    };
    const closeButton = button("Close", () => this.dialog.close());
    this.dialog = element("dialog", { className: "kl-task-dialog" },
      element("h2", { textContent: "Hand in" }),
      element("p", { textContent: "Upload the file where your course collects homework, or paste the link there. Each contains your whole answer. The server stores nothing." }),
      this.warning, this.link,
      element("div", { className: "kl-task-row" }, button("Copy the link", () => this.copy()), this.file, button("Show as QR", () => this.showQr()), this.copyStatus),
      this.qr, closeButton);
    this.dialog.setAttribute("aria-label", "Hand in");
  }

  /** @param {import("./answer.js").Answer} answer @param {{ name: string, base: string }} place @param {string} warning */
  async open(answer, { name, base }, warning) {
    const address = new URL(base, document.baseURI);
    address.search = `?task=${encodeURIComponent(name)}&answer=${await packWord(answer)}`;
    this.link.value = address.href;
    this.warning.textContent = warning;
    this.warning.hidden = !warning;
    this.copyStatus.textContent = "";
    this.qr.replaceChildren();
    if (this.file.href) URL.revokeObjectURL(this.file.href);
    this.file.href = URL.createObjectURL(new Blob([fileText(answer)], { type: "text/plain" }));
    this.file.download = `answer-${answer.code.replace(/[^\p{L}\p{N}-]+/gu, "-")}.txt`;
    this.dialog.showModal();
  }

  async copy() {
    const isCopied = await copyText(this.link.value, () => this.link.select());
    this.copyStatus.textContent = isCopied ? "Copied." : "The link is selected: copy it with your keyboard.";
  }

  async showQr() {
    const link = this.link.value, showText = (/** @type {string} */ textContent) => this.qr.replaceChildren(element("p", { textContent }));
    showText("Drawing the QR code …");
    try {
      const code = await qrCode(link, "Your answer as a QR code");
      if (link === this.link.value) this.qr.replaceChildren(code);
    } catch (error) { showText(`${/** @type {Error} */ (error).message} Use the link or the file.`); }
  }
}
