// A draft’s page: takes a card tapped twice, counts clocks down, announces a packet, drags seats. Everything works
// without it.
(() => {
  "use strict";
  const { wants, beep, tell } = window.signals;
  const live = () => document.getElementById("live");

  // A second tap on the chosen card takes it, however long after the first.
  let tapped = null;
  let again = null;
  const cardAt = (event) => event.target.closest?.("[data-packet] .choice")?.querySelector("[name=card]");
  document.addEventListener("pointerdown", (event) => {
    const radio = cardAt(event);
    again = radio?.checked && radio === tapped ? radio : null;
  });
  document.addEventListener("click", (event) => {
    const radio = cardAt(event);
    if (!radio || event.target === radio) return;
    const button = radio.form.querySelector("[data-take]");
    if (again === radio && !button.disabled) button.click();
    tapped = radio;
    again = null;
  });

  // Sound, vibration and title when a packet arrives.
  let step = null;
  const tellOfPacket = () => {
    const hand = document.getElementById("hand");
    if (hand?.dataset.step === undefined) return;
    const before = step;
    step = hand.dataset.step;
    tell(hand.dataset.turn, before !== null && before !== step);
  };

  // A response overtaken by a newer one must not be shown, nor one for a part that no longer exists.
  document.addEventListener("htmx:beforeSwap", (event) => {
    const asked = event.detail.requestConfig.elt;
    if (!document.contains(asked) || !document.contains(event.detail.target)) event.detail.shouldSwap = false;
    const version = Number(event.detail.xhr.getResponseHeader("X-Version"));
    if (version && live() && version < Number(live().dataset.version)) event.detail.shouldSwap = false;
  });

  // A take or a wish without a response: whether it arrived shows when the turn is redrawn, which removes the notice.
  document.addEventListener("request:end", ({ detail: { xhr, requestConfig, lost } }) => {
    const notice = document.getElementById("unanswered");
    if (notice && requestConfig?.verb === "post") notice.hidden = !lost && xhr.status < 500;
  });

  // A redrawn part keeps the focus: on the next open card, or on the heading.
  let held = "";
  document.addEventListener("focusin", ({ target }) => {
    held = target.closest?.(".open-card, #turn, #take")?.id ?? "";
  });
  const keepFocus = () => {
    if (!held || document.activeElement !== document.body) return;
    let next = document.getElementById(held)?.closest(".open-card");
    while (next && !next.querySelector(":enabled")) next = next.nextElementSibling;
    (next?.querySelector("input") ?? document.getElementById("where"))?.focus({ preventScroll: true });
  };

  document.addEventListener("htmx:afterSettle", () => {
    arrive();
    keepFocus();
  });
  document.addEventListener("table:drawn", () => arrive());

  // The server’s seconds, counted down here; at zero the page asks for the decision.
  const shown = (seconds) =>
    seconds >= 7200
      ? `${Math.floor(seconds / 3600)} h`
      : `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
  let ends = 0;
  let clock = null;
  const start = () => {
    const found = document.querySelector("[data-ends], [data-seconds]");
    if (found?.dataset.ends) ends = Number(found.dataset.ends);
    else if (found && found !== clock) ends = Date.now() + Number(found.dataset.seconds) * 1000;
    clock = found;
    tick();
  };
  const tick = () => {
    if (!clock) return;
    const left = Math.max(0, Math.ceil((ends - Date.now()) / 1000));
    (clock.querySelector("[data-left]") ?? clock).textContent = shown(left);
    const total = Number(clock.dataset.total ?? 0);
    const ring = clock.querySelector(".left");
    if (ring && total) ring.setAttribute("stroke-dasharray", `${Math.min(100, (left / total) * 100)} 100`);
    clock.toggleAttribute("data-short", left <= 10);
    if ("still" in clock.dataset) {
      if (left === 0 && !clock.dataset.rung && wants("sound")) {
        clock.dataset.rung = "yes";
        beep();
      }
    } else if (left === 0 && Date.now() - ends > 1500) {
      ends = Date.now() + 2000;
      document.dispatchEvent(new Event("table:ask"));
    }
  };
  setInterval(tick, 500);

  // The host drags seats; the arrows beside them do the same.
  let dragged = null;
  document.addEventListener("dragstart", (event) => {
    dragged = event.target.closest?.(".place[draggable]");
  });
  document.addEventListener("dragover", (event) => {
    if (dragged && event.target.closest?.(".place")) event.preventDefault();
  });
  document.addEventListener("drop", (event) => {
    const place = event.target.closest?.(".place");
    const form = document.querySelector("[data-move]");
    if (!dragged || !place || !form || place === dragged) return;
    event.preventDefault();
    form.action = form.getAttribute("action").replace(/seats\/\d+/, `seats/${dragged.dataset.number}`);
    form.elements.to.value = place.dataset.number;
    form.submit();
  });

  // While a pool is being tapped in: the number of cards so far.
  const count = () => {
    const form = document.querySelector("[data-count]");
    if (!form) return;
    const typed = form.elements.text.value.split("\n").filter((line) => line.trim()).length;
    form.querySelector("[data-counted]").textContent =
      `${form.querySelectorAll("[name=card]:checked").length + typed} / ${form.dataset.count}`;
    form.querySelectorAll("details").forEach((group) => {
      group.querySelector("[data-chosen]").textContent = group.querySelectorAll(":checked").length || "";
    });
  };
  document.addEventListener("input", (event) => event.target.closest?.("[data-count]") && count());

  const arrive = () => {
    start();
    tellOfPacket();
  };

  // After sitting down, getting ready or starting, keep the position: focus the same place in the new page instead of
  // its top.
  const HERE = "draft-focus";
  document.addEventListener("submit", (event) => {
    if (event.defaultPrevented || !event.target.closest("main")) return;
    try {
      sessionStorage.setItem(HERE, location.pathname);
    } catch {
      /* private window */
    }
  });
  document.addEventListener("DOMContentLoaded", () => {
    arrive();
    count();
    try {
      const here = sessionStorage.getItem(HERE) === location.pathname;
      sessionStorage.removeItem(HERE);
      if (!here || location.hash || document.activeElement !== document.body) return;
    } catch {
      return;
    }
    const next = ["packet-heading", "where", "seats", "over"].map((id) => document.getElementById(id)).find(Boolean);
    next?.focus({ preventScroll: true });
  });

  // While the lobby waits, load its peoples’ cards and then their pictures; the browser caches them, and the first
  // packet appears at once.
  const loadTiles = async (addresses) => {
    for (const address of addresses) await fetch(address, { priority: "low" }).catch(() => undefined);
  };
  const ahead = document.querySelector("[data-tiles]")?.dataset.tiles.split(" ");
  if (ahead && !navigator.connection?.saveData)
    window.addEventListener("load", () => setTimeout(loadTiles, 500, ahead));
})();
