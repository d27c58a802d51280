// For every page: "/" focuses the search box, day and night can be switched, other scripts are loaded on demand.
"use strict";
(() => {
  const root = document.documentElement;
  const name = root.dataset.themeCookie;
  const kept = new RegExp(`(?:^|; )${name}=(day|night)`).exec(document.cookie);
  if (kept) root.dataset.theme = kept[1];
  const button = document.querySelector("button.theme");
  if (!button) return;
  button.hidden = false;
  button.addEventListener("click", () => {
    const system = matchMedia("(prefers-color-scheme: dark)").matches ? "night" : "day";
    const next = (root.dataset.theme || system) === "night" ? "day" : "night";
    root.dataset.theme = next;
    document.cookie = `${name}=${next}; path=/; max-age=31536000; samesite=lax`;
  });
})();
// live.js if there is a topic, card-peek.js when somebody wants to see a card.
(() => {
  const { live, peek, peekSheet } = document.body.dataset;
  const bring = (kind, more) => {
    const brought = document.head.appendChild(Object.assign(document.createElement(kind), more));
    brought.dataset.brought = "";
    return brought;
  };
  let loaded = false;
  const loadLive = () => {
    if (loaded || !document.querySelector("[data-topic]")) return;
    loaded = true;
    bring("script", { src: live });
  };
  loadLive();
  document.addEventListener("htmx:afterSettle", loadLive);
  // German card names first, if chosen on this device.
  const german = document.querySelector("[data-german-names]");
  const nameInGerman = () => {
    localStorage.setItem("names", "de");
    bring("link", { rel: "stylesheet", href: german.dataset.sheet });
    bring("script", { src: german.dataset.germanNames });
  };
  if (german) {
    german.hidden = false;
    if (localStorage.getItem("names") === "de") nameInGerman();
    else german.addEventListener("click", nameInGerman, { once: true });
  }
  // A tile already shows its card; every other link to one can be hovered over, held, or reached with the Tab key.
  const PAGE = /^\/cards\/[a-z]+-[0-9a-z-]+\/$/;
  const named = (link) => !link.matches(".card") && PAGE.test(link.pathname);
  const mark = (event) => {
    const link = event.target.closest?.('main a[href^="/cards/"]');
    if (link && !link.dataset.peek && named(link)) link.dataset.peek = `${link.pathname}peek/`;
  };
  // The large card’s script is loaded at the first touch or key on a card’s name, which it then handles.
  let wish = null;
  const bringPeek = (event) => {
    mark(event);
    const here = document.querySelector("main [data-peek]");
    if (event.type === "keydown" ? event.key === "?" && here : event.target.closest?.("main [data-peek]")) wish = event;
    if (!peek || document.querySelector(`script[src="${peek}"]`)) return;
    if (!here && ![...document.querySelectorAll('main a[href^="/cards/"]')].some(named)) return;
    bring("link", { rel: "stylesheet", href: peekSheet });
    bring("script", { src: peek }).addEventListener("load", () =>
      wish?.target.dispatchEvent(new wish.constructor(wish.type, wish)),
    );
  };
  for (const kind of ["pointerover", "pointerdown", "focusin", "keydown"])
    document.addEventListener(kind, bringPeek, true);
  for (const kind of ["pointerup", "pointercancel"])
    document.addEventListener(
      kind,
      () => {
        if (wish?.type === "pointerdown") wish = null;
      },
      true,
    );
})();
// A request that is replaced by a newer one, or that ends because its page is left, is no error; htmx would log it.
document.addEventListener("htmx:beforeSend", ({ detail }) => {
  const end = detail.xhr.onabort;
  detail.xhr.onabort = () => {
    detail.error = "";
    end();
  };
});
// The end of a request is announced by the document ("request:end"): the requesting element may have been replaced, and
// htmx only notifies that. The response goes to the current element. `lost`: there was no response.
document.addEventListener("htmx:beforeSend", ({ detail }) => {
  const { xhr, elt } = detail;
  xhr.addEventListener("readystatechange", () => {
    if (xhr.readyState === XMLHttpRequest.DONE && !detail.target.isConnected)
      detail.target = document.getElementById(detail.target.id) ?? detail.target;
  });
  for (const kind of ["error", "timeout"])
    xhr.addEventListener(kind, () => {
      detail.lost = true;
    });
  xhr.addEventListener("loadend", () =>
    document.dispatchEvent(new CustomEvent("request:end", { detail: { ...detail, elt } })),
  );
});
// Text typed before the scripts were loaded is handled now.
(() => {
  const isChanged = (field) => {
    if (field.type === "checkbox" || field.type === "radio") return field.checked !== field.defaultChecked;
    if (field.localName !== "select") return field.value !== field.defaultValue;
    const first = [...field.options].find((one) => one.defaultSelected) ?? field.options[0];
    return field.value !== (first?.value ?? "");
  };
  const catchUp = () => {
    const fields = document.querySelectorAll(
      "[hx-trigger] :is(input, select, textarea), :is(input, textarea)[hx-trigger]",
    );
    for (const field of [...fields].filter(isChanged)) {
      for (const name of ["input", "change"]) field.dispatchEvent(new Event(name, { bubbles: true }));
    }
  };
  document.addEventListener("DOMContentLoaded", catchUp);
})();
// Announce the result of a tap: a live region only announces what is added once it exists.
window.addEventListener("load", () => {
  const said = document.querySelector(".messages");
  setTimeout(() => said?.replaceChildren(...[...said.children].map((one) => one.cloneNode(true))), 300);
});
// A second tap on a button does nothing while the first is being sent.
(() => {
  const sent = new Set();
  window.addEventListener("submit", (event) => {
    if (event.defaultPrevented || event.target.method !== "post") return;
    const tapped = event.submitter ?? event.target;
    if (sent.has(tapped)) return event.preventDefault();
    sent.add(tapped);
    setTimeout(() => sent.delete(tapped), 5000);
  });
  window.addEventListener("pageshow", () => sent.clear());
})();
// Without a search box on the page, go to the site search.
document.addEventListener("keydown", (event) => {
  if (event.key !== "/" || event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.target.closest("input, textarea, select, [contenteditable]")) return;
  const box = document.querySelector('main input[type="search"]');
  event.preventDefault();
  if (box) {
    box.focus();
    box.select();
  } else {
    location.assign(document.body.dataset.search);
  }
});

