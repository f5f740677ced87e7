// The library: a verb and its fields in, bytes out. It runs in a worker, and in Node for tests.

/** What goes out, by the number of its kind. */
export const KINDS = ['output', 'messages', 'progress', 'shape', 'values', 'panic', 'numbers'];

const encoder = new TextEncoder();
const NOTHING = new Uint8Array(0);
const encoded = (field) => (field instanceof Uint8Array ? field : field === '' ? NOTHING : encoder.encode(String(field)));

/** Loads the compiled library; it keeps no state between calls. */
export async function load(module) {
    let hear = () => {};
    let memory = null;
    const out = (kind, at, length) => hear(KINDS[kind], new Uint8Array(memory.buffer, at, length).slice());
    const instance = await WebAssembly.instantiate(module, { page: { out, now: Date.now } });
    const { room, run, memory: itsMemory } = instance.exports;
    memory = itsMemory;
    /** Does one thing; `heard` is called with kinds and bytes. Returns the exit status. */
    return (fields, heard) => {
        hear = heard;
        const all = fields.map(encoded);
        const length = all.reduce((sum, field) => sum + 4 + field.length, 0);
        const start = room(length);
        const bytes = new Uint8Array(memory.buffer, start, length);
        const view = new DataView(memory.buffer, start, length);
        let at = 0;
        for (const field of all) {
            view.setUint32(at, field.length, true);
            bytes.set(field, at + 4);
            at += 4 + field.length;
        }
        return run();
    };
}
