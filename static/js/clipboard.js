// Copying also works on plain http, where browsers offer no navigator.clipboard: the same method, by selecting.
(() => {
  "use strict";
  if (navigator.clipboard) return;
  const writeText = async (text) => {
    const field = Object.assign(document.createElement("textarea"), { value: text, readOnly: true });
    field.className = "visually-hidden";
    const focused = document.activeElement;
    document.body.append(field);
    field.select();
    const copied = document.execCommand("copy");
    field.remove();
    focused?.focus();
    if (!copied) throw new Error("not copied");
  };
  Object.defineProperty(navigator, "clipboard", { value: { writeText } });
})();