// Registers the service worker, tells it the next pages, and says when a page is only the copy on this device.
(() => {
  const { body } = document;
  const DECK = /^\/decks\/[a-z0-9]{12}\/$/;
  if (body.dataset.kept) {
    const note = document.getElementById("from-memory");
    note.hidden = false;
    note.append(
      ` ${new Date(Number(body.dataset.kept)).toLocaleString([], { dateStyle: "short", timeStyle: "short" })}`,
    );
  }
  // A copy, and the offline page, reload when the network is back; not while somebody is leaving the page, as the
  // reload would bring them back. A site that was down may come back without a browser event.
  if (body.dataset.kept || document.getElementById("kept")) {
    let [leaving, failed] = [false, false];
    window.addEventListener("beforeunload", () => {
      leaving = true;
    });
    window.addEventListener("pageshow", () => {
      leaving = false;
    });
    const comeBack = () => {
      if (navigator.onLine && !leaving) location.reload();
    };
    const ask = async () => {
      const answer = await fetch("/healthz", { cache: "no-store" }).catch(() => null);
      if (answer?.ok && failed) comeBack();
      failed = !answer?.ok;
    };
    window.addEventListener("online", () => setTimeout(comeBack, 1000));
    setInterval(ask, 10000);
  }
  // The reader’s time zone, where a form asks for it.
  const zone = document.querySelector("input[name=zone], input[name=time_zone]");
  if (zone) zone.value ||= Intl.DateTimeFormat().resolvedOptions().timeZone ?? "";
  if (!("serviceWorker" in navigator)) return;
  // Not with the first page, which should load quickly, and many readers see no second. Nor beside a packet.
  const again = Boolean(navigator.serviceWorker.controller) && !document.getElementById("packet");
  const ahead = async () => {
    const links = [...document.querySelectorAll("main a[href]")].map((one) => new URL(one.href).pathname);
    const { active } = await navigator.serviceWorker.ready;
    active.postMessage({ links: links.filter((path) => DECK.test(path)).slice(0, 30) });
  };
  // The stored copy of a page contains what a notice or a tap has changed, as long as the reader is the same.
  const showInCopy = () => {
    const reader = document.getElementById("result-queue")?.dataset.reader;
    const { controller } = navigator.serviceWorker;
    if (reader === undefined || !controller || body.dataset.kept) return;
    const page = document.documentElement.cloneNode(true);
    for (const brought of page.querySelectorAll("[data-brought]")) brought.remove();
    controller.postMessage({ shown: `<!DOCTYPE html>${page.outerHTML}`, address: location.href, reader });
  };
  let due = 0;
  document.addEventListener("htmx:afterSettle", () => {
    clearTimeout(due);
    due = setTimeout(showInCopy, 500);
  });
  window.addEventListener("load", () => {
    navigator.serviceWorker.register("/worker.js", { scope: "/" }).catch(() => undefined);
    if (again && !body.dataset.kept && !navigator.connection?.saveData) setTimeout(ahead, 1500);
  });
})();
