// The venue screen: one page at a time on a large screen, turned automatically, also when a new round is swapped in.
(() => {
  "use strict";
  let page = 0;
  let next = 0;
  const wide = matchMedia("(min-width: 900px)");
  const show = () => {
    const wall = document.getElementById("wall");
    if (!wall) return;
    const pages = [...wall.querySelectorAll(".wall-page")];
    if (page >= pages.length) page = 0;
    pages.forEach((one, number) => {
      one.hidden = wide.matches && number !== page;
    });
    wall.querySelector(".wall-title").textContent = pages[page]?.dataset.title ?? "";
    const foot = wall.querySelector(".wall-next");
    const seconds = Math.max(0, Math.ceil((next - Date.now()) / 1000));
    foot.textContent =
      wide.matches && pages.length > 1
        ? foot.dataset.template
            .replace("{seconds}", seconds)
            .replace("{page}", page + 1)
            .replace("{pages}", pages.length)
        : "";
  };
  const turn = (by) => {
    const wall = document.getElementById("wall");
    const count = wall?.querySelectorAll(".wall-page").length || 1;
    page = (page + by + count) % count;
    next = Date.now() + Number(wall?.dataset.turnSeconds ?? 15) * 1000;
    show();
  };
  document.addEventListener("DOMContentLoaded", () => turn(0));
  document.addEventListener("htmx:afterSettle", show);
  wide.addEventListener("change", show);
  // How old the screen is, once there has been no response for a while; its page polls every 20 seconds.
  const OLD_AFTER = 20000;
  let [answered, failed] = [Date.now(), false];
  document.addEventListener("request:end", (event) => {
    const { status } = event.detail.xhr;
    failed = !status || status >= 500;
    if (!failed) answered = Date.now();
  });
  setInterval(() => {
    const note = document.querySelector(".wall-old");
    if (!note) return;
    note.hidden = !((failed || !navigator.onLine) && Date.now() - answered > OLD_AFTER);
    const time = new Date(answered).toLocaleTimeString([], { hour: "2-digit", minute: "2-digit" });
    note.textContent = note.dataset.template.replace("{time}", time);
  }, 1000);
  setInterval(() => (Date.now() >= next ? turn(1) : show()), 500);
  // The arrow keys of a keyboard or a presenter turn it by hand.
  document.addEventListener("keydown", (event) => {
    if (event.key === "ArrowRight" || event.key === "PageDown") turn(1);
    if (event.key === "ArrowLeft" || event.key === "PageUp") turn(-1);
  });
})();
