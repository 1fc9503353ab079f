/* The switch of languages keeps what the address says beyond the page: the chosen options, and the rule that is read. */
"use strict";
document.addEventListener("click", (event) => {
  const link = event.target instanceof Element ? event.target.closest("a.md-select__link") : null;
  if (link && !link.dataset.elsewhere) {
    const address = new URL(link.href);
    address.search = location.search;
    address.hash = location.hash;
    link.href = address.href;
  }
});
