// The clock of a round counts on between two answers of the server, which alone knows how much is left.
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

// A tap on a score says when it was made, so that of two the later counts however they arrive; and it is seen at once.
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
  // The note stands in a part that may be exchanged before the last of several taps is answered.
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

// A live part is not exchanged while somebody types in it or has opened a question in it; it asks again afterwards.
(() => {
  "use strict";
  const missed = new Set();
  const busy = (part) =>
    Boolean(part.querySelector("details.ask[open]")) ||
    (part.contains(document.activeElement) && document.activeElement.matches("input, select, textarea"));
  // The answer to what is reported here is newer than what a notice brings meanwhile.
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
  // Who reads with their ears hears what stands there now.
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
  // Who has been let in gets the whole page of a player, with what waits for a network and the notices.
  document.addEventListener("htmx:afterSettle", () => {
    if (mine() && !document.getElementById("result-queue")) location.reload();
  });
  // What somebody asked to see in it is still shown afterwards.
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

  // A phone in a pocket says by a short buzz that a new round is there.
  let round = document.getElementById("mine")?.dataset.round ?? "";
  document.addEventListener("htmx:afterSettle", () => {
    const now = document.getElementById("mine")?.dataset.round ?? round;
    if (now && now !== round) navigator.vibrate?.(200);
    round = now;
  });
})();
