/* What the theme does not do: wide code can be reached with every keyboard, and the switch of languages stays in place. */
"use strict";

/* The theme adds a button to each example: its box is no landmark of the page. It also takes code out of the order of
   the keyboard where it believes that there is no pointer; it is put back. */
const mend = (node) => {
  if (node.matches("nav.md-code__nav")) {
    node.setAttribute("role", "none");
  } else if (node.matches("pre > code") && !node.hasAttribute("tabindex")) {
    node.setAttribute("tabindex", "0");
  }
};
new MutationObserver((changes) => {
  for (const change of changes) {
    for (const node of change.type === "attributes" ? [change.target] : change.addedNodes) {
      if (node instanceof Element) {
        mend(node);
      }
    }
  }
}).observe(document.body, { attributes: true, attributeFilter: ["tabindex"], childList: true, subtree: true });
document.querySelectorAll("nav.md-code__nav, pre > code").forEach(mend);

/* The switch keeps what the address says beyond the page: the chosen options, and the rule that is read. */
document.addEventListener("click", (event) => {
  const link = event.target instanceof Element ? event.target.closest("a.md-select__link") : null;
  if (link && !link.dataset.elsewhere) {
    const address = new URL(link.href);
    address.search = location.search;
    address.hash = location.hash;
    link.href = address.href;
  }
});
