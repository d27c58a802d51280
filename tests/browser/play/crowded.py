"""A table with any number of cards, and checks of its layout."""

from __future__ import annotations

# Put this many cards of the view in play: in both combat areas, beside them, and in the hand.
LAY = """([combat, beside, hand]) => {
    const view = structuredClone(gameTable.state.view), codes = Object.keys(view.cards);
    const lay = (count, side) => Array.from({ length: count },
        (_, at) => ({ id: side + codes[at % codes.length], marks: [] }));
    for (const [at, side] of [view.you, view.opponent].entries()) {
        const ship = { id: at + codes[1], marks: [], cargo: lay(1, at) };
        Object.assign(side, { combat: lay(combat, at), power: 12 });
        Object.assign(side, { ships: beside > 2 ? [ship] : [], support: lay(beside > 2 ? beside - 2 : beside, at) });
    }
    view.hand = lay(hand, "0");
    view.element = "fire";
    view.offers = view.hand.map(
        ({ id }) => ({ do: `play:${id}`, kind: "play", card: id, label: "Play", powers: [14, 12] }));
    Object.assign(gameTable.state, { view, frame: null });
    gameTable.draw();
}"""
# What overlaps, sticks out of its card, button or area, is clipped, or is covered.
FAULTS = r"""() => {
    const found = [], page = document.documentElement, box = one => one.getBoundingClientRect();
    if (page.scrollWidth > innerWidth) found.push('the page is too wide');
    const every = query => [...document.querySelectorAll(query)].filter(one => one.checkVisibility()
        && box(one).width > 1 && !one.closest('.visually-hidden, [popover]'));
    const named = one => `${one.className} ${one.dataset.id ?? one.textContent.trim().slice(0, 30)}`;
    const meet = (a, b) => Math.min(a.right, b.right) - Math.max(a.left, b.left) > 2
        && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 2;
    const pairs = (all, what) => all.forEach((a, at) => all.slice(at + 1).forEach(
        b => meet(box(a), box(b)) && found.push(`${what}: ${named(a)} and ${named(b)} overlap`)));
    pairs(every('.lane li:not(.edge) > .place'), 'board');
    pairs(every('.bar, .arena > *, .question, .game > .notice, .hands, .result'), 'page');
    pairs(every('.score > *, .question > *'), 'parts');
    const texts = '.game :is(.name, .question h1, .question p, .score p, .acts .btn), .player p';
    for (const one of every(`.lane .place, ${texts}`)) {
        if (one.closest('.edge')) continue;
        const mine = box(one), around = box(one.closest('.card, .btn, .question, .score, .bar, .rail, .lane') ?? page);
        if (one.scrollWidth > one.clientWidth + 1 && one.clientWidth) found.push(`${named(one)} is cut`);
        if ([around.left - mine.left, mine.right - around.right, around.top - mine.top, mine.bottom - around.bottom]
            .some(by => by > 3)) found.push(`${named(one)} sticks out`);
    }
    for (const one of every('.place.lit, .acts .btn, .bar :is(a, button)')) {
        one.scrollIntoView({ block: 'nearest' });
        const at = box(one), top = document.elementFromPoint(at.left + at.width / 2, at.top + at.height / 2);
        if (!one.contains(top)) found.push(`${named(one)} is out of reach`);
        if (Math.min(at.width, at.height) < 43.5) found.push(`${named(one)} is too small`);
    }
    return found;
}"""
