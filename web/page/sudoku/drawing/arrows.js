// Where candidates stand within their cells, and the arrows of chains between them, in hundredths of a
// cell. It knows nothing of the page.

/** How many candidates stand side by side in a cell. */
export const across = (order) => Math.ceil(Math.sqrt(order));

const down = (order) => Math.ceil(order / across(order));

/** How much of a cell's height the sum of a cage takes, and of each other side its outline. */
export const SUM = 22;
const OUTLINE = 12;

const side = (top) => (top > 0 ? OUTLINE : 0);

/**
 * The middle of a candidate: it stands where it does in every cell, a row of them after the other, below
 * `top` hundredths of the cell and within the outline of its cage.
 */
export function spot(cell, digit, order, top = 0, columns = order) {
    const wide = across(order);
    const [row, column] = [Math.floor((digit - 1) / wide), (digit - 1) % wide];
    const [left, width, height] = [side(top), 100 - 2 * side(top), 100 - top - side(top)];
    return [(cell % columns) * 100 + left + ((column + 0.5) * width) / wide, Math.floor(cell / columns) * 100 + top + ((row + 0.5) * height) / down(order)];
}

/** How much of a candidate's place its disc takes. */
export const radius = (order, top = 0) => Math.min((0.44 * (100 - 2 * side(top))) / across(order), (0.47 * (100 - top - side(top))) / down(order));

/** The length of the head of an arrow. */
const HEAD = 13;
/** The most that an arrow leaves the straight line, twice over. */
const MOST_BEND = 45;
/** Lines that are nearer than this, of which one has a head, look like one. */
const APART = 10;
/** How far apart the places of a curve are that are looked at, at most. */
const STEP = 7;

const distance = ([x, y], [u, v]) => Math.hypot(u - x, v - y);

/** Places of a curve that sets out from one place towards a second one and ends at a third one. */
function curve(from, middle, to) {
    const count = Math.max(8, Math.ceil(distance(from, to) / STEP));
    return Array.from({ length: count + 1 }, (_, part) => {
        const there = part / count;
        return [0, 1].map((axis) => (1 - there) ** 2 * from[axis] + 2 * (1 - there) * there * middle[axis] + there ** 2 * to[axis]);
    });
}

/**
 * Towards which place an arrow sets out: to the left of the straight line, or where no disc is in its way
 * and no line of another arrow. Between neighbours it is far enough for the line to be seen.
 */
function bend(from, to, size, discs, lines) {
    const length = distance(from, to) || 1;
    const along = [(to[0] - from[0]) / length, (to[1] - from[1]) / length];
    const usual = Math.max(Math.min(0.16 * length, MOST_BEND), 3 * size - 0.45 * length);
    const ways = [usual, -usual, 2 * usual, -2 * usual].map((by) => [(from[0] + to[0]) / 2 + along[1] * by, (from[1] + to[1]) / 2 - along[0] * by]);
    const others = discs.filter((disc) => distance(disc, from) > 0.1 && distance(disc, to) > 0.1);
    // All arrows of a candidate meet in its disc.
    const rest = lines.filter((at) => Math.min(distance(at, from), distance(at, to)) >= size + 1.5);
    const isBeside = (places, way, least) => curve(from, way, to).every((at) => places.every((place) => distance(at, place) >= least));
    const free = ways.filter((way) => isBeside(others, way, size));
    return free.find((way) => isBeside(rest, way, APART)) ?? free[0] ?? ways[0];
}

/**
 * An arrow from one candidate to another, from edge to edge of their discs, beside `discs` and `lines` if
 * it can: a bent line, the corners of its head, and places of it, for the lines of the next one.
 */
export function arrow(from, to, size, discs = [], lines = []) {
    const length = distance(from, to) || 1;
    const bent = bend(from, to, size, discs, lines);
    const towards = (at, by) => {
        const far = distance(bent, at) || 1;
        return [at[0] + ((bent[0] - at[0]) * by) / far, at[1] + ((bent[1] - at[1]) * by) / far];
    };
    const [start, tip] = [towards(from, size), towards(to, size)];
    const back = towards(to, size + Math.min(HEAD, length / 3));
    const [sideX, sideY] = [(tip[1] - back[1]) * 0.45, (back[0] - tip[0]) * 0.45];
    return {
        line: `M${start.map(round)} Q${bent.map(round)} ${back.map(round)}`,
        head: [tip, [back[0] + sideX, back[1] + sideY], [back[0] - sideX, back[1] - sideY]].map((corner) => corner.map(round).join()).join(' '),
        places: curve(from, bent, to),
    };
}

const round = (number) => Math.round(number * 10) / 10;

/** The links of chains, each once, and the candidates at their ends: which are right, and which are not. */
export function inkOf(chains, starts) {
    const links = new Map();
    const ends = new Map();
    const meet = ([cell, digit, isOn]) => {
        const known = ends.get(`${cell},${digit}`);
        // Two chains may say the opposite of one candidate.
        ends.set(`${cell},${digit}`, known === undefined || known === isOn ? isOn : 2);
    };
    starts.forEach(meet);
    for (const [from, to] of chains.flat()) {
        links.set(`${from}>${to}`, { from, to, isStrong: !from[2] && Boolean(to[2]) });
        meet(from);
        meet(to);
    }
    return { links: [...links.values()], ends };
}
