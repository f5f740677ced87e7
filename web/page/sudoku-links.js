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
export function spot(cell, digit, order, top = 0) {
    const wide = across(order);
    const [row, column] = [Math.floor((digit - 1) / wide), (digit - 1) % wide];
    const [left, width, height] = [side(top), 100 - 2 * side(top), 100 - top - side(top)];
    return [(cell % order) * 100 + left + ((column + 0.5) * width) / wide, Math.floor(cell / order) * 100 + top + ((row + 0.5) * height) / down(order)];
}

/** How much of a candidate's place its disc takes. */
export const radius = (order, top = 0) => Math.min((0.44 * (100 - 2 * side(top))) / across(order), (0.47 * (100 - top - side(top))) / down(order));

/** The length of the head of an arrow. */
const HEAD = 13;

/**
 * An arrow from one candidate to another, from edge to edge of their discs: a line that is bent a little
 * to its left, so that it passes beside candidates between them, and the corners of its head.
 */
export function arrow([x, y], [u, v], size) {
    const length = Math.hypot(u - x, v - y) || 1;
    const [alongX, alongY] = [(u - x) / length, (v - y) / length];
    const bend = Math.min(0.16 * length, 45);
    const bent = [(x + u) / 2 + alongY * bend, (y + v) / 2 - alongX * bend];
    const towards = ([fromX, fromY], by) => {
        const far = Math.hypot(bent[0] - fromX, bent[1] - fromY) || 1;
        return [fromX + ((bent[0] - fromX) * by) / far, fromY + ((bent[1] - fromY) * by) / far];
    };
    const [start, tip] = [towards([x, y], size), towards([u, v], size)];
    const back = towards([u, v], size + Math.min(HEAD, length / 3));
    const [sideX, sideY] = [(tip[1] - back[1]) * 0.45, (back[0] - tip[0]) * 0.45];
    return {
        line: `M${start.map(round)} Q${bent.map(round)} ${back.map(round)}`,
        head: [tip, [back[0] + sideX, back[1] + sideY], [back[0] - sideX, back[1] - sideY]].map((corner) => corner.map(round).join()).join(' '),
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
