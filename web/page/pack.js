// Part 3, packings: pieces into a region; solutions as pictures, solids to turn.

import { remember } from './address.js';
import { announce, button, field, h, later, s, save, select } from './dom.js';
import { Stopped, quick, search } from './jobs.js';

/** How many solutions are kept to be shown; all are counted. */
const KEPT = 1000;

const EXAMPLES = {
    pentominoes: ['Pentominoes in 6x10', { pieces: 'pentominoes', region: '6x10' }],
    hole: ['Pentominoes in a board with a hole', { pieces: 'pentominoes', region: '8x8-2x2' }],
    soma: ['The Soma cube', { pieces: 'soma', region: '3x3x3' }],
    hexiamonds: ['Hexiamonds in a rhombus', { pieces: 'hexiamonds', region: '6x6' }],
    tetrahexes: ['Tetrahexes in 4x7', { pieces: 'tetrahexes', region: '4x7' }],
    triangles: ['MacMahon’s triangles in a hexagon', { pieces: 'macmahon-triangles', region: 'H2', border: 'a' }],
    dominoes: ['Dominoes, any number', { pieces: 'dominoes', region: '6x6', each: '0:*' }],
    box: ['Pentominoes in a box', { pieces: 'pentominoes', region: '3x4x5' }],
    own: ['Pieces of one’s own', { pieces: 'VV.PP.I.L\nV..PP.I.L\n....P.ILL\n', region: '####\n####\n####\n.###\n' }],
};

const HUES = [210, 25, 145, 290, 55, 180, 340, 95, 255, 5, 120, 310];

