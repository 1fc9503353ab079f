"use strict";
(() => {
  const form = document.getElementById("filter");
  const output = form.querySelector("output");
  const marked = [...document.querySelectorAll("[data-f]")];
  const entries = marked.map((element) => ({ element, marks: element.dataset.f.split(" "), words: null }));
  const isCard = ({ element }) => element.matches(".card, [id]");
  const isRow = ({ element }) => element.matches("tr");
  const causes = [...document.querySelectorAll(".cause")];
  const none = document.getElementById("no-match");
  const every = document.querySelector("details.every");

  const fits = (entry, wanted, words) => {
    const isMarked = entry.marks.some((mark) => {
      const numbers = mark.split(".");
      return wanted.every((number, place) => number === "" || number === numbers[place]);
    });
    if (!isMarked || words.length === 0) return isMarked;
    entry.words ??= entry.element.textContent.toLowerCase();
    return words.every((word) => entry.words.includes(word));
  };

  const apply = () => {
    const value = (name) => form.elements[name]?.value ?? "";
    const wanted = [value("implementation"), value("verdict"), value("ruleset")];
    const words = value("words").toLowerCase().split(/\s+/).filter(Boolean);
    const isActive = words.length > 0 || wanted.some(Boolean);
    for (const entry of entries) entry.element.hidden = isActive && !fits(entry, wanted, words);
    for (const cause of causes) cause.hidden = !cause.querySelector("[data-f]:not([hidden])");
    const shown = (all) => `${all.filter(({ element }) => !element.hidden).length} of ${all.length}`;
    const cards = entries.filter(isCard);
    if (none) none.hidden = cards.length === 0 || cards.some(({ element }) => !element.hidden);
    output.value = isActive ? `${shown(cards)} failures, ${shown(entries.filter(isRow))} cases` : "";
  };

  // A link to a card shows it: filtered out or folded away it could not be seen.
  const reveal = () => {
    const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
    if (!target) return;
    if (target.closest("[hidden]")) {
      form.reset();
      apply();
    }
    for (let each = target.closest("details"); each; each = each.parentElement.closest("details")) each.open = true;
    (target.closest(".card") ?? target).scrollIntoView();
  };

  form.addEventListener("input", apply);
  form.addEventListener("change", () => {
    if (every && form.elements.verdict.value !== "") every.open = true;
  });
  form.addEventListener("reset", () => setTimeout(apply));
  form.addEventListener("submit", (event) => event.preventDefault());
  document.addEventListener("click", (event) => {
    const link = event.target.closest?.('a[href^="#"]');
    if (link && link.hash === location.hash) setTimeout(reveal);
  });
  addEventListener("hashchange", reveal);
  form.hidden = false;
  apply();
  reveal();
})();
