// The state in the address: #/part?z=..., compressed, so that a link has all of it.

async function through(stream, bytes) {
    const piped = new Blob([bytes]).stream().pipeThrough(stream);
    return new Uint8Array(await new Response(piped).arrayBuffer());
}

/** A value as letters of an address. */
export async function pack(value) {
    const bytes = new TextEncoder().encode(JSON.stringify(value));
    const packed = await through(new CompressionStream('deflate-raw'), bytes);
    let text = '';
    for (const byte of packed) text += String.fromCharCode(byte);
    return btoa(text).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

/** The value again; throws if the letters are no such value. */
export async function unpack(letters) {
    const text = atob(letters.replaceAll('-', '+').replaceAll('_', '/'));
    const packed = Uint8Array.from(text, (letter) => letter.charCodeAt(0));
    const bytes = await through(new DecompressionStream('deflate-raw'), packed);
    return JSON.parse(new TextDecoder().decode(bytes));
}

/**
 * The part and the letters of an address. `link` is what links of other programs have after their `?`, if that is
 * there: `load=` of f-puzzles or `q=` of Interactive Sudoku Solver.
 */
export function parse(hash) {
    const [part, query = ''] = hash.replace(/^#\/?/, '').split(/\?(.*)/s);
    const words = new URLSearchParams(query);
    return { part, letters: words.get('z'), link: words.has('load') ? `?load=${words.get('load')}` : words.get('q') };
}

/** Counts what is to be put into the address: to compress it takes a moment, and the newest one counts. */
let newest = 0;
/** Counts the parts that were left. */
let parts = 0;
/** What is put into the address goes there in the order in which it was asked for. */
let queue = Promise.resolve();

/**
 * Called with part, letters and state of what is put into the address; without letters before
 * something else takes its place.
 */
let hear = () => {};

export function heard(listener) {
    hear = listener;
}

function enqueue(work) {
    // A browser may refuse: then the address stays as it is.
    queue = queue.then(work).catch(() => {});
    return queue;
}

async function address(part, state) {
    const letters = await pack(state);
    return `#/${part}${letters.length > 60000 ? '' : `?z=${letters}`}`;
}

/** Puts a state into the address. A very large one stays out of it; then the address is the part's. */
export function remember(part, state) {
    const mine = ++newest;
    return enqueue(async () => {
        if (mine !== newest) return;
        const hash = await address(part, state);
        if (mine !== newest) return;
        history.replaceState(null, '', hash);
        const { letters } = parse(hash);
        if (letters) hear(part, letters, state);
    });
}

/** Leaves a state in the browser's history; what is remembered next has an entry of its own there. */
export function turnOver(part, state) {
    newest += 1;
    const mine = parts;
    return enqueue(async () => {
        const hash = await address(part, state);
        if (mine !== parts) return;
        history.replaceState(null, '', hash);
        history.pushState(null, '', `#/${part}`);
        hear(part, null, state);
    });
}

/** From now on the address is somebody else's: what is still being compressed does not go there. */
export function leave() {
    newest += 1;
    parts += 1;
}
