// The large card with its rulings, shown over the page when a card is held, hovered over for a moment, or focused or
// chosen while "?" is pressed. It works for everything with data-peek, the URL of the view.
(() => {
  "use strict";
  const HOLD_MS = 450;
  const POINT_MS = 600;
  const LEAVE_MS = 250;
  const SLIP_PX = 10;
  const LEAST_WIDE_PX = 230;
  const TWO_COLUMNS_PX = 500;
  const views = new Map();
  const viewAt = (address) => {
    if (!views.has(address)) {
      const asked = fetch(address, { headers: { "HX-Request": "true" } }).then((answer) =>
        answer.ok ? answer.text() : Promise.reject(new Error(answer.status)),
      );
      asked.catch(() => views.delete(address));
      views.set(address, asked);
    }
    return views.get(address);
  };
  // The last four cards to show side by side: URL and name of each.
  const BESIDE = "cards-side-by-side";
  const MOST_BESIDE = 4;
  const kept = () => JSON.parse(sessionStorage.getItem(BESIDE) || "[]");
  // The body has this script’s URL; see site.js, which also marks links to cards.
  const target = (event) => event.target.closest?.("body [data-peek]");
  // The page below stays: links open in a new tab.
  const fill = (box, markup) => {
    box.replaceChildren(document.createRange().createContextualFragment(markup));
    box.querySelectorAll("a").forEach((link) => {
      link.target = "_blank";
      link.rel = "noopener";
    });
    const compares = box.querySelector("[data-beside]");
    const others = kept().filter(([slug]) => slug !== compares?.dataset.beside);
    if (compares && others.length)
      compares.textContent = `${compares.dataset.with} ${others.map(([, name]) => name).join(", ")}`;
  };

  // ---- the dialog: held, or asked for by key
  let dialog = null;
  const open = async (element) => {
    const markup = await viewAt(element.dataset.peek).catch(() => "");
    if (markup && !dialog?.open) present(markup);
  };
  const present = (markup) => {
    hide();
    if (!dialog) {
      dialog = Object.assign(document.createElement("dialog"), { className: "peek" });
      dialog.setAttribute("aria-labelledby", "peek-name");
      dialog.addEventListener("click", (event) => {
        // Lifting the finger after a hold is not a tap beside the card.
        if (event.target === dialog && !held) dialog.close();
      });
      document.body.append(dialog);
    }
    fill(dialog, markup);
    if (!dialog.open) dialog.showModal();
    dialog.querySelector("[data-close] button").focus();
  };
  // The first card is remembered until another is opened; then both are side by side.
  const besideEachOther = async (cards, address) => {
    sessionStorage.setItem(BESIDE, JSON.stringify(cards));
    if (!cards.length) return dialog?.close();
    const asked = new URL(address, location.href);
    asked.search = new URLSearchParams(cards.map(([slug]) => ["card", slug]));
    const markup = await viewAt(asked.href).catch(() => "");
    if (markup) present(markup);
    return undefined;
  };
  document.addEventListener("click", (event) => {
    const link = event.target.closest?.(".peek :is([data-beside], [data-beside-only])");
    if (!link) return;
    event.preventDefault();
    const { beside, name } = link.dataset;
    const others = kept().filter(([slug]) => slug !== (beside ?? link.dataset.besideOnly));
    const cards = beside ? [...others, [beside, name]].slice(-MOST_BESIDE) : others;
    if (beside && cards.length < 2) {
      sessionStorage.setItem(BESIDE, JSON.stringify(cards));
      link.textContent = link.dataset.kept;
    } else besideEachOther(cards, link.href);
  });

  let timer = 0;
  let held = false;
  let from = null;
  const release = () => {
    clearTimeout(timer);
    from = null;
  };
  document.addEventListener("pointerdown", (event) => {
    const element = target(event);
    held = false;
    if (!element || event.pointerType === "mouse") return;
    from = [event.clientX, event.clientY];
    timer = setTimeout(() => {
      held = true;
      open(element);
    }, HOLD_MS);
  });
  document.addEventListener("pointermove", (event) => {
    if (from && Math.hypot(event.clientX - from[0], event.clientY - from[1]) > SLIP_PX) release();
  });
  for (const name of ["pointerup", "pointercancel", "scroll"]) document.addEventListener(name, release, true);
  // Lifting the finger after a hold chooses nothing, and the browser’s context menu stays closed.
  document.addEventListener(
    "click",
    (event) => {
      if (!held || !target(event)) return;
      held = false;
      event.preventDefault();
      event.stopPropagation();
    },
    true,
  );
  // Where a tap has no other meaning, it shows the card.
  document.addEventListener("click", (event) => {
    if (target(event)?.dataset.peekTap !== undefined) open(target(event));
  });
  document.addEventListener("contextmenu", (event) => {
    if ((from || held) && target(event)) event.preventDefault();
  });
  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape") hide();
    if (event.key !== "?" || dialog?.open || event.target.closest?.("textarea, select, input:not([type=radio])"))
      return;
    const chosen = document.querySelector("body [data-peek]:has(:checked)");
    const element = target(event) ?? shownFor ?? chosen ?? document.querySelector("body [data-peek]");
    if (!element) return;
    event.preventDefault();
    open(element);
  });

  // ---- the panel next to the card name that is pointed at; it stays while the pointer is on it
  let panel = null;
  let shownFor = null;
  let leaving = 0;
  const hide = () => {
    clearTimeout(leaving);
    if (panel?.matches(":popover-open")) panel.hidePopover();
    panel?.replaceChildren(); // the dialog is labelled by the card in it, so the id must be unique
    shownFor = null;
  };
  const show = async (element) => {
    const markup = await viewAt(element.dataset.peek).catch(() => "");
    if (!markup || !element.matches(":hover, :focus-visible") || dialog?.open) return;
    if (!panel) {
      panel = Object.assign(document.createElement("div"), { className: "peek", popover: "manual" });
      panel.setAttribute("role", "tooltip");
      panel.addEventListener("pointerenter", () => clearTimeout(leaving));
      panel.addEventListener("pointerleave", hide);
      // It may cover the next target: a tap outside of its links closes it.
      panel.addEventListener("click", (event) => event.target.closest("a, button") || hide());
      document.body.append(panel);
    }
    fill(panel, markup);
    panel.showPopover();
    shownFor = element;
    placeBeside((element.closest(".held") ?? element).getBoundingClientRect());
  };
  // On the side with more room and no wider than that, so that it never covers its target; if neither side has room,
  // above or below, or not at all.
  const placeBeside = (pointed) => {
    const rooms = { left: pointed.left - 12, right: window.innerWidth - pointed.right - 12 };
    panel.style.maxWidth = "";
    delete panel.dataset.narrow;
    const fits = (side) => rooms[side] >= panel.offsetWidth;
    const side = fits("right") || (!fits("left") && rooms.right >= rooms.left) ? "right" : "left";
    const beside = rooms[side] >= LEAST_WIDE_PX;
    if (beside) panel.style.maxWidth = `${rooms[side]}px`;
    panel.toggleAttribute("data-narrow", panel.offsetWidth < TWO_COLUMNS_PX);
    const { offsetWidth: wide, offsetHeight: high } = panel;
    const below = pointed.bottom + 6 + high <= window.innerHeight;
    if (!beside && !below && pointed.top < high + 6) return hide();
    const [left, top] = beside
      ? [side === "right" ? pointed.right + 6 : pointed.left - 6 - wide, pointed.top]
      : [pointed.left, below ? pointed.bottom + 6 : pointed.top - 6 - high];
    panel.style.left = `${Math.max(6, Math.min(left, window.innerWidth - wide - 6))}px`;
    panel.style.top = `${Math.max(6, Math.min(top, window.innerHeight - high - 6))}px`;
    return undefined;
  };
  const hovers = window.matchMedia("(hover: hover)");
  document.addEventListener("pointerover", (event) => {
    if (event.pointerType !== "mouse" || !hovers.matches) return;
    const element = target(event);
    if (element === shownFor) return clearTimeout(leaving);
    if (panel?.contains(event.target)) return;
    clearTimeout(timer);
    clearTimeout(leaving);
    leaving = setTimeout(hide, LEAVE_MS);
    if (element) timer = setTimeout(() => show(element), POINT_MS);
  });
  // The Tab key shows it beside a link; the next key press continues from there.
  document.addEventListener("focusin", (event) => {
    if (!event.target.matches("a[data-peek]:focus-visible")) {
      if (shownFor?.matches("a") && !panel?.contains(event.target)) hide();
      return;
    }
    clearTimeout(timer);
    timer = setTimeout(() => show(event.target), POINT_MS);
  });
  document.addEventListener(
    "pointerdown",
    (event) => {
      clearTimeout(timer);
      if (!panel?.contains(event.target)) hide();
    },
    true,
  );
})();
