// What players say at a table, for some seconds; one tap hides all of it on this device. Nothing is kept but that tap.
(() => {
  "use strict";
  const SHOWN_MS = 8000;
  const line = Object.assign(document.createElement("p"), { className: "word" });
  line.setAttribute("role", "status");
  const text = line.appendChild(document.createElement("span"));
  const hide = line.appendChild(Object.assign(document.createElement("button"), { className: "btn quiet" }));
  const box = () => document.querySelector(".words");
  const shown = () => localStorage.getItem("words") !== "hidden";
  const choose = (yes) => {
    localStorage.setItem("words", yes ? "shown" : "hidden");
    tick();
    if (!yes) tell("");
  };
  const tick = () => {
    const answer = box()?.querySelector("[data-words-shown]");
    if (answer) answer.checked = shown();
  };
  let end = 0;
  const tell = (said) => {
    clearTimeout(end);
    text.textContent = said;
    hide.textContent = said && box().dataset.hide;
    if (said) end = setTimeout(tell, SHOWN_MS, "");
  };
  document.addEventListener("live:word", ({ detail: { seat, phrase } }) => {
    const words = box()?.querySelector(`[name="phrase"][value="${Number(phrase)}"]`)?.textContent;
    if (!words || !shown()) return;
    const name = document.querySelector(`data[value="${Number(seat)}"]`)?.textContent;
    tell(name ? `${name}: ${words}` : words);
  });
  hide.addEventListener("click", () => choose(false));
  document.addEventListener("change", (event) => event.target.matches("[data-words-shown]") && choose(event.target.checked));
  document.addEventListener("htmx:responseError", ({ detail }) => {
    if (box()?.contains(detail.elt)) tell(box().dataset.late);
  });
  document.addEventListener("htmx:afterSettle", tick);
  document.addEventListener("DOMContentLoaded", () => {
    document.querySelector("main").append(line);
    tick();
  });
})();