export function open(main, state) {
    let solutions = [];
    /** What the solutions are of: the fields as they were when it was asked for. */
    let asked = [];
    let shown = 0;
    let picture = null;
    let token = 0;
    const turn = { across: 0.6, down: 0.5 };

    const pieces = h('textarea', { id: 'pieces', rows: 4, class: 'mono', spellcheck: 'false', 'aria-label': 'Pieces: names, or a drawing', oninput: () => { file = null; keep(); } });
    const region = h('textarea', { id: 'region', rows: 6, class: 'mono', spellcheck: 'false', 'aria-label': 'Region: a name, or a drawing', oninput: () => { file = null; drawBoard(); keep(); } });
    const gridSelect = select('Grid', [['', 'by the pieces'], ['square', 'squares'], ['triangle', 'triangles'], ['hexagon', 'hexagons'], ['cube', 'cubes']], state.grid ?? '', () => keep(), { id: 'grid' });
    const each = field('Each piece', { id: 'each', size: 6, placeholder: '1', value: state.each ?? '', oninput: () => keep() });
    const border = field('Color of the border', { id: 'border', size: 4, value: state.border ?? '', oninput: () => keep() });
    const reduce = h('input', { type: 'checkbox', id: 'reduce', checked: state.reduce ?? true, onchange: () => keep() });
    const said = h('p', { class: 'sentence', id: 'pack-said', 'aria-live': 'polite' });
    const place = h('span', { class: 'facts', id: 'pack-place' });
    const stage = h('div', { class: 'stage', id: 'pack-picture' });
    const board = h('div', { class: 'draw-board', role: 'group', 'aria-label': 'The region, to be drawn' });

    const value = (label) => label.querySelector('input, select').value;
    /** A file that takes the place of pieces and region: too large for an address. */
    let file = null;
    const fields = () => [file?.bytes ?? pieces.value, region.value, value(gridSelect), value(each), value(border)];
    const current = () => ({ pieces: pieces.value, region: region.value, grid: value(gridSelect), each: value(each), border: value(border), reduce: reduce.checked });
    const keep = later(300, () => remember('pack', current()));

    function tell(text, kind = '') {
        said.textContent = text;
        said.dataset.kind = kind;
        announce(text);
    }

    function begin() {
        search.stop();
        solutions = [];
        shown = 0;
        picture = null;
        stage.replaceChildren();
        place.textContent = '';
        for (const button of [...steppers, saveButton, stopButton]) button.disabled = true;
        solveButton.disabled = false;
        return ++token;
    }

    async function solve() {
        const mine = begin();
        stopButton.disabled = false;
        solveButton.disabled = true;
        tell('Searching ...');
        asked = fields();
        const isReduced = reduce.checked;
        let output = '';
        try {
            const problem = await search.ask(['pack-problem', ...asked, isReduced ? '1' : '']);
            if (mine !== token) return;
            if (problem.status !== 0) throw new Error(problem.messages.trim());
            const heard = (kind, text) => {
                if (mine !== token) return;
                if (kind === 'output') take((output += text));
                if (kind === 'progress') tell(`Searching ... about ${Math.round(Number(text.split('\n')[0]) * 100)}% done, ${/Altogether (\d+)/.exec(text)[1]} so far`);
            };
            const ended = await search.ask(['dlx3', problem.output, '', KEPT, '', 'v1', 'd0'], heard);
            if (mine !== token) return;
            if (ended.status !== 0) throw new Error(ended.messages.trim().split('\n').at(-1));
            const number = /Altogether (\d+) solution/.exec(ended.messages)[1];
            const what = isReduced ? 'up to symmetry' : 'in all';
            const kept = solutions.length < Number(number) ? ` The first ${solutions.length} can be seen.` : '';
            tell(number === '0' ? 'There is no solution.' : `${number} solution${number === '1' ? '' : 's'} ${what}.${kept} ${problem.messages}`, number === '0' ? 'dead' : 'solution');
        } catch (fault) {
            if (mine !== token) return;
            if (fault instanceof Stopped) tell(`Stopped; ${solutions.length} solutions can be seen.`);
            else tell(fault.message, 'dead');
        } finally {
            if (mine === token) {
                stopButton.disabled = true;
                solveButton.disabled = false;
            }
        }
    }

    /** Takes the solutions that are whole; the last one may not be. */
    function take(output) {
        const found = output.split(/^(?=\d+:$)/m).filter(Boolean);
        const isFirst = solutions.length === 0;
        solutions = found;
        if (isFirst && found.length > 0) show(0);
        else mark();
    }

    function mark() {
        place.textContent = solutions.length ? `${shown + 1} of ${solutions.length}` : '';
        for (const button of steppers) button.disabled = solutions.length === 0;
    }

    async function show(number) {
        shown = (number + solutions.length) % solutions.length;
        picture = null;
        saveButton.disabled = true;
        mark();
        const mine = token;
        const wanted = shown;
        const drawn = await quick.ask(['pack-draw', ...asked, solutions[shown]]).catch((fault) => ({ status: 1, messages: fault.message }));
        if (mine !== token || wanted !== shown) return;
        const { output, values, messages, status } = drawn;
        if (status !== 0) return tell(messages.trim(), 'dead');
        picture = output;
        saveButton.disabled = false;
        const { solid, pieces } = JSON.parse(values);
        const image = h('img', { class: 'paper colored', src: `data:image/svg+xml;charset=utf-8,${encodeURIComponent(output)}`, alt: `Solution ${shown + 1}: ${pieces.length} pieces` });
        stage.replaceChildren(...(solid ? [solidOf(pieces, turn), h('p', { class: 'facts' }, 'Drag it, or use the arrow keys, to turn it; + and − move its pieces apart.')] : []), h('div', { class: 'scroll', tabindex: 0, role: 'group', 'aria-label': 'Picture' }, image));
    }

    /** The region as cells to switch on and off, if it is flat and drawn, or a rectangle. */
    function drawBoard() {
        const text = region.value;
        const box = /^(\d+)x(\d+)$/.exec(text.trim());
        const rows = box && box[1] * box[2] <= 600
            ? Array.from({ length: Number(box[1]) }, () => '#'.repeat(Number(box[2])))
            : text.includes('\n') && !/\n\s*\n/.test(text.trim()) ? text.trimEnd().split('\n') : [];
        const width = Math.max(0, ...rows.map((row) => row.length));
        board.hidden = rows.length === 0;
        board.style.setProperty('--columns', width);
        board.replaceChildren(...rows.flatMap((row, down) => [...row.padEnd(width, '.')].map((letter, across) => {
            const isThere = letter !== '.' && letter !== ' ';
            return h('button', {
                type: 'button', 'aria-pressed': String(isThere), 'aria-label': `Row ${down + 1}, column ${across + 1}`,
                onclick: () => {
                    const lines = rows.map((line) => [...line.padEnd(width, '.')]);
                    lines[down][across] = isThere ? '.' : '#';
                    file = null;
                    region.value = `${lines.map((line) => line.join('')).join('\n')}\n`;
                    drawBoard();
                    keep();
                    board.children[down * width + across].focus();
                },
            });
        })));
    }

    function set(example) {
        file = null;
        pieces.value = example.pieces ?? '';
        region.value = example.region ?? '';
        gridSelect.querySelector('select').value = example.grid ?? '';
        reduce.checked = example.reduce ?? reduce.checked;
        each.querySelector('input').value = example.each ?? '';
        border.querySelector('input').value = example.border ?? '';
        begin();
        tell('');
        drawBoard();
        keep();
    }

    const solveButton = button('Solve', solve, { class: 'main', id: 'pack-solve' });
    const stopButton = button('Stop', () => search.stop(), { id: 'pack-stop', disabled: true });
    const steppers = [button('Back', () => show(shown - 1), { id: 'pack-back' }), button('Next', () => show(shown + 1), { id: 'pack-next' })];
    const saveButton = button('Save as SVG', () => save('packing.svg', 'image/svg+xml', picture), { id: 'pack-save' });
    const exampleSelect = select('Example', Object.entries(EXAMPLES).map(([key, [name]]) => [key, name]), 'pentominoes', (key) => set(EXAMPLES[key][1]), { id: 'pack-example' });

    main.append(h('div', { class: 'columns' },
        h('section', { 'aria-label': 'Packing' },
            h('div', { class: 'tools' }, exampleSelect),
            h('h3', {}, 'Pieces'), pieces,
            h('p', { class: 'facts' }, 'Names such as pentominoes, soma, 4-hexes, with + between them; or a drawing, in which the cells with one letter are a piece, and an empty line begins the next layer.'),
            h('h3', {}, 'Region'), region,
            h('p', { class: 'facts' }, 'A name such as 6x10, 3x4x5, 8x8-2x2, T5, H3; or a drawing with #, where ? may stay empty.'),
            board,
            h('div', { class: 'tools' }, gridSelect, each, border),
            h('div', { class: 'tools' }, h('label', { class: 'check' }, reduce, 'Up to symmetry'))),
        h('section', { 'aria-label': 'Solutions' },
            h('div', { class: 'tools' }, solveButton, stopButton, steppers, saveButton, place), said, stage)));
    set(state.pieces || state.file ? state : EXAMPLES.pentominoes[1]);

    /** Takes pieces and region from a file. */
    function use(itsFile) {
        begin();
        file = itsFile;
        pieces.value = '';
        region.value = '';
        drawBoard();
        tell(`${file.name} takes the place of pieces and region.`);
    }

    if (state.file?.bytes instanceof Uint8Array) use(state.file);
    return {
        state: () => ({ ...current(), file }),
        close() {
            token += 1;
            keep.cancel();
            search.stop();
        },
        drop(name, bytes) {
            if (/\.xmpuzzle$/i.test(name)) {
                // It is kept as long as the page is open, but not in the address.
                use({ name, bytes, toJSON: () => undefined });
                solve();
            } else {
                begin();
                file = null;
                pieces.value = new TextDecoder().decode(bytes);
                tell(`${name} has the pieces.`);
                keep();
            }
        },
    };
}

