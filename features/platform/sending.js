// Send the form of this page, which has the choice that the teacher made on the previous page.

document.querySelector("form")?.submit();
