// A page that is redrawn after a notice keeps half-made choices and unfolded parts. Choices for one game are not
// silently used for the next: the page says that another game was recorded in the meantime.
(() => {
  "use strict";
  let kept = null;
  const fields = (form) =>
    [...form.elements].filter((one) => one.name && one.type !== "hidden" && one.tagName !== "BUTTON");
  const nth = (root, selector, one) => [...root.querySelectorAll(selector)].indexOf(one);

  document.addEventListener("htmx:beforeSwap", (event) => {
    if (event.detail.target?.id !== "match" || !event.detail.shouldSwap) return;
    const root = event.detail.target;
    const form = root.querySelector("#record");
    const chosen =
      form &&
      fields(form).filter((one) =>
        one.matches("[type=radio], [type=checkbox]")
          ? one.checked !== one.defaultChecked
          : one.value !== one.defaultValue,
      );
    const focused = root.contains(document.activeElement) ? document.activeElement : null;
    kept = {
      game: form?.dataset.game,
      chosen: chosen?.length
        ? fields(form)
            .filter((one) => !one.matches("[type=radio], [type=checkbox]") || one.checked)
            .map((one) => [one.name, one.value])
        : [],
      folds: [...root.querySelectorAll("details")].map((fold) => [
        fold.querySelector("summary")?.textContent,
        fold.open,
      ]),
      focus: focused?.name ? [focused.name, focused.value] : null,
      button: focused ? nth(root, "summary, a, button", focused) : -1,
      scroll: window.scrollY,
    };
  });

  document.addEventListener("htmx:afterSwap", () => {
    const root = document.getElementById("match");
    if (!root || !kept) return;
    const state = kept;
    kept = null;
    for (const fold of root.querySelectorAll("details")) {
      const before = state.folds.find(([title]) => title === fold.querySelector("summary")?.textContent);
      if (before) fold.open = before[1];
    }
    const form = root.querySelector("#record");
    if (form && state.chosen.length) {
      for (const one of fields(form)) {
        const found = state.chosen.find(
          ([name, value]) =>
            name === one.name && (!one.matches("[type=radio], [type=checkbox]") || value === one.value),
        );
        if (!found) continue;
        if (one.matches("[type=radio], [type=checkbox]")) one.checked = true;
        else [, one.value] = found;
      }
      root.querySelector("#moved-on").hidden = state.game === form.dataset.game;
    }
    const [name, value] = state.focus ?? [];
    const again = name
      ? [...root.querySelectorAll(`[name="${CSS.escape(name)}"]`)].find((one) => one.value === value)
      : root.querySelectorAll("summary, a, button")[state.button];
    if (state.focus || state.button >= 0) again?.focus({ preventScroll: true });
    window.scrollTo({ top: state.scroll });
  });
})();
