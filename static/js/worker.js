// The service worker. tenmoons/pwa/offline_pages.py defines what it may store, which comes before these lines as
// POCKET: static files, drawn cards, the catalogue, one’s own decks, boards, the table between two phones. Nothing of a
// draft, no token, no account.
"use strict";
const FILES = `files-${POCKET.version}`;
const PAGES = `pages-${POCKET.version}`;
const TILES = "tiles";
const MARK = "/.whose";
const PATIENCE = 6000;
const kept = POCKET.kept.map((one) => new RegExp(one));
const forgetting = POCKET.forgetting.map((one) => new RegExp(one));
// A board is defined by its URL: the position, the steps that were played, and the current step.
const BOARD = /^\/board\/(learn\/[a-z-]+\/)?$/;
const MOST_BOARDS = 120;
const EVENT = /^\/matches\/events\/[a-z0-9]+\/(results\/)?$/;
const EVENT_QUERY = ["round", "entered", "before", "after", "table", "dropped", "pasted"];
// The cache key of a page; without one it is not stored.
const named = (address) => {
  const { pathname, search, searchParams: query } = new URL(address, self.location.origin);
  if (!kept.some((one) => one.test(pathname))) return undefined;
  if (!search) return pathname;
  // A round of an event is a page of its own; what was just entered or asked there is shown on top of it.
  if (EVENT.test(pathname) && ![...query.keys()].some((key) => !EVENT_QUERY.includes(key)))
    return query.get("round") ? `${pathname}?round=${Number(query.get("round"))}` : pathname;
  if (!BOARD.test(pathname) || ["why", "draw", "pick"].some((name) => query.get(name))) return undefined;
  const steps = (query.get("l") ?? "").split("~").filter(Boolean);
  const done = [...steps.slice(0, Number(query.get("at") ?? steps.length)), query.get("do")].filter(Boolean);
  const position = (query.get("p") ?? "").replace(/[\s_]+/g, "_");
  return `${pathname}?${new URLSearchParams({ p: position, l: done.join("~") })}`;
};
// Counts how often everything was deleted: requests sent before that are not stored after it.
let forgotten = 0;

const forget = () => {
  forgotten += 1;
  return caches.delete(PAGES);
};

self.addEventListener("install", (event) => {
  const fill = async () => {
    const files = await caches.open(FILES);
    await files.addAll([...POCKET.shell, POCKET.offline]);
    await self.skipWaiting();
  };
  event.waitUntil(fill());
});

self.addEventListener("activate", (event) => {
  const tidy = async () => {
    const names = await caches.keys();
    await Promise.all(names.filter((name) => ![FILES, PAGES, TILES].includes(name)).map((name) => caches.delete(name)));
    await self.clients.claim();
  };
  event.waitUntil(tidy());
});

// A copy contains no form token, and is marked as one.
const copied = async (answer) => {
  const text = (await answer.text())
    .replace(/(name="csrfmiddlewaretoken" value|data-token)="[^"]*"/g, '$1=""')
    .replace("<body", `<body data-kept="${Date.now()}"`);
  const headers = new Headers(answer.headers);
  ["content-encoding", "content-length", "set-cookie"].forEach((name) => headers.delete(name));
  return new Response(text, { status: 200, headers });
};

const keep = async (answer, since) => {
  const whose = answer.headers.get("Offline-Copy");
  if (!whose || !answer.ok || answer.type !== "basic") return;
  const name = named(answer.url);
  if (!name) return;
  const copy = await copied(answer);
  const known = await caches.match(MARK);
  // Another reader than before: delete everything of the previous one.
  if (known && (await known.text()) !== whose) await caches.delete(PAGES);
  if (since !== forgotten) return;
  const pages = await caches.open(PAGES);
  await pages.put(MARK, new Response(whose));
  await pages.put(name, copy);
  if (!name.includes("?")) return;
  const boards = (await pages.keys()).filter(({ url }) => url.includes("?"));
  await Promise.all(boards.slice(0, -MOST_BOARDS).map((one) => pages.delete(one)));
};

const found = async (address) => {
  const name = named(address);
  if (!name) return undefined;
  const pages = await caches.open(PAGES);
  const here = await pages.match(name);
  if (here) return here;
  // A card is also on its people’s page.
  const people = /^\/cards\/([a-z]+)-[0-9a-z-]+\/$/.exec(name);
  const whole = people ? `/cards/peoples/${people[1]}/` : EVENT.test(name.split("?")[0]) && name.split("?")[0];
  return whole ? pages.match(whole) : undefined;
};

