// Suggestions under the search box: a combobox with a listbox. The box works without it.
"use strict";
(() => {
  let asked = 0;
  let timer = 0;
  const boxOf = (node) => (node instanceof Element ? node.closest("input[data-suggest]") : null);
  const listOf = (box) => box.parentElement.querySelector(".suggestions");

  function close(box) {
    const list = listOf(box);
    if (list) list.remove();
    box.setAttribute("aria-expanded", "false");
    box.removeAttribute("aria-activedescendant");
  }

  function option(result, index) {
    const item = document.createElement("li");
    item.id = `suggestion-${index}`;
    item.setAttribute("role", "option");
    item.setAttribute("aria-selected", "false");
    item.dataset.query = result.query;
    item.dataset.url = result.url;
    item.dataset.kind = result.kind;
    const text = document.createElement(result.kind === "card" ? "b" : "code");
    text.textContent = result.text;
    const label = document.createElement("span");
    label.textContent = result.label;
    item.append(text, label);
    return item;
  }

  function show(box, results) {
    close(box);
    if (!results.length || document.activeElement !== box) return;
    const list = document.createElement("ul");
    list.className = "suggestions";
    list.id = "suggestions";
    list.setAttribute("role", "listbox");
    list.setAttribute("aria-label", box.dataset.heard);
    list.append(...results.map(option));
    box.parentElement.append(list);
    box.setAttribute("aria-expanded", "true");
  }

  function prepare(box) {
    if (box.getAttribute("role") === "combobox") return;
    box.setAttribute("role", "combobox");
    box.setAttribute("aria-autocomplete", "list");
    box.setAttribute("aria-controls", "suggestions");
    box.setAttribute("aria-expanded", "false");
  }

  async function ask(box) {
    const mine = ++asked;
    if (!box.value.trim()) return close(box);
    try {
      const answer = await fetch(`${box.dataset.suggest}?q=${encodeURIComponent(box.value)}`);
      const { results } = answer.ok ? await answer.json() : { results: [] };
      if (mine === asked) show(box, results);
    } catch {
      close(box);
    }
    return undefined;
  }

  function mark(box, step) {
    const options = [...listOf(box).children];
    const now = options.findIndex((one) => one.getAttribute("aria-selected") === "true");
    const next = step > 0 ? (now + 1) % options.length : (now <= 0 ? options.length : now) - 1;
    options.forEach((one, index) => one.setAttribute("aria-selected", String(index === next)));
    options[next].scrollIntoView({ block: "nearest" });
    box.setAttribute("aria-activedescendant", options[next].id);
  }

  function take(box, item) {
    asked += 1;
    close(box);
    if (item.dataset.kind === "card" && "fill" in box.dataset) {
      box.value = item.querySelector("b").textContent;
      box.dispatchEvent(new Event("input", { bubbles: true }));
      close(box);
      return;
    }
    if (item.dataset.kind === "card") {
      location.assign(item.dataset.url);
      return;
    }
    box.value = item.dataset.query + (item.dataset.kind === "value" ? " " : "");
    box.focus();
    box.dispatchEvent(new Event("input", { bubbles: true }));
  }

  document.addEventListener("focusin", (event) => {
    const box = boxOf(event.target);
    if (box) prepare(box);
  });
  document.addEventListener("input", (event) => {
    const box = boxOf(event.target);
    if (!box) return;
    // Suggestions that are displayed or loading belong to the previous text.
    asked += 1;
    close(box);
    clearTimeout(timer);
    if (event.isTrusted || !("fill" in box.dataset)) timer = setTimeout(() => ask(box), 120);
  });
  document.addEventListener("keydown", (event) => {
    const box = boxOf(event.target);
    const list = box && listOf(box);
    if (!list) return;
    const chosen = list.querySelector('[aria-selected="true"]');
    if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      event.preventDefault();
      mark(box, event.key === "ArrowDown" ? 1 : -1);
    } else if (event.key === "Escape") {
      event.preventDefault();
      close(box);
    } else if (event.key === "Enter" && chosen) {
      event.preventDefault();
      take(box, chosen);
    }
  });
  // Before the box loses focus.
  document.addEventListener("pointerdown", (event) => {
    const item = event.target.closest(".suggestions li");
    if (!item) return;
    event.preventDefault();
    take(item.closest(".box").querySelector("input"), item);
  });
  document.addEventListener("focusout", (event) => {
    const box = boxOf(event.target);
    if (box) close(box);
  });
})();
