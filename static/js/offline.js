// The page shown offline: lists the decks and matches stored on this device.
"use strict";
(() => {
  const waits = document.getElementById("waits");
  try {
    const kept = Object.keys(localStorage).filter((key) => key.startsWith("outbox "));
    const count = kept.reduce((sum, key) => sum + JSON.parse(localStorage.getItem(key)).length, 0);
    waits.hidden = !count;
    waits.textContent = waits.dataset.say.replace("{count}", count);
  } catch {
    waits.hidden = true;
  }
})();
(async () => {
  const list = document.getElementById("kept");
  if (!("caches" in window)) return;
  for (const name of await caches.keys()) {
    if (!name.startsWith("pages-")) continue;
    const pages = await caches.open(name);
    for (const request of await pages.keys()) {
      const { pathname, search } = new URL(request.url);
      if (search || !/^\/(decks|matches|matches\/events)\/[a-z0-9]{12}\//.test(pathname)) continue;
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
})();
