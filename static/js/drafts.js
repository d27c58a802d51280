// A draft's page: names the chosen card on the button, counts the clock down, copies links, drops late answers.
// Everything works without it.
(() => {
  "use strict";
  const live = () => document.getElementById("live");

  // The button says what it will take.
  document.addEventListener("change", (event) => {
    const radio = event.target;
    if (radio.name !== "card") return;
    const button = radio.form.querySelector("[data-take]");
    button.textContent = button.dataset.take.replace("%s", radio.dataset.name);
  });

  // An answer that was overtaken by a newer one must not bring the past back.
  document.addEventListener("htmx:beforeSwap", (event) => {
    const version = Number(event.detail.xhr.getResponseHeader("X-Version"));
    if (version && live() && version < Number(live().dataset.version)) event.detail.shouldSwap = false;
  });

  // After a choice the focus goes to what comes next, not back to the top of the page.
  document.addEventListener("htmx:afterSettle", (event) => {
    start();
    if (event.target.id !== "table") return;
    if (document.activeElement === document.body) document.getElementById("packet-heading")?.focus({ preventScroll: true });
    if (live().getBoundingClientRect().top < 0) live().scrollIntoView({ block: "start" });
  });

  // The server's seconds, counted down here; at zero the page asks what was decided.
  const shown = (seconds) => `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
  let ends = 0;
  let clock = null;
  const start = () => {
    const found = document.querySelector("[data-seconds]");
    if (found && found !== clock) ends = Date.now() + Number(found.dataset.seconds) * 1000;
    clock = found;
    tick();
  };
  const tick = () => {
    if (!clock) return;
    const left = Math.max(0, Math.ceil((ends - Date.now()) / 1000));
    clock.textContent = shown(left);
    clock.toggleAttribute("data-short", left <= 10);
    if (left === 0 && Date.now() - ends > 1500 && live()) {
      ends = Date.now() + 2000;
      window.htmx?.trigger(live(), "ring");
    }
  };
  setInterval(tick, 500);

  const copy = async (button) => {
    const field = document.getElementById(button.dataset.copy);
    field.select();
    await navigator.clipboard.writeText(field.value);
    button.textContent = button.dataset.done;
  };
  document.addEventListener("DOMContentLoaded", () => {
    start();
    document.querySelectorAll("[data-copy]").forEach((button) => {
      button.hidden = !navigator.clipboard;
      button.addEventListener("click", () => copy(button));
    });
  });
})();
