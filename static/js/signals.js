// Sound, vibration and title that tell the reader it is their turn, and the checkboxes that switch them on in this
// browser.
window.signals = (() => {
  "use strict";
  const wants = (signal) => {
    try {
      return localStorage.getItem(`draft-${signal}`) === "on";
    } catch {
      return false;
    }
  };
  const remember = (signal, on) => {
    try {
      localStorage.setItem(`draft-${signal}`, on ? "on" : "off");
    } catch {
      /* private window */
    }
  };
  let audio = null;
  const beep = () => {
    try {
      audio ??= new AudioContext();
      const tone = audio.createOscillator(),
        loud = audio.createGain();
      tone.frequency.value = 660;
      loud.gain.setValueAtTime(0.12, audio.currentTime);
      loud.gain.exponentialRampToValueAtTime(0.001, audio.currentTime + 0.35);
      tone.connect(loud).connect(audio.destination);
      tone.start();
      tone.stop(audio.currentTime + 0.35);
    } catch {
      /* no sound here */
    }
  };
  const title = document.title;
  // `turn` is the title while it is the reader’s turn; `sudden` says that it has just begun.
  const tell = (turn, sudden) => {
    document.title = turn ? `● ${turn} · ${title}` : title;
    if (!turn || !sudden) return;
    if (wants("sound")) beep();
    if (wants("vibration")) navigator.vibrate?.(120);
  };
  const show = () => {
    for (const box of document.querySelectorAll("[data-signal]")) {
      box.checked = wants(box.dataset.signal);
      box.parentElement.hidden = box.dataset.signal === "vibration" && !navigator.vibrate;
    }
    document.getElementById("signals")?.removeAttribute("hidden");
  };
  document.addEventListener("change", ({ target: box }) => {
    if (!box.dataset?.signal) return;
    remember(box.dataset.signal, box.checked);
    if (box.dataset.signal === "sound" && box.checked) beep();
  });
  document.addEventListener("DOMContentLoaded", show);
  return { wants, remember, beep, tell, show };
})();
