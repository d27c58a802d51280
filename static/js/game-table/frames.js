// Past steps: the opponent’s at a pace one can follow, and the last turn as often as one likes.
(() => {
  "use strict";
  const { data, words, state, draw } = window.gameTable;
  const { fill } = window.drawing;
  const STEP_MS = 700;
  const LETTER_MS = 14;
  let queue = [];
  let timer = 0;
  const show = () => {
    clearTimeout(timer);
    state.frame = queue.shift() ?? null;
    draw();
    if (state.frame) timer = setTimeout(show, STEP_MS + LETTER_MS * state.frame.text.length);
  };
  const end = () => {
    clearTimeout(timer);
    queue = [];
    state.frame = null;
    state.steps = null;
    draw();
  };
  document.addEventListener("game:frames", ({ detail }) => {
    queue.push(...detail);
    if (!state.frame) show();
  });
  // A tap or a key during replay only goes to the last step; answers to notices and a rematch count at once.
  const isSkip = ({ target }) =>
    state.frame && !state.steps && !target.closest?.(".bar, .notice, [data-result], [popover]");
  const skip = (event) => {
    if (!isSkip(event)) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    if (event.type === "click") end();
  };
  for (const kind of ["pointerdown", "click"]) document.addEventListener(kind, skip, true);
  document.addEventListener(
    "keydown",
    (event) => {
      if (!["Enter", " ", "Escape"].includes(event.key) || !isSkip(event)) return;
      event.preventDefault();
      event.stopImmediatePropagation();
      end();
    },
    true,
  );

  // ---- the last turn, by hand
  const stepTo = (at) => {
    const { frames } = state.steps;
    state.steps.at = Math.max(0, Math.min(at, frames.length - 1));
    const step = fill(words.step, { at: state.steps.at + 1, of: frames.length });
    state.frame = { ...frames[state.steps.at], step };
    draw();
  };
  const open = async () => {
    const answer = await fetch(data.urls.turn, { headers: { Accept: "application/json" } }).catch(() => null);
    const frames = answer?.ok ? (await answer.json()).frames : [];
    if (!frames.length) return;
    clearTimeout(timer);
    queue = [];
    for (const frame of frames) Object.assign(state.view.cards, frame.cards);
    state.steps = { frames, at: 0 };
    stepTo(0);
  };
  document.addEventListener("game:turn", open);
  document.addEventListener("game:step", ({ detail }) => (detail ? stepTo(state.steps.at + detail) : end()));
})();
