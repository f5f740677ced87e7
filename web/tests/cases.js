// The recorded runs of the C program in `testdata/cases`, as bytes in Latin-1.

import { readFileSync, readdirSync } from 'node:fs';

const FOLDER = new URL('../../testdata/cases/', import.meta.url);

/** All of them, in order. */
export function cases() {
    return readdirSync(FOLDER).sort().flatMap((file) => read(readFileSync(new URL(file, FOLDER), 'latin1')));
}

function read(text) {
    const cases = [];
    for (const line of text.split('\n')) {
        if (line.startsWith('case ')) {
            cases.push({ name: line.slice(5), words: [], status: 0, input: '', stdout: '', stderr: '', shape: null });
            continue;
        }
        const [tag, content, now] = [line[0], line.slice(1), cases.at(-1)];
        if (tag === '<') now.input += `${content}\n`;
        else if (tag === '1') now.stdout += `${content}\n`;
        else if (tag === '2') now.stderr += `${content}\n`;
        else if (tag === '@') now.shape += `${content}\n`;
        else if (tag === 'w') now.words.push(line.slice('word '.length));
        else if (line === 'shape') now.shape = '';
        else if (tag === 's') now.status = Number(line.slice('status '.length));
    }
    return cases;
}
