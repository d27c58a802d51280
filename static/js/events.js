// The clock of a round runs on between two responses of the server, the only one to know how much is left.
(() => {
  "use strict";
  const shown = (left) => {
    const minutes = Math.floor(Math.abs(left) / 60);
    return `${left < 0 ? "-" : ""}${minutes}:${String(Math.abs(left) % 60).padStart(2, "0")}`;
  };
  setInterval(() => {
    for (const clock of document.querySelectorAll(".clock[data-running='1']")) {
      clock.dataset.seconds = Number(clock.dataset.seconds) - 1;
      clock.textContent = shown(Number(clock.dataset.seconds));
    }
  }, 1000);
})();

// A tap on a score sends its time, so that the later of two counts, however they arrive; and it shows at once.
(() => {
  "use strict";
  const isTap = (form) => form?.elements?.tap instanceof HTMLInputElement;
  const stamp = (form) => {
    form.elements.tap.value = Date.now();
  };
  document.addEventListener("submit", (event) => isTap(event.target) && stamp(event.target), true);
  document.addEventListener("htmx:configRequest", (event) => {
    if (!isTap(event.detail.elt)) return;
    stamp(event.detail.elt);
    event.detail.parameters.tap = event.detail.elt.elements.tap.value;
  });
  // The note is in a part that may be replaced before the last of several taps is answered.
  let onTheWay = 0;
  const note = () => {
    const said = document.getElementById("sending");
    if (said) said.hidden = !onTheWay;
  };
  document.addEventListener("htmx:afterSettle", note);
  document.addEventListener("htmx:beforeSend", (event) => {
    const form = event.detail.elt;
    if (!isTap(form)) return;
    onTheWay += 1;
    const card = form.closest(".desk-table") ?? form;
    for (const button of card.querySelectorAll(".sending")) button.classList.remove("sending");
    const tapped = form.querySelector(
      `button[value="${CSS.escape(event.detail.requestConfig.parameters.score ?? "")}"]`,
    );
    (tapped ?? form.querySelector("button"))?.classList.add("sending");
    note();
  });
  document.addEventListener("request:end", (event) => {
    if (!isTap(event.detail.elt)) return;
    onTheWay -= 1;
    note();
  });
})();

// A live part isn’t replaced while somebody types in it or has opened a question in it; it refreshes afterwards.
(() => {
  "use strict";
  const missed = new Set();
  const busy = (part) =>
    Boolean(part.querySelector("details.ask[open]")) ||
    (part.contains(document.activeElement) && document.activeElement.matches("input, select, textarea"));
  // The response to a report from here is newer than a notice arriving in the meantime.
  let posting = 0;
  const isPost = (event) => event.detail.requestConfig?.verb === "post";
  const mine = () => document.getElementById("mine");
  document.addEventListener("htmx:beforeSend", (event) => {
    if (isPost(event)) posting += 1;
  });
  document.addEventListener("request:end", (event) => {
    if (isPost(event)) posting -= 1;
  });
  document.addEventListener("htmx:beforeSwap", (event) => {
    const part = event.detail.target;
    if (event.detail.requestConfig.triggeringEvent?.type !== "ring") return;
    if (!busy(part) && !(posting && part === mine())) return;
    event.detail.shouldSwap = false;
    missed.add(part);
  });
  // Announce to screen readers what is there now.
  document.addEventListener("htmx:afterSettle", (event) => {
    if (!isPost(event) || !mine() || event.detail.requestConfig.target?.id !== "mine") return;
    if (!mine().querySelector("[role='alert']")) document.getElementById("me-title").focus({ preventScroll: true });
    again();
  });
  const again = () => {
    for (const part of missed) {
      if (part.isConnected && busy(part)) continue;
      missed.delete(part);
      if (part.isConnected) window.htmx?.trigger(part, "ring");
    }
  };
  // Once admitted, a player gets the whole page, with the offline queue and notices.
  document.addEventListener("htmx:afterSettle", () => {
    if (mine() && !document.getElementById("result-queue")) location.reload();
  });
  // What somebody asked to see in it stays visible.
  const ticks = (id) => (id ? [...document.querySelectorAll(`#${id} .tick input`)] : []);
  let ticked = [];
  document.addEventListener("htmx:beforeSwap", (event) => {
    ticked = ticks(event.detail.target.id).map((one) => one.checked);
  });
  document.addEventListener("htmx:afterSwap", (event) => {
    ticks(event.detail.target.id).forEach((one, nth) => (one.checked = ticked[nth] ?? one.checked));
  });
  document.addEventListener("focusout", () => setTimeout(again, 0));
  document.addEventListener("toggle", again, true);

  // A phone in a pocket vibrates briefly for a new round.
  let round = document.getElementById("mine")?.dataset.round ?? "";
  document.addEventListener("htmx:afterSettle", () => {
    const now = document.getElementById("mine")?.dataset.round ?? round;
    if (now && now !== round) navigator.vibrate?.(200);
    round = now;
  });
})();
