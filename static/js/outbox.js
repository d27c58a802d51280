// The outbox: what somebody noted on this device and the site has not answered yet. It is kept here until it is sent, and
// sent only for the one who noted it. The table companion uses it; so may every page that has to work without a network.
//
// Shape, in localStorage: one entry for each reader and place,
//   "outbox <reader> <place>": [item, …]   in the order in which they were noted
//   reader  the mark of the person, `{{ me.mark }}` in a template; "" for somebody the site does not know
//   place   what the items are about, such as "table KEY" or "results KEY"
//   item    what the page sends, with an `id` of its own, by which the site keeps what is sent twice only once
//
//   const box = window.TenMoonsOutbox(place, reader);
//   box.items       what waits; read it, never change it
//   box.add(item)   keep one more
//   box.drop(ids)   they are answered, whether kept or refused
//   box.others()    how many items of other readers wait here: say so, never send them
//   box.discard()   throw those of the others away
//   box.isIn(event) whether a "storage" event, which another tab causes, is about this place
//
// A request that sends items has `headers: box.headers`: should somebody else be known to the site by then, it refuses
// (`accounts.reader.require_same_reader`). A form that logs out has `data-outbox="{{ me.mark }}"` and asks its `data-question`,
// with {count} in it, before what waits is thrown away with the log-out.
(() => {
  "use strict";
  const PREFIX = "outbox ";
  const stored = (key) => JSON.parse(localStorage.getItem(key) ?? "[]");
  const keys = () => Object.keys(localStorage).filter((key) => key.startsWith(PREFIX));
  const count = (found) => found.reduce((sum, key) => sum + stored(key).length, 0);
  // Without storage, entries are still sent while the page is open.
  const attempt = (task, otherwise) => {
    try {
      return task();
    } catch {
      return otherwise;
    }
  };

  window.TenMoonsOutbox = (place, reader) => {
    const own = `${PREFIX}${reader} ${place}`;
    const foreign = () => keys().filter((key) => key !== own && key.endsWith(` ${place}`));
    const box = { items: [], headers: { "X-Reader": reader } };
    // Another tab of the same reader may have added or sent some.
    const change = (changed) => {
      box.items = changed(attempt(() => stored(own), box.items));
      attempt(() => {
        if (box.items.length) localStorage.setItem(own, JSON.stringify(box.items));
        else localStorage.removeItem(own);
      });
    };
    box.add = (item) => change((items) => [...items, item]);
    box.drop = (ids) => change((items) => items.filter((item) => !ids.has(item.id)));
    box.others = () => attempt(() => count(foreign()), 0);
    box.discard = () => attempt(() => foreign().forEach((key) => localStorage.removeItem(key)));
    box.isIn = (event) => {
      const here = event.key?.startsWith(PREFIX) && event.key.endsWith(` ${place}`);
      if (here) box.drop(new Set());
      return Boolean(here);
    };
    box.drop(new Set());
    return box;
  };

  const leave = (event) => {
    const { outbox, question } = event.target.dataset;
    if (outbox === undefined) return;
    attempt(() => {
      const mine = keys().filter((key) => key.startsWith(`${PREFIX}${outbox} `));
      const waiting = count(mine);
      if (waiting && !window.confirm(question.replace("{count}", waiting))) event.preventDefault();
      else mine.forEach((key) => localStorage.removeItem(key));
    });
  };
  // Before site.js, which treats the next tap as a repeated one of a form being sent.
  window.addEventListener("submit", leave, true);
})();
