// What the library says, as text. It comes in pieces, which may end within a letter. Solutions are
// numbers, and stay bytes.

/** Hears bytes of some kind, and tells them as text. */
export function hearing(heard) {
    const decoders = new Map();
    return (kind, bytes) => {
        if (kind === 'numbers') return heard(kind, bytes);
        if (!decoders.has(kind)) decoders.set(kind, new TextDecoder());
        heard(kind, decoders.get(kind).decode(bytes, { stream: true }));
    };
}
