// The builder: a tap shows at once, and the server’s verdict follows. Without this file, every button is a plain form.
(() => {
  "use strict";
  const STORE = `taps:${location.pathname}`;
  const waiting = new Map(Object.entries(JSON.parse(sessionStorage.getItem(STORE) || "{}")));
  const $ = (selector, from = document) => from.querySelector(selector);
  const all = (selector, from = document) => [...from.querySelectorAll(selector)];
  // A button’s value names the action and the card: "1 Vulca 03" adds it, "0 Vulca 03" removes it.
  const asked = (button) => button.value.split(" ", 1)[0];
  const cardOf = (button) => button.value.slice(asked(button).length + 1);
  const builder = () => $("#built");

  // A row of the catalogue offers the opposite of the card’s current state.
  const show = (button, inside) => {
    button.value = `${inside ? 0 : 1} ${cardOf(button)}`;
    button.textContent = inside ? "✓" : "+";
    button.setAttribute("aria-label", inside ? button.dataset.out : button.dataset.in);
    button.classList.toggle("tap-out", inside);
    button.classList.toggle("tap-in", !inside);
  };
  const codeOf = (row) => cardOf($(".tap", row));
  let dragged = null;
  const held = () => new Set(all("[data-line]:not(.going)").map((line) => line.dataset.line));
  const inFlight = new Set();
  // The pictures of the leader’s people come in one file.
  let drawn = {};
  const showPictures = () => {
    for (const place of all("[data-picture]")) {
      const picture = drawn[place.dataset.picture];
      if (picture) place.replaceWith(window.drawing.picture(picture, "strip", place.dataset.picture));
    }
  };
  const loadPictures = async (file) => {
    drawn = await (await fetch(file)).json();
    showPictures();
  };
  const file = $("#pictures");
  if (file) loadPictures(file.href).catch(() => undefined);
  let touched = "";
  const agree = () => {
    if (!builder()) return;
    showPictures();
    const codes = held();
    for (const row of all("#maybe .held")) if (codes.has(codeOf(row))) row.remove();
    const maybe = $("#maybe");
    if (maybe && !dragged) maybe.hidden = !$(".held", maybe);
    const noted = new Set(all("#maybe .held").map(codeOf));
    for (const button of all("#results .bookmark")) {
      const on = noted.has(cardOf(button));
      button.setAttribute("aria-pressed", on);
      button.value = `${on ? 0 : 1} ${cardOf(button)}`;
    }
    for (const button of all("#results [data-in]")) {
      const code = cardOf(button);
      if (!inFlight.has(code) && !waiting.has(code)) show(button, codes.has(code));
    }
  };
  const keep = () => {
    sessionStorage.setItem(STORE, JSON.stringify(Object.fromEntries(waiting)));
    const notice = $("#offline");
    if (notice) notice.hidden = waiting.size === 0;
    document.body.classList.toggle("is-waiting", waiting.size > 0);
  };
  const isPut = (button) => button?.matches?.(".tap[form=put]");

  document.addEventListener("htmx:beforeSend", (event) => {
    const button = event.detail.elt;
    if (!isPut(button)) return;
    const present = asked(button);
    button.dataset.asked = present;
    inFlight.add(cardOf(button));
    $("#tally")?.setAttribute("aria-busy", "true");
    if (button.closest("#results")) show(button, present === "1");
    const line = button.closest("[data-line]");
    touched = document.activeElement?.id ?? "";
    if (line && present === "0") {
      line.classList.add("going");
      const lines = all("#built [data-line]:not(.going) .tap");
      const next = lines.find((one) => line.compareDocumentPosition(one) & 4) || lines.at(-1);
      if (line.contains(document.activeElement)) (next || $("#q"))?.focus({ preventScroll: true });
    }
  });
  // Offline, a tap is stored, even across a reload, and retried until it arrives. Sending it twice does no harm.
  document.addEventListener("request:end", (event) => {
    const button = event.detail.elt;
    if (!isPut(button)) return;
    inFlight.delete(cardOf(button));
    if (event.detail.lost) {
      waiting.set(cardOf(button), button.dataset.asked);
      keep();
      if (button.closest("#results")) show(button, button.dataset.asked === "1");
    }
    $("#tally")?.removeAttribute("aria-busy");
    if (!event.detail.successful) button.closest("[data-line]")?.classList.remove("going");
    const refused = $("#refused");
    if (refused) refused.hidden = ![403, 404].includes(event.detail.xhr?.status);
    agree();
  });
  const send = async () => {
    const at = $("#deck-version");
    const action = $("#put")?.action;
    if (!at || !action || !window.htmx) return;
    const unsent = [...waiting]; // a copy: taps come and go while one is under way
    for (const [code, present] of unsent) {
      const token = $("[name=csrfmiddlewaretoken]").value;
      try {
        const body = new URLSearchParams({ tap: `${present} ${code}` });
        const answer = await fetch(action, {
          signal: AbortSignal.timeout(30000),
          method: "POST",
          body,
          headers: { "X-CSRFToken": token, "HX-Request": "true" },
        });
        if (answer.status >= 500) return;
      } catch {
        return;
      }
      waiting.delete(code);
      keep();
      if (!waiting.size) window.htmx.trigger(at, "ring");
    }
  };
  setInterval(send, 4000);
  window.addEventListener("online", send);
  document.addEventListener("DOMContentLoaded", () => {
    keep();
    send();
  });

  // If another response has replaced the tapped element or its target, there is no place for this one: reload the list.
  document.addEventListener("htmx:beforeSwap", (event) => {
    if (!builder() || document.contains(event.detail.requestConfig.elt)) return;
    event.detail.shouldSwap = false;
    window.htmx.trigger($("#deck-version"), "ring");
  });
  // A response that was overtaken by a later one must not reset the tally.
  document.addEventListener("htmx:oobBeforeSwap", (event) => {
    const { fragment, target } = event.detail;
    const fresh = fragment.firstElementChild;
    if (target.id === "tally" && Number(fresh?.dataset.at) < Number(target.dataset.at)) event.detail.shouldSwap = false;
  });
  document.addEventListener("htmx:afterSettle", () => {
    agree();
    // A redrawn line has lost the focus of its button.
    if (touched && document.activeElement === document.body)
      document.getElementById(touched)?.focus({ preventScroll: true });
    touched = "";
  });

  // Move cards between catalogue, list and “Maybe” by dragging; the buttons and keys do the same.
  const PLACES = [".deck-list", "#maybe", "#results"];
  const placeOf = (node) => PLACES.find((place) => node.closest?.(place));
  const think = (row) => {
    const own = $("[form=think]", row);
    if (own) {
      own.click();
      return;
    }
    const [note, out] = [$("#think .tap"), $(".tap-out", row)];
    note.value = `1 ${codeOf(row)}`;
    // Removing takes out all copies; the line may have a button for a single one.
    out.value = `0 ${codeOf(row)}`;
    out.click();
    note.click();
  };
  const move = (row, from, to) => {
    if (to === ".deck-list") $(".tap-in", row)?.click();
    else if (to === "#maybe") think(row);
    else $(from === "#maybe" ? "[form=think]" : ".tap-out", row)?.click();
  };
  const marked = (place) => {
    for (const one of PLACES) $(one)?.classList.toggle("drop-here", one === place);
  };
  document.addEventListener("dragstart", (event) => {
    const row = builder() && event.target.closest?.(".held");
    if (!row) return;
    dragged = { row, from: placeOf(row) };
    event.dataTransfer.effectAllowed = "move";
    event.dataTransfer.setData("text/plain", codeOf(row));
    setTimeout(() => {
      const maybe = $("#maybe");
      if (maybe && dragged) {
        maybe.hidden = false;
        maybe.classList.add("drop-zone");
      }
    });
  });
  document.addEventListener("dragover", (event) => {
    const to = dragged && placeOf(event.target);
    if (to && to !== dragged.from) event.preventDefault();
    if (dragged) marked(to !== dragged.from ? to : null);
  });
  document.addEventListener("drop", (event) => {
    const to = dragged && placeOf(event.target);
    if (!to || to === dragged.from) return;
    event.preventDefault();
    move(dragged.row, dragged.from, to);
  });
  document.addEventListener("dragend", () => {
    dragged = null;
    marked(null);
    $("#maybe")?.classList.remove("drop-zone");
    agree();
  });

  // Keys: arrows move between cards, + and - add and remove, / searches, Ctrl+Z and Ctrl+Y undo and redo.
  const buttons = (place) => all(`${place} .tap[form=put]`);
  const walk = (button, by) => {
    const place = button.closest("#results") ? "#results" : "#built";
    const list = buttons(place);
    const to = list.indexOf(button) + by;
    (to < 0 ? $("#q") : list[Math.min(to, list.length - 1)])?.focus();
  };
  const MOVES = {
    ArrowDown: (b) => walk(b, 1),
    ArrowUp: (b) => walk(b, -1),
    ArrowRight: () => buttons("#built")[0]?.focus(),
    ArrowLeft: () => buttons("#results")[0]?.focus(),
  };
  // For a card with copies, + and - change their number; its two buttons act as one control.
  const put = (button, present) => {
    const kind = present === "1" ? ".tap-in" : ".tap-out";
    (button.matches(kind) ? button : button.closest(".counted")?.querySelector(`${kind}`))?.click();
  };
  document.addEventListener("keydown", (event) => {
    if (!builder() || event.altKey) return;
    const here = event.target;
    const typing = here.matches("input:not([type=hidden]), textarea, select");
    if ((event.ctrlKey || event.metaKey) && !typing && ["z", "y"].includes(event.key.toLowerCase())) {
      const form = $(event.key.toLowerCase() === "z" && !event.shiftKey ? "#undo" : "#redo");
      if (form) {
        event.preventDefault();
        form.requestSubmit();
      }
      return;
    }
    if (event.ctrlKey || event.metaKey) return;
    if (event.key === "/" && !typing) {
      event.preventDefault();
      $("#q").focus();
      $("#q").select();
      return;
    }
    if (here.id === "q" && event.key === "ArrowDown") {
      event.preventDefault();
      buttons("#results")[0]?.focus();
      return;
    }
    if (!here.matches(".tap")) return;
    if (event.key === "?") {
      event.preventDefault();
      think(here.closest(".held"));
      return;
    }
    if (MOVES[event.key]) {
      event.preventDefault();
      MOVES[event.key](here);
    } else if (event.key === "+" || event.key === "=") {
      event.preventDefault();
      put(here, "1");
    } else if (event.key === "-") {
      event.preventDefault();
      put(here, "0");
    }
  });

  // The bar: the layout of rows is stored on this device, chips close by themselves, and the bar stays above the
  // keyboard.
  const LOOK = "builder-look";
  document.addEventListener("DOMContentLoaded", () => {
    const kept = all(".looks input").find((look) => look.value === localStorage.getItem(LOOK));
    if (kept) kept.checked = true;
  });
  document.addEventListener("change", (event) => {
    if (event.target.matches(".looks input")) localStorage.setItem(LOOK, event.target.value);
    if (event.target.id === "see-list") scrollTo({ top: 0 });
  });

  // Only one chip is open at a time, even in browsers without exclusive details; a tap outside or Escape closes it.
  const close = (but) => {
    for (const chip of all(".chip-menu[open]")) if (chip !== but) chip.open = false;
  };
  document.addEventListener("click", (event) => {
    close(event.target.closest(".chip-menu"));
    if (event.target.closest("[data-closes-menu]")) {
      event.preventDefault();
      event.target.closest("[popover]").hidePopover();
      $("#settings").open = true;
      $("#settings").scrollIntoView();
    }
  });
  document.addEventListener("keydown", (event) => {
    const chip = event.key === "Escape" && $(".chip-menu[open]");
    if (!chip) return;
    chip.open = false;
    $("summary", chip).focus();
  });

  // Typing searches the cards, and the results are scrolled to the top, above keyboard and bar.
  document.addEventListener("input", (event) => {
    if (event.target.id !== "q") return;
    const results = $("#results");
    const top = results.getBoundingClientRect().top - $(".builder-strip").offsetHeight - 8;
    if (top < 0 && matchMedia("(max-width: 859px)").matches) scrollBy({ top });
  });
  const view = window.visualViewport;
  const over = () => {
    const hidden = Math.max(0, window.innerHeight - view.height - view.offsetTop);
    document.documentElement.style.setProperty("--keyboard", `${Math.round(hidden)}px`);
  };
  view?.addEventListener("resize", over);
  view?.addEventListener("scroll", over);
})();
