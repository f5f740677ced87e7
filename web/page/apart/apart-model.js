// How an assembly comes apart, moment by moment; and the levels of several assemblies. It knows nothing of
// the page.
//
// A frame is what the library tells of a moment: `text`, the pieces that have `moved`, and the `places` of
// those that are there, each the number of a piece and how far it is displaced. Times are frames: at 2.5,
// the move that leads to frame 3 is half done.

import { boundsOf } from './solid-faces.js';

const clamped = (part) => Math.max(0, Math.min(1, part));

/** Where pieces are at some time: number, displacement, how much of it is seen, and whether it moves. */
export function placesAt(frames, time) {
    const at = Math.floor(time);
    const part = time - at;
    const [now, next] = [frames[at], frames[at + 1]];
    if (part === 0 || !next) return now.places.map(([piece, by]) => ({ piece, by, seen: 1, isMoved: now.moved.includes(piece) }));
    const there = new Map(next.places);
    // Where another part is turned to, what was there is gone before something else comes.
    const [goes, comes] = [clamped(1 - 2 * part), clamped(2 * part - 1)];
    const way = next.moved.length > 0 ? part : comes;
    const before = now.places.map(([piece, by]) => {
        const to = there.get(piece);
        return { piece, by: to ? by.map((place, axis) => place + (to[axis] - place) * way) : by, seen: to ? 1 : goes, isMoved: next.moved.includes(piece) };
    });
    const known = new Set(now.places.map(([piece]) => piece));
    const after = next.places.filter(([piece]) => !known.has(piece)).map(([piece, by]) => ({ piece, by, seen: comes, isMoved: false }));
    return [...before, ...after].filter(({ seen }) => seen > 0);
}

/** The axis along which something moves at some time. */
export function axisAt(frames, time) {
    const [now, next] = [frames[Math.floor(time)], frames[Math.floor(time) + 1]];
    if (!next || next.moved.length === 0) return 0;
    const from = new Map(now.places).get(next.moved[0]);
    const to = new Map(next.places).get(next.moved[0]);
    return Math.max(0, to.findIndex((place, axis) => place !== from[axis]));
}

/** How far from a point something is at some time, of pieces that are lists of cells. */
export function reachAt(frames, time, pieces, middle) {
    const reach = (frame) => Math.max(...frame.places.map(([piece, by]) => {
        const [least, most] = boundsOf(pieces[piece]);
        return Math.hypot(...middle.map((place, axis) => Math.max(place - least[axis] - by[axis], most[axis] + by[axis] - place)));
    }));
    const at = Math.floor(time);
    const [now, next] = [frames[at], frames[at + 1] ?? frames[at]].map(reach);
    return now + (next - now) * (time - at);
}

/** The level of a line that the library tells of an assembly, with the moves of all separations; null if it does not come apart. */
export function levelOf(line) {
    if (line === '-') return null;
    const [text, ...moves] = line.split(' ');
    return { text, moves: moves.map(Number) };
}

/** Levels are ordered by their moves, the first ones before the others: less than 0 if one is higher than another. */
function compare(one, other) {
    if (!one || !other) return Number(Boolean(other)) - Number(Boolean(one));
    const at = one.moves.findIndex((moves, place) => moves !== other.moves[place]);
    if (at < 0) return other.moves.length - one.moves.length;
    return (other.moves[at] ?? 0) - one.moves[at];
}

/**
 * The numbers of assemblies as they are to be seen: those that come apart alone (`isOnly`), the highest level
 * first (`isSorted`). Those whose level is not known, as the search for it was stopped, come last.
 */
export function orderOf(levels, count, { isOnly, isSorted }) {
    const all = Array.from({ length: count }, (_, number) => number).filter((number) => !isOnly || levels[number]);
    return isSorted ? all.sort((one, other) => compare(levels[one], levels[other]) || one - other) : all;
}

/** What is told of the levels of assemblies. */
export function summaryOf(levels) {
    const known = levels.filter(Boolean);
    if (levels.length === 0) return '';
    if (known.length === 0) return `${levels.length === 1 ? 'It' : `None of ${levels.length}`} can${levels.length === 1 ? 'not' : ''} be taken apart.`;
    const [highest] = orderOf(levels, levels.length, { isSorted: true });
    const some = known.length === levels.length ? (levels.length === 1 ? 'It' : `All ${levels.length}`) : `${known.length} of ${levels.length}`;
    return `${some} can be taken apart; the highest level is ${levels[highest].text}.`;
}
