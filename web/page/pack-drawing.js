// The pieces and the region of a packing, drawn: small pictures, a board for a new piece, a board for the region.

import { button, h, later } from './dom.js';
import { Line } from './jobs.js';
import { gridNameOf } from './packing/header.js';
import { paintBoard } from './paint-board.js';
import { placementsOf, readPieces, regionOf, writePieces } from './piece-drawing.js';
import { pieceList } from './piece-list.js';

/** Knows what named pieces look like, beside all searches. */
const looking = new Line();
/** Of a new piece, in cells each way. */
const SIZE = 6;
/** Larger regions are not shown as boards, in cells. */
const MOST_CELLS = 600;

/** `fields()` has what is to be drawn; `put({ pieces, region })` takes what was drawn. */
export function openDrawing({ fields, put, tell }) {
    /** The pieces that are shown: grid, and cells of each. */
    let shown = { grid: 'square', pieces: [] };
    let turns = 0;
    const list = pieceList((number) => change(shown.pieces.filter((_, other) => other !== number)));
    const region = paintBoard({ label: 'The region, to be drawn', id: 'region-board', painted: (rows) => put({ region: `${rows.join('\n')}\n` }) });
    const piece = paintBoard({ label: 'A new piece, to be drawn', id: 'piece-board', painted: () => {} });
    const blank = () => piece.show(Array(SIZE).fill('.'.repeat(SIZE)));

    /** Puts other pieces there, as a drawing. */
    function change(pieces) {
        const drawn = shown.grid === 'square' ? writePieces(pieces.map(([, cells]) => cells)) : null;
        if (drawn === null) tell('Pieces of squares can be drawn here, as many as there are letters and digits.', 'dead');
        else put({ pieces: drawn });
        return drawn !== null;
    }

    function add() {
        const cells = piece.rows.flatMap((row, at) => [...row].map((letter, column) => (letter === '#' ? [at, column] : null))).filter(Boolean);
        if (cells.length === 0) tell('Paint the cells of the piece first.', 'dead');
        else if (change([...shown.pieces, ['', cells]])) blank();
    }

    /** The region has more or fewer rows and columns. */
    function grow(down, across) {
        const [height, width] = [region.rows.length + down, region.rows[0].length + across];
        if (height < 1 || width < 1 || height * width > MOST_CELLS) return;
        const rows = Array.from({ length: height }, (_, row) => (region.rows[row] ?? '').slice(0, width).padEnd(width, '#'));
        put({ region: `${rows.join('\n')}\n` });
    }

    function showPieces(grid, pieces, mayRemove) {
        shown = { grid, pieces };
        list.show(grid, pieces, mayRemove);
        drawPane.hidden = grid !== 'square';
    }

    function showRegion(rows) {
        const isBoard = rows.length > 0 && rows.length * rows[0].length <= MOST_CELLS;
        region.show(isBoard ? rows : []);
        sizes.hidden = !isBoard;
    }

    /** What the library knows of names: the placements of pieces, the cells of a region. */
    const look = later(250, async (isPieces, isRegion) => {
        const mine = ++turns;
        const asked = fields();
        looking.stop();
        const problem = await looking.ask(['pack-problem', ...asked, '']).catch(() => null);
        if (mine !== turns || !problem || problem.status !== 0) return;
        const pieces = placementsOf(problem.output);
        const grid = gridNameOf(problem.output, typeof asked[0] === 'string' ? asked.slice(0, 2).join(' ') : '', asked[2]);
        // Pieces of one cell differ by their colors, which are not shown.
        if (isPieces && pieces.some(([, { length }]) => length > 1)) showPieces(grid, pieces, grid === 'square');
        if (isRegion && grid === 'square') showRegion(regionOf(problem.output));
    });

    /** Something has changed. */
    function show() {
        turns += 1;
        look.cancel();
        const [pieces, text, grid] = fields();
        const isFlat = grid === '' || grid === 'square';
        const drawn = typeof pieces === 'string' && isFlat ? readPieces(pieces) : null;
        showPieces('square', (drawn ?? []).map((cells, number) => [number + 1, cells]), drawn !== null);
        const box = /^(\d+)x(\d+)$/.exec(text.trim());
        const rows = box && box[1] * box[2] <= MOST_CELLS ? Array(Number(box[1])).fill('#'.repeat(Number(box[2])))
            : text.trim().includes('\n') && !/\n\s*\n/.test(text.trim()) ? text.trimEnd().split('\n') : [];
        const width = Math.max(0, ...rows.map((row) => row.length));
        showRegion(rows.map((row) => row.padEnd(width, '.')));
        const isName = text.trim() !== '' && rows.length === 0;
        if (drawn === null || isName) look(drawn === null, isName);
    }

    const step = (word, sign, down, across) => button(sign, () => grow(down, across), { 'aria-label': word });
    const sizes = h('div', { class: 'tools sizes' },
        'Rows', step('A row less', '−', -1, 0), step('A row more', '+', 1, 0), 'Columns', step('A column less', '−', 0, -1), step('A column more', '+', 0, 1));
    const drawPane = h('details', {}, h('summary', { id: 'draw-piece' }, 'Draw a piece'),
        piece.element, h('div', { class: 'tools' }, button('Add this piece', add, { id: 'add-piece' }), button('Empty', blank)));
    blank();
    return {
        pieces: h('div', {}, list.element, drawPane),
        region: h('div', {}, region.element, sizes),
        show,
        close() {
            turns += 1;
            look.cancel();
            looking.dismiss();
        },
    };
}
