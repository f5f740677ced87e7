// The colors of pieces, those of the library's pictures (`color` in `svg.rs` there).

/** Neighbors in the list of pieces differ by this many thousandths of a degree. */
const HUES = 222_492;

/** The color of the piece with this number, from 0, as #rrggbb. */
export function colorOf(piece) {
    const hue = (piece * HUES) % 360_000;
    const [low, high] = [[95, 235], [60, 200], [140, 245]][Math.floor(piece / 5) % 3];
    const part = (shift) => {
        const angle = (hue + shift) % 360_000;
        const height = angle < 60_000 ? angle : angle < 180_000 ? 60_000 : angle < 240_000 ? 240_000 - angle : 0;
        return Math.min(255, low + Math.floor(((high - low) * height) / 60_000)).toString(16).padStart(2, '0');
    };
    return `#${part(120_000)}${part(0)}${part(240_000)}`;
}
