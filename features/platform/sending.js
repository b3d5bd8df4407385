// Send the form of this page, which the teacher has filled in on the page before.

document.querySelector("form")?.submit();
