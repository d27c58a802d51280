// The board: cards glide to their new places, and screen readers announce what happened. Offline, steps that were
// viewed before still work, and others show a message.
"use strict";
(() => {
  const name = () => {
    for (const card of document.querySelectorAll(".board [data-card]"))
      card.style.viewTransitionName = `card-${card.dataset.card}`;
  };
  name();
  document.addEventListener("htmx:afterSwap", name);
  document.addEventListener("htmx:afterSettle", () => {
    const said = document.querySelector("#table :is([data-hear], [role=status] > *)");
    said?.setAttribute("tabindex", "-1");
    said?.focus({ preventScroll: true });
    (document.querySelector("#table :is([role=alert], p[role=status])") ?? said)?.scrollIntoView({ block: "nearest" });
  });
  // Lessons finished on this device have a tick, and the button leads to the next one.
  const DONE = "lessons-done";
  const done = () => new Set((localStorage.getItem(DONE) ?? "").split(" ").filter(Boolean));
  const note = () => {
    const played = document.querySelector("[data-played]")?.dataset.played;
    if (played) localStorage.setItem(DONE, [...done().add(played)].join(" "));
  };
  const index = [...document.querySelectorAll("[data-lesson]")];
  for (const to of index) to.querySelector(".tick-off").hidden = !done().has(to.dataset.lesson);
  const parts = [...document.querySelectorAll("main .progress i")];
  const open = index.slice(0, parts.length).filter((to) => !done().has(to.dataset.lesson));
  const [progress, button] = document.querySelectorAll("[data-progress], [data-continue]");
  if (open.length < parts.length) {
    index.slice(0, parts.length).forEach((to, place) => parts[place].classList.toggle("on", !open.includes(to)));
    parts[0].parentElement.hidden = false;
    progress.textContent = progress.dataset.progress
      .replace("{done}", parts.length - open.length)
      .replace("{minutes}", Math.ceil(open.length * 1.8));
    const next = open[0] ?? index[0];
    button.href = next.href;
    button.textContent = button.dataset.continue.replace("{title}", next.querySelector("b").textContent);
  }
  note();
  document.addEventListener("htmx:afterSwap", note);
  const fromMemory = document.getElementById("from-memory");
  const noNetwork = document.getElementById("no-network");
  document.addEventListener("htmx:beforeSwap", ({ detail }) => {
    fromMemory.hidden = !detail.xhr.responseText.includes("<body data-kept=");
    noNetwork.hidden = true;
  });
  document.addEventListener("htmx:sendError", () => {
    noNetwork.hidden = false;
    noNetwork.scrollIntoView({ block: "nearest" });
  });
  // A tap during an animation shows the next board at once; the aborted animation is no error.
  addEventListener("unhandledrejection", (event) => {
    if (event.reason?.message?.startsWith("Transition was skipped")) event.preventDefault();
  });
  // Cache the lessons for offline use.
  const lessons = document.querySelector("[data-ahead]")?.dataset.ahead.split(" ");
  if (lessons && navigator.serviceWorker?.controller && !navigator.connection?.saveData)
    navigator.serviceWorker.controller.postMessage({ links: lessons });
})();
