// Pictures as the browser makes them: PNG of eight bits a channel, without interlacing.

import { inflateSync } from 'node:zlib';

/** The width of a picture, its height, and its pixels as `at(x, y)`: red, green, blue. */
export function decode(file) {
    const chunks = [];
    let [width, height, channels] = [0, 0, 0];
    for (let at = 8; at < file.length;) {
        const length = file.readUInt32BE(at);
        const kind = file.toString('latin1', at + 4, at + 8);
        const data = file.subarray(at + 8, at + 8 + length);
        if (kind === 'IHDR') {
            [width, height] = [data.readUInt32BE(0), data.readUInt32BE(4)];
            channels = { 2: 3, 6: 4 }[data[9]];
            if (data[8] !== 8 || !channels || data[12] !== 0) throw new Error('a kind of PNG that is not known here');
        } else if (kind === 'IDAT') chunks.push(data);
        at += length + 12;
    }
    const bytes = inflateSync(Buffer.concat(chunks));
    const row = width * channels;
    const pixels = Buffer.alloc(row * height);
    for (let y = 0; y < height; y += 1) {
        const filter = bytes[y * (row + 1)];
        for (let x = 0; x < row; x += 1) {
            const left = x >= channels ? pixels[y * row + x - channels] : 0;
            const up = y > 0 ? pixels[(y - 1) * row + x] : 0;
            const corner = x >= channels && y > 0 ? pixels[(y - 1) * row + x - channels] : 0;
            const guess = [0, left, up, (left + up) >> 1, nearest(left, up, corner)][filter];
            pixels[y * row + x] = bytes[y * (row + 1) + 1 + x] + guess;
        }
    }
    return { width, height, at: (x, y) => [...pixels.subarray((y * width + x) * channels, (y * width + x) * channels + 3)] };
}

function nearest(left, up, corner) {
    const guess = left + up - corner;
    const [toLeft, toUp, toCorner] = [left, up, corner].map((value) => Math.abs(guess - value));
    if (toLeft <= toUp && toLeft <= toCorner) return left;
    return toUp <= toCorner ? up : corner;
}

/** How much two colors differ in light: 1 if not at all, 21 for black on white. */
export function contrast(one, other) {
    const light = (color) => {
        const [red, green, blue] = color.map((part) => (part / 255 <= 0.03928 ? part / 255 / 12.92 : ((part / 255 + 0.055) / 1.055) ** 2.4));
        return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
    };
    const [less, more] = [light(one), light(other)].sort((a, b) => a - b);
    return (more + 0.05) / (less + 0.05);
}
