// Filters the list of cases; the choice stands in the address, so that it can be linked to and kept.
(function () {
  "use strict";
  var root = document.querySelector('[data-press="cases"]');
  if (!root || root.dataset.ready) return;
  root.dataset.ready = "yes";
  var form = root.querySelector(".tl-filters");
  var found = root.querySelector(".tl-found");
  var items = Array.prototype.slice.call(root.querySelectorAll("li[data-game]"));
  var names = ["game", "mode", "rule", "basis", "kind", "text"];

  function chosen() {
    var values = {};
    names.forEach(function (name) {
      var value = form.elements[name].value.trim();
      if (value) values[name] = value;
    });
    return values;
  }

  function fits(item, values) {
    return names.every(function (name) {
      var wanted = values[name];
      if (!wanted) return true;
      if (name === "text") {
        var text = (item.textContent + " " + item.firstElementChild.getAttribute("href")).toLowerCase();
        return wanted.toLowerCase().split(/\s+/).every(function (word) { return text.indexOf(word) >= 0; });
      }
      return (" " + item.getAttribute("data-" + name) + " ").indexOf(" " + wanted + " ") >= 0;
    });
  }

  function plural(number) {
    var last = number % 10, tens = number % 100;
    var isPolish = document.documentElement.lang === "pl";
    var isFew = isPolish ? last >= 2 && last <= 4 && (tens < 12 || tens > 14) : number >= 2 && number <= 4;
    var form = number === 1 ? "one" : isFew ? "few" : "many";
    return found.getAttribute("data-" + form).replace("%", String(number));
  }

  // Modes and rules of other games are not offered.
  function offer(game) {
    Array.prototype.forEach.call(form.querySelectorAll("[data-game]"), function (each) {
      each.hidden = Boolean(game) && each.getAttribute("data-game") !== game;
      each.disabled = each.hidden;
    });
    ["mode", "rule"].forEach(function (name) {
      var option = form.elements[name].selectedOptions[0];
      if (option && (option.disabled || option.parentNode.disabled)) form.elements[name].value = "";
    });
  }

  function show() {
    offer(form.elements.game.value);
    var values = chosen();
    var number = 0;
    items.forEach(function (item) {
      item.hidden = !fits(item, values);
      if (!item.hidden) number += 1;
    });
    [".tl-case-file", ".tl-case-game"].forEach(function (part) {
      Array.prototype.forEach.call(root.querySelectorAll(part), function (section) {
        section.hidden = !section.querySelector("li:not([hidden])");
      });
    });
    found.textContent = plural(number);
    found.hidden = false;
    return values;
  }

  function keep() {
    var query = new URLSearchParams(show()).toString();
    history.replaceState(null, "", location.pathname + (query ? "?" + query : "") + location.hash);
  }

  // Several games have rules of one name: the one that is offered counts.
  function choose(field, value) {
    var options = Array.prototype.filter.call(field.options || [], function (option) {
      return option.value === value && !option.disabled && !option.parentNode.disabled;
    });
    if (options.length) options[0].selected = true;
    else field.value = field.options ? "" : value;
  }

  function read() {
    var given = new URLSearchParams(location.search);
    names.forEach(function (name) {
      choose(form.elements[name], given.get(name) || "");
      if (name === "game") offer(form.elements.game.value);
    });
    show();
  }

  form.addEventListener("input", keep);
  form.addEventListener("change", keep);
  form.addEventListener("submit", function (event) { event.preventDefault(); });
  form.addEventListener("reset", function () { setTimeout(keep); });
  form.hidden = false;
  read();
})();
