// Taps and keys at the game table.
(() => {
  "use strict";
  const { words, state, draw, offersOf } = window.gameTable;
  const { part, fill } = window.drawing;
  const REACTION_MS = 1000;
  const tell = (name, detail) => document.dispatchEvent(new CustomEvent(name, { detail }));
  const act = (offer) => {
    state.lifted = "";
    tell("game:act", offer.do);
  };
  const putDown = () => {
    if (!state.lifted && !state.wondered && !state.problem) return;
    Object.assign(state, { lifted: "", wondered: "", problem: null });
    draw();
  };
  // A first tap lifts a card, or shows why it must wait; a second one plays it if there is only one way. Readers can choose
  // to play with the first one. While an action is being sent, the tap waits for its response.
  const playsAtOnce = () => window.signals.wants("one-tap");
  let next = "";
  const tapCard = (id) => {
    if (state.pending) next = id;
    const facts = state.view.cards[id.slice(1)];
    if (state.pending || state.frame || !facts) return;
    const offers = offersOf(id);
    if (offers.length === 1 && (state.lifted === id || playsAtOnce())) return act(offers[0]);
    const why = !offers.length && state.view.why[id];
    const problem = offers.length || why ? null : { message: fill(words.not_now, facts) };
    Object.assign(state, { lifted: offers.length ? id : "", wondered: why ? id : "", problem });
    draw();
  };
  document.addEventListener("game:drawn", () => {
    if (!next || state.pending) return;
    const id = next;
    next = "";
    tapCard(id);
  });
  // A tap meant for a playable card doesn’t open the large card, even if a newer view arrived in the meantime.
  document.addEventListener(
    "click",
    (event) => {
      const card = event.target.closest?.(".game .place");
      if (performance.now() - card?.litUntil < REACTION_MS) delete card.dataset.peekTap;
    },
    true,
  );
  const OWN = {
    "@down": putDown,
    "@turn": () => tell("game:turn"),
    "@back": () => tell("game:step", -1),
    "@next": () => tell("game:step", 1),
  };
  document.addEventListener("click", (event) => {
    const card = event.target.closest?.(".game .place");
    const button = event.target.closest?.(":is(.game, #game-more) [data-do]");
    // Where one tap plays, the second of a double one may meet the next card.
    if (card && card.dataset.peekTap === undefined)
      return (event.detail < 2 || !playsAtOnce()) && tapCard(card.dataset.id);
    if (!button) return event.target.closest?.(".arena") && putDown();
    const { do: wanted } = button.dataset;
    if (OWN[wanted]) return OWN[wanted]();
    if (button.type === "submit") event.preventDefault();
    part("#game-more").hidePopover();
    if (wanted === "@close") return tell("game:step", 0);
    // The second tap of a double tap would hit the new button, such as Announce after Play.
    return wanted && event.detail < 2 && act({ do: wanted });
  });
  // Hovering over a card shows nothing: it would cover the cards and buttons beside it.
  part(".game").addEventListener("pointerover", (event) => event.stopPropagation());
  document.addEventListener("submit", (event) => event.target.id === "act" && event.preventDefault(), true);

  // ---- the menu: its last turn is shown on the board, its log in a sheet
  document.addEventListener("click", async (event) => {
    const link = event.target.closest?.("#game-more a:is([data-turn], [data-sheet])");
    if (!link) return;
    event.preventDefault();
    part("#game-more").hidePopover();
    if (link.dataset.turn !== undefined) return tell("game:turn");
    const answer = await fetch(link.href).catch(() => null);
    if (!answer?.ok) return location.assign(link.href);
    const found = new DOMParser().parseFromString(await answer.text(), "text/html").querySelector("#log");
    part("#game-sheet").replaceChildren(found);
    return part("#game-sheet").showPopover();
  });

  // ---- keys
  const lit = () => [...document.querySelectorAll(".hand .place"), ...document.querySelectorAll(".arena .place.lit")];
  const move = (by) => {
    const cards = lit();
    const at = cards.indexOf(document.activeElement);
    cards[at < 0 ? (by > 0 ? 0 : cards.length - 1) : (at + by + cards.length) % cards.length]?.focus();
  };
  const KEYS = {
    ArrowRight: () => move(1),
    ArrowLeft: () => move(-1),
    Escape: () => (state.steps ? tell("game:step", 0) : putDown()),
    a: () => [...document.querySelectorAll(".acts .primary")].find((one) => one.checkVisibility())?.click(),
    l: () => tell("game:turn"),
    w: () => part(".acts [data-do=wait]")?.click(),
  };
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || part(":popover-open, dialog[open]")) return;
    if (/^[1-9]$/.test(event.key)) {
      const card = part(`[data-zone=hand] > :nth-child(${event.key}) .place`);
      card?.focus();
      card?.click();
    } else if (KEYS[event.key]) KEYS[event.key]();
    else return;
    event.preventDefault();
  });
})();
