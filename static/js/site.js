// What every page does: "/" puts the cursor into its search box, and there may be a copy of it on this device.
"use strict";
// A page without a search box leads to the cards.
document.addEventListener("keydown", (event) => {
  if (event.key !== "/" || event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.target.closest("input, textarea, select, [contenteditable]")) return;
  const box = document.querySelector('main input[type="search"]');
  event.preventDefault();
  if (box) {
    box.focus();
    box.select();
  } else {
    const cards = document.querySelector("[data-search-page]") || document.querySelector('nav a[href="/cards/"]');
    if (cards) location.assign(cards.href);
  }
});

// Brings the service worker, tells it what lies ahead, and says when a page is only the copy on this device.
(() => {
  const { body } = document;
  const DECK = /^\/decks\/[a-z0-9]{12}\/$/;
  if (body.dataset.kept) {
    document.getElementById("from-memory").hidden = false;
    // Not when somebody is on the way to another page: a reload would bring them back to this one.
    let leaving = false;
    window.addEventListener("beforeunload", () => {
      leaving = true;
    });
    window.addEventListener("pageshow", () => {
      leaving = false;
    });
    window.addEventListener("online", () =>
      setTimeout(() => {
        if (navigator.onLine && !leaving) location.reload();
      }, 1000),
    );
  }
  // On the page that is shown without a network: what there is instead.
  const list = document.getElementById("kept");
  const tell = async () => {
    for (const name of await caches.keys()) {
      if (!name.startsWith("pages-")) continue;
      const pages = await caches.open(name);
      for (const request of await pages.keys()) {
        const { pathname } = new URL(request.url);
        if (!/^\/(decks|matches)\/[a-z0-9]{12}\//.test(pathname)) continue;
        const copy = new DOMParser().parseFromString(await (await pages.match(request)).text(), "text/html");
        const link = Object.assign(document.createElement("a"), {
          href: pathname,
          textContent: copy.querySelector("title").textContent.replace(" · Ten Moons", ""),
        });
        const item = document.createElement("li");
        item.append(link);
        list.querySelector("ul").append(item);
        list.hidden = false;
      }
    }
  };
  if (list && "caches" in window) tell();
  if (!("serviceWorker" in navigator)) return;
  // Not with the first page: that one should be there quickly, and many look at no second.
  const again = Boolean(navigator.serviceWorker.controller);
  const ahead = async () => {
    const links = [...document.querySelectorAll("main a[href]")].map((one) => new URL(one.href).pathname);
    const { active } = await navigator.serviceWorker.ready;
    active.postMessage({ links: links.filter((path) => DECK.test(path)).slice(0, 30) });
  };
  window.addEventListener("load", () => {
    navigator.serviceWorker.register("/worker.js", { scope: "/" }).catch(() => undefined);
    if (again && !body.dataset.kept && !navigator.connection?.saveData) setTimeout(ahead, 1500);
  });
})();
