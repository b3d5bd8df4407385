// The dialog "Hand in": an answer as a link, a file and a QR code. If another feature collects answers (collection.js),
// a button hands the answer in to the course.

import { copyText, element } from "../../assets/base/dom.js";
import { RequestRefused } from "../../assets/base/requests.js";
import { qrCode } from "../../assets/furniture/qr-code.js";
import { fileText, packWord } from "./answer.js";

export class HandIn {
  word = "";
  /** @type {import("./collection.js").Collection | null} */ collection = null;

  /** @param {(status: import("./collection.js").Status) => void} showStatus */
  constructor(showStatus) {
    this.showStatus = showStatus;
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
    this.collectButton = button("Hand in to the course", () => this.collect());
    this.collectButton.classList.add("kl-task-primary");
    this.receipt = element("div", { className: "kl-task-receipt" });
    this.receipt.setAttribute("role", "status");
    this.status = element("p");
    this.status.setAttribute("role", "status");
    this.collectPart = element("div", { hidden: true },
      element("p", { textContent: "The answer is marked at once, and the points go to the gradebook of your course." }),
      element("div", { className: "kl-task-row" }, this.collectButton), this.receipt, this.status);
    this.filePart = element("p", { textContent: "Upload the file where your course collects homework, or paste the link there. Both contain your whole answer. The server stores nothing." });
    const closeButton = button("Close", () => this.dialog.close());
    this.dialog = element("dialog", { className: "kl-task-dialog" },
      element("h2", { textContent: "Hand in" }),
      this.warning, this.collectPart, this.filePart, this.link,
      element("div", { className: "kl-task-row" }, button("Copy the link", () => this.copy()), this.file, button("Show QR code", () => this.showQr()), this.copyStatus),
      this.qr, closeButton);
    this.dialog.setAttribute("aria-label", "Hand in");
  }

  /** @param {import("./answer.js").Answer} answer @param {{ name: string, base: string }} place @param {string} warning
   * @param {import("./collection.js").Collection | null} collection */
  async open(answer, { name, base }, warning, collection) {
    const address = new URL(base, document.baseURI);
    this.word = await packWord(answer);
    this.collection = collection;
    this.collectPart.hidden = !collection;
    this.filePart.hidden = Boolean(collection);
    this.receipt.replaceChildren();
    address.search = `?task=${encodeURIComponent(name)}&answer=${this.word}`;
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

  async collect() {
    const { collection, word, receipt, collectButton } = this;
    if (!collection) return;
    const show = (/** @type {string[]} */ sentences) => receipt.replaceChildren(...sentences.map((textContent) => element("p", { textContent })));
    collectButton.disabled = true;
    show(["Marking …"]);
    try {
      const { sentences, ...status } = await collection.handIn(word);
      show(sentences);
      this.showStatus(status);
    } catch (error) {
      show([error instanceof RequestRefused ? error.message : "The server did not answer. Your answer may not have arrived: hand it in again."]);
    }
    collectButton.disabled = false;
  }

  async copy() {
    const isCopied = await copyText(this.link.value, () => this.link.select());
    this.copyStatus.textContent = isCopied ? "Copied." : "The link is selected: copy it with the keyboard.";
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