const asked = async (event) => {
  const since = forgotten;
  const answer = await fetch(event.request);
  event.waitUntil(keep(answer.clone(), since).catch(() => undefined));
  return answer;
};

const page = async (event) => {
  const { mode, url } = event.request;
  const fresh = asked(event);
  try {
    const copy = await found(url);
    if (!copy) return await fresh;
    const late = new Promise((resolve) => setTimeout(resolve, PATIENCE, copy));
    return await Promise.race([fresh, late]);
  } catch {
    const instead = mode === "navigate" ? await caches.match(POCKET.offline) : undefined;
    return (await found(url)) ?? instead ?? Response.error();
  }
};

const file = async (request) => {
  const files = await caches.open(FILES);
  const here = await files.match(request);
  if (here && POCKET.fixed) return here;
  try {
    const answer = await fetch(request);
    if (answer.ok && answer.type === "basic") await files.put(request, answer.clone());
    return answer;
  } catch (error) {
    if (here) return here;
    throw error;
  }
};

// Drawn cards never change at their URL; of each language and people, only the newest are kept.
const tiles = async (request) => {
  const drawn = await caches.open(TILES);
  const here = await drawn.match(request);
  if (here) return here;
  const answer = await fetch(request);
  if (answer.ok && answer.headers.get("Cache-Control")?.includes("immutable")) {
    const place = (address) =>
      new URL(address).pathname
        .split("/")
        .filter((_part, at) => at !== 4)
        .join("/");
    const older = (await drawn.keys()).filter(({ url }) => place(url) === place(request.url));
    await Promise.all(older.map((one) => drawn.delete(one)));
    await drawn.put(request, answer.clone());
  }
  return answer;
};

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (origin !== self.location.origin) return;
  if (request.method === "POST" && forgetting.some((one) => one.test(pathname))) event.waitUntil(forget());
  else if (request.method !== "GET") return;
  else if (pathname.startsWith(POCKET.static)) event.respondWith(file(request));
  else if (pathname.startsWith(POCKET.tiles)) event.respondWith(tiles(request));
  else if (request.mode === "navigate" || BOARD.test(pathname)) event.respondWith(page(event));
});

// A page names its links; what may be stored is fetched in advance, one after the other, and the catalogue as well unless
// it says `only`.
self.addEventListener("message", (event) => {
  const fetchAhead = async () => {
    const since = forgotten;
    const pages = await caches.open(PAGES);
    for (const path of new Set([...(event.data.only ? [] : POCKET.ahead), ...event.data.links])) {
      const name = named(path);
      if (!name || (await pages.match(name)) || since !== forgotten) continue;
      try {
        await keep(await fetch(path, { credentials: "same-origin" }), since);
      } catch {
        return;
      }
    }
  };
  const showInCopy = async ({ shown, address, reader }) => {
    const [name, since, pages] = [named(address), forgotten, await caches.open(PAGES)];
    const before = name && (await pages.match(name));
    if (!(await before?.clone().text())?.includes(`data-reader="${reader}"`) || since !== forgotten) return;
    await pages.put(name, await copied(new Response(shown, { headers: before.headers })));
  };
  if (event.data?.links) event.waitUntil(fetchAhead());
  if (event.data?.shown) event.waitUntil(showInCopy(event.data));
});

// A push message: a notification, which closes again at once if somebody is looking at that page.
self.addEventListener("push", (event) => {
  const show = async () => {
    const told = event.data.json();
    const pages = await self.clients.matchAll({ type: "window" });
    const seen = pages.some(
      (one) => one.visibilityState === "visible" && new URL(one.url).pathname.startsWith(told.path),
    );
    await self.registration.showNotification(told.title, {
      body: told.body,
      tag: told.tag,
      renotify: !seen,
      silent: seen,
      icon: POCKET.icon,
      badge: POCKET.icon,
      data: { path: told.path, stop: told.stop },
      actions: [{ action: "stop", title: told.stop_label }],
    });
    if (!seen) return;
    const shown = await self.registration.getNotifications({ tag: told.tag });
    shown.forEach((one) => one.close());
  };
  event.waitUntil(show());
});

// A tap opens the page, or focuses it if it is open; the button turns off this kind on this device.
self.addEventListener("notificationclick", (event) => {
  const { path, stop } = event.notification.data;
  event.notification.close();
  const open = async () => {
    const pages = await self.clients.matchAll({ type: "window" });
    const there = pages.find((one) => new URL(one.url).pathname.startsWith(path));
    return there ? there.focus() : self.clients.openWindow(path);
  };
  event.waitUntil(event.action === "stop" ? fetch(stop, { method: "POST" }) : open());
});
