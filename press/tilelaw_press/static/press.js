// Rulebooks: the chooser of options, what differs from another mode, and links that keep both.
// What holds is written into the page; this script only shows and hides it. Without it the mode without options is shown.
(function () {
  "use strict";

  function words(element, name) {
    var value = element.getAttribute(name);
    return value ? value.split(" ") : [];
  }

  function asked() {
    var value = new URLSearchParams(window.location.search).get("with");
    return value ? value.split(",") : [];
  }

  function start(book) {
    var form = book.querySelector("[data-press=chooser]");
    var boxes = form ? Array.prototype.slice.call(form.querySelectorAll("input[name=with]")) : [];
    var differences = book.querySelector("[data-press=differences]");

    function chosen() {
      return boxes.filter(function (box) { return box.checked; }).map(function (box) { return box.value; });
    }

    // An option without what it stands on cannot be chosen; one that another excludes neither.
    function settle() {
      for (var again = true; again;) {
        var now = chosen();
        again = false;
        boxes.forEach(function (box) {
          var lacks = words(box, "data-needs").some(function (need) { return now.indexOf(need) < 0; });
          var clashes = words(box, "data-excludes").some(function (other) { return now.indexOf(other) >= 0; });
          box.disabled = lacks || (clashes && !box.checked);
          box.closest("label").hidden = lacks;
          if (lacks && box.checked) {
            box.checked = false;
            again = true;
          }
        });
      }
    }

    function show() {
      var now = chosen();
      var seen = {};
      book.querySelectorAll("[data-with], [data-without]").forEach(function (part) {
        var holds = words(part, "data-with").every(function (name) { return now.indexOf(name) >= 0; }) &&
          words(part, "data-without").every(function (name) { return now.indexOf(name) < 0; });
        part.hidden = !holds;
      });
      // The address of a rule leads to the wording that holds.
      book.querySelectorAll("[data-rule]").forEach(function (rule) {
        var name = rule.getAttribute("data-rule");
        if (rule.closest("[hidden]") || seen[name]) {
          rule.removeAttribute("id");
        } else {
          seen[name] = true;
          rule.id = "rule-" + name;
        }
      });
    }

    function write() {
      var query = new URLSearchParams(window.location.search);
      var now = chosen();
      if (now.length) {
        query.set("with", now.join(","));
      } else {
        query.delete("with");
      }
      var text = query.toString().replace(/%2C/g, ",").replace(/%2F/g, "/");
      try {
        window.history.replaceState(null, "", window.location.pathname + (text ? "?" + text : "") + window.location.hash);
      } catch (error) {
        // Opened from a disk some browsers do not let the address be written; the page works without.
      }
      keep(text ? "?" + text : "");
    }

    function keep(query) {
      document.querySelectorAll("a.tl-keep, a[hreflang]").forEach(function (link) {
        var plain = link.getAttribute("data-plain") || link.getAttribute("href").split(/[?#]/)[0];
        link.setAttribute("data-plain", plain);
        link.setAttribute("href", plain + query + window.location.hash);
      });
    }

    function refresh() {
      settle();
      show();
      write();
    }

    // Those that stand on others come after them, so that they can be chosen in one go.
    var wanted = asked();
    boxes.forEach(function (box) { box.checked = wanted.indexOf(box.value) >= 0; });
    boxes.forEach(function (box) { box.addEventListener("change", refresh); });
    if (form) {
      form.addEventListener("submit", function (event) { event.preventDefault(); });
    }
    window.addEventListener("hashchange", write);
    if (differences) {
      differences.checked = false;
      differences.addEventListener("change", function () {
        book.classList.toggle("tl-shows-differences", differences.checked);
      });
    }
    refresh();
    if (window.location.hash && wanted.length) {
      var target = document.getElementById(decodeURIComponent(window.location.hash.slice(1)));
      if (target) {
        target.scrollIntoView();
      }
    }
  }

  function all() {
    document.querySelectorAll("[data-press=rulebook]").forEach(function (book) {
      if (!book.hasAttribute("data-started")) {
        book.setAttribute("data-started", "");
        start(book);
      }
    });
  }

  if (document.readyState === "loading") {
    document.addEventListener("DOMContentLoaded", all);
  } else {
    all();
  }
})();