/** A solid of cubes, which can be turned: the nearest faces last. */
function solidOf(pieces, turn) {
    const svg = s('svg', { class: 'solid', viewBox: '-100 -100 200 200', role: 'img', tabindex: 0, 'aria-label': `A solid of ${pieces.length} pieces, which the arrow keys turn` });
    const all = pieces.flatMap(([, cells]) => cells);
    const middle = [0, 1, 2].map((axis) => (Math.min(...all.map((cell) => cell[axis])) + Math.max(...all.map((cell) => cell[axis])) + 1) / 2);
    let apart = 0;
    const FACES = [[[1, 0, 0], 1], [[-1, 0, 0], 0.92], [[0, 1, 0], 0.8], [[0, -1, 0], 0.86], [[0, 0, 1], 0.7], [[0, 0, -1], 0.76]];

    function draw() {
        const [sinA, cosA, sinD, cosD] = [Math.sin(turn.across), Math.cos(turn.across), Math.sin(turn.down), Math.cos(turn.down)];
        // Layers go up, rows come near, columns go right.
        const project = ([layer, row, column]) => {
            const [x, y, z] = [column - middle[2], layer - middle[0], row - middle[1]];
            const [right, near] = [x * cosA + z * sinA, z * cosA - x * sinA];
            return [right, -(y * cosD - near * sinD), near * cosD + y * sinD];
        };
        const reach = Math.hypot(...middle) * (1 + apart) + 0.1;
        const scale = 96 / reach;
        const faces = [];
        pieces.forEach(([, cells], piece) => {
            const has = new Set(cells.map(String));
            const center = [0, 1, 2].map((axis) => cells.reduce((sum, cell) => sum + cell[axis] + 0.5, 0) / cells.length);
            const shift = center.map((place, axis) => (place - middle[axis]) * apart);
            for (const cell of cells) {
                for (const [normal, light] of FACES) {
                    if (has.has(String(cell.map((place, axis) => place + normal[axis])))) continue;
                    const axis = normal.findIndex(Boolean);
                    const [one, other] = [0, 1, 2].filter((index) => index !== axis);
                    const corners = [[0, 0], [1, 0], [1, 1], [0, 1]].map(([a, b]) => {
                        const corner = cell.map((place, index) => place + shift[index]);
                        corner[axis] += normal[axis] > 0 ? 1 : 0;
                        corner[one] += a;
                        corner[other] += b;
                        return project(corner);
                    });
                    const outward = project(normal.map((part, index) => part + middle[index]))[2];
                    if (outward <= 1e-9) continue;
                    faces.push({ depth: corners.reduce((sum, corner) => sum + corner[2], 0), corners, piece, light });
                }
            }
        });
        faces.sort((a, b) => a.depth - b.depth);
        svg.replaceChildren(...faces.map(({ corners, piece, light }) => s('polygon', {
            points: corners.map(([x, y]) => `${(x * scale).toFixed(2)},${(y * scale).toFixed(2)}`).join(' '),
            fill: `hsl(${HUES[piece % HUES.length]} ${piece >= HUES.length ? 35 : 55}% ${Math.round(62 * light)}%)`,
        })));
    }

    let last = null;
    svg.addEventListener('pointerdown', (event) => {
        last = [event.clientX, event.clientY];
        svg.setPointerCapture(event.pointerId);
    });
    svg.addEventListener('pointermove', (event) => {
        if (!last) return;
        turn.across -= (event.clientX - last[0]) / 120;
        turn.down = Math.max(-1.5, Math.min(1.5, turn.down + (event.clientY - last[1]) / 120));
        last = [event.clientX, event.clientY];
        draw();
    });
    svg.addEventListener('pointerup', () => { last = null; });
    svg.addEventListener('keydown', (event) => {
        const step = { ArrowLeft: [0.15, 0], ArrowRight: [-0.15, 0], ArrowUp: [0, -0.15], ArrowDown: [0, 0.15] }[event.key];
        if (step) {
            turn.across += step[0];
            turn.down = Math.max(-1.5, Math.min(1.5, turn.down + step[1]));
        } else if (event.key === '+') apart = Math.min(2, apart + 0.2);
        else if (event.key === '-') apart = Math.max(0, apart - 0.2);
        else return;
        event.preventDefault();
        draw();
    });
    draw();
    return svg;
}
