// The page's own boundary in Node: it prints what the programs print.

import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { test } from 'node:test';
import { brotliCompressSync } from 'node:zlib';
import { load } from '../page/library.js';
import { Walk, parseTrace } from '../page/trace.js';
import { columnsOf, findColumns, guessColumns, headerOf } from '../page/table.js';
import { pack, unpack } from '../page/address.js';
import { cases } from './cases.js';

const call = await load(new WebAssembly.Module(readFileSync(new URL('../dist/dlx3.wasm', import.meta.url))));

/** What is said in answer to fields. Bytes are letters of Latin-1 if `encoding` says so. */
function ask(fields, encoding = 'utf8') {
    const said = { output: '', messages: '', values: '', shape: '', progress: '' };
    const status = call(fields, (kind, bytes) => (said[kind] = (said[kind] ?? '') + Buffer.from(bytes).toString(encoding)));
    assert.equal(said.panic, undefined, said.panic);
    return { ...said, status };
}

const values = (...fields) => JSON.parse(ask(fields).values);
const COLORS = readFileSync(new URL('../../testdata/colors.dlx', import.meta.url), 'utf8');

/** A small problem in which items may occur several times. */
const SEVERAL = '1:2|A B 0:2|C 2|D | x y\nA B x:1\nA C D x\nB C y:2\nA D y:2\nC x:1\nD\nB D x:2 y\nA B C D\nD C\n';

test('three hundred recorded runs of the C program print the same bytes', () => {
    const all = cases();
    const step = Math.floor(all.length / 300);
    const some = all.filter((_, index) => index % step === 0);
    assert.ok(some.length >= 300, `${some.length} runs`);
    for (const { name, words, status, input, stdout, stderr, shape } of some) {
        const bytes = (text) => Buffer.from(text, 'latin1');
        const ran = ask(['dlx3', bytes(input), '', '', '', ...words.map(bytes)], 'latin1');
        assert.equal(ran.status, status, name);
        assert.equal(ran.output, stdout, name);
        // After the two lines of the C program about bad input comes one more, which helps.
        const messages = status === 102 ? ran.messages.replace(/[^\n]*\n$/, '') : ran.messages;
        assert.equal(messages, stderr, name);
        if (status === 0) assert.equal(ran.shape, shape ?? '', name);
    }
});

test('only the solutions that a run shows are printed, and all are counted', () => {
    const text = ask(['gen', 'queens', '8']).output;
    const run = ask(['dlx3', text, '', '3', '', 'v1']);
    assert.deepEqual(run.output.match(/^\d+:$/gm), ['1:', '2:', '3:']);
    assert.match(run.messages, /^Altogether 92 solutions, /m);
});

test('a fault is told with its line and its place in it', () => {
    assert.deepEqual(values('check', COLORS), { options: 5, primary: 3, secondary: 2, entries: 19, costs: false, extended: false });
    const fault = values('check', 'A B\nA C\n');
    assert.equal(fault.fault, 'Unknown item name');
    assert.deepEqual([fault.line, fault.position], [2, 2]);
});

test('costs are read where the program would refuse them, and the run is that without them', () => {
    const text = 'A B C\nA B |4\nC |1\nB C |3\nA |1\n';
    assert.equal(values('check', text).extended, true);
    const plain = ask(['dlx3', text.replace(/ \|\d/g, ''), '', '', '', 'm1']);
    assert.equal(ask(['dlx3', text, '', '', '', 'm1']).status, 102);
    const run = ask(['dlx3', text, '1', '', '', 'm1']);
    assert.match(run.messages, /^Altogether 2 solutions, /m);
    assert.equal(run.output.replace(/ \|\d/g, ''), plain.output);
});

test('answers on other trees agree with the search', () => {
    assert.equal(ask(['count', COLORS]).output, '1\n');
    assert.equal(ask(['count', ask(['gen', 'dominoes', '8']).output]).output, '12988816\n');
    const sample = ask(['sample', ask(['gen', 'queens', '8']).output, 4, 1]);
    assert.match(sample.messages, /Drawn from 92 solutions\./);
    assert.equal(sample.output.match(/^\d+:$/gm).length, 4);
    assert.match(ask(['find', ask(['gen', 'queens', '8']).output]).output, /^1:\n( .* \(\d of 8\)\n){8}$/);
    // Many Gmems of DLX3: parity says so.
    const none = ask(['find', ask(['gen', 'langford', '17']).output]);
    assert.deepEqual([none.output, none.messages, none.status], ['', 'There is no solution.\n', 0]);
    const best = ask(['best', 'A B C\nA B |4\nC |1\nB C |3\nA |1\nA B C |6\n', 2]);
    assert.equal(best.messages, 'Solution 1 costs 4.\nSolution 2 costs 5.\n');
});

test('each family is a problem without faults', () => {
    const families = ['queens 6', 'langford 4', 'domination 5 3', 'squares 4x6', 'triangles', 'latin 3', 'orthogonal 3', 'triples 3',
        'dominoes 4', 'polyominoes 4 1,2', 'rectangles 4x5', 'dissections 4x4', 'motley 5x5', 'hitting-sets 12 9 4 1', 'planted 40 20 1'];
    for (const family of families) {
        const text = ask(['gen', ...family.split(' ')]).output;
        assert.equal(values('check', text).fault, undefined, family);
    }
    assert.equal(ask(['gen', 'queens', '0']).status, 1);
});

test('the options that are left at a step are as many as the search says', () => {
    let looked = 0;
    for (const text of [COLORS, SEVERAL, ask(['gen', 'queens', '5']).output, ask(['gen', 'langford', '4']).output]) {
        const { messages } = ask(['dlx3', text, '1', '', '', 'v6']);
        const walk = new Walk(values('names', text), parseTrace(messages));
        for (const step of walk.steps) {
            const event = walk.events[step.event];
            if (event.kind !== 'choose') continue;
            const { live, upper } = walk.state(step);
            for (const { name, lower, upper: most, length } of event.items) {
                const item = walk.byName.get(name);
                const left = [...live].filter((option) => walk.options[option].some(([its]) => its === item)).length;
                assert.equal(upper[item], most, `${walk.tell(step)}: bound of ${name}`);
                assert.equal(left, length + lower - 1, `${walk.tell(step)}: options of ${name}`);
                looked += 1;
            }
        }
    }
    assert.ok(looked >= 300, `${looked}`);
});

test('a search can be drawn as a tree and as a profile', () => {
    const { shape } = ask(['dlx3', COLORS, '', '', '', 'Sx']);
    assert.match(ask(['draw', 'tree', 'colors', shape]).output, /^<svg [^]*<\/svg>\n$/);
    const { messages } = ask(['dlx3', COLORS, '', '', '', 'v128']);
    assert.match(ask(['draw', 'v128', 'a', messages, 'b', messages]).output, /^<svg [^]*<\/svg>\n$/);
});

test('a state survives its way through an address', async () => {
    const state = { text: 'A B | é\nA é:1\n'.repeat(200), example: 'queens' };
    const letters = await pack(state);
    assert.match(letters, /^[\w-]+$/);
    assert.ok(letters.length < 200);
    assert.deepEqual(await unpack(letters), state);
});

test('a table is the problem that `dlx import csv` prints, or its fault has a place', () => {
    const table = 'crew,price,legs\nNorth,120,Oslo;Rome\n"South, late",45.50,Rome\n';
    const columns = guessColumns(headerOf(table));
    assert.deepEqual(columns, { cost: 'price', items: '', id: '' });
    const read = ask(['import-csv', table, 'price', 'legs', 'crew']);
    assert.equal(read.output, 'Oslo Rome | #North #South,_late\nOslo Rome #North |120\nRome #South,_late |45.5\n');
    assert.deepEqual(values('import-csv', table.replace('45.50', 'much'), 'price', 'legs', 'crew'),
        { fault: "`much' stands where what the option costs is expected", line: 3, position: 14 });
    assert.deepEqual(values('import-csv', '', '', '', ''), { fault: 'there is no header: the text is empty', line: 0, position: 0 });
});

test('the names of columns are read with quotes and without', () => {
    assert.deepEqual(headerOf('\n  \n a , "b, ""c""",  ,d\r\n1,2,3,4\n'), ['a', 'b, "c"', 'd']);
    assert.deepEqual(headerOf('Cost,Items,Name'), ['Cost', 'Items', 'Name']);
    // Semicolons and tabs part cells if no comma does, as the library has it.
    assert.deepEqual(headerOf('Cost;"a;b";Items\n1;2;3\n'), ['Cost', 'a;b', 'Items']);
    assert.deepEqual(headerOf('Cost\tItems\tName\r\n'), ['Cost', 'Items', 'Name']);
    assert.deepEqual(headerOf('Cost,Items;Name'), ['Cost', 'Items;Name']);
    assert.match(ask(['import-csv', 'price;legs\n1;Oslo\n2;Rome\n', 'price', 'legs', '']).output, /Oslo/);
    assert.deepEqual(guessColumns(headerOf('Name,Items,Cost')), { cost: 'Cost', items: 'Items', id: 'Name' });
    assert.deepEqual(headerOf(''), []);
    assert.deepEqual(headerOf('"no end'), ['"no end']);
});

test('a table without a header has numbered columns, once somebody says so', () => {
    for (const separator of [',', ';', '\t', ' ']) {
        const table = [[0, 1, 1], [1, 0, 0], [1, 1, 0], [0, 0, 1]].map((row) => row.join(separator)).join('\n');
        assert.match(values('import-csv', table, '', '', '', '').fault, /does it name the columns/);
        assert.equal(ask(['import-csv', table, '', '', '', 'no']).output, '1 2 3\n2 3\n1\n1 2\n3\n');
        assert.deepEqual(columnsOf(table, 'no'), ['1', '2', '3']);
    }
    const numbers = '7,8\n0,1\n1,0\n';
    assert.equal(ask(['import-csv', numbers, '', '', '', 'yes']).output, '7 8\n8\n7\n');
    for (const header of ['', 'yes']) assert.deepEqual(columnsOf(numbers, header), ['7', '8']);
    // A column is named by its number.
    assert.equal(ask(['import-csv', 'North;12;a b\nSouth;8;b\n', '2', '3', '1', 'no']).output, 'a b | #North #South\na b #North |12\nb #South |8\n');
});

test('a request that is not whole is refused', () => {
    assert.match(ask(['no-such-verb']).messages, /there is no verb/);
    assert.equal(ask(['sample', COLORS, 'many']).status, 1);
});

const BOARD = ['9', '', '', ''];
/** A board of the page: its order, diagonals (1) and windows (2), boxes and cages. */
const boardOf = (order, diagonal = '', boxes = '', cages = '') => [order, diagonal, boxes, cages];

test('the board of a Sudoku has the boxes of each cell, whatever their shape, and all of its units', () => {
    const drawing = ['AAAABB', 'AACBBB', 'CCCCBD', 'ECDDDD', 'EEEDFF', 'EEFFFF'];
    const jigsaw = values('sudoku-board', ...boardOf(6, '', drawing.join('\n')));
    const letters = drawing.join('');
    for (let one = 0; one < 36; one += 1) {
        for (let other = 0; other < 36; other += 1) assert.equal(jigsaw.boxes[one] === jigsaw.boxes[other], letters[one] === letters[other]);
    }
    for (const [order, count] of [[4, 12], [6, 18], [9, 27], [16, 48], [25, 75]]) {
        const { units, boxes, cages } = values('sudoku-board', ...boardOf(order));
        assert.deepEqual([units.length, boxes.length, cages], [count, order * order, []]);
        assert.ok(units.every((unit) => new Set(unit).size === order));
    }
    const diagonals = values('sudoku-board', ...boardOf(9, '1')).units.slice(27);
    assert.deepEqual(diagonals, [[0, 10, 20, 30, 40, 50, 60, 70, 80], [8, 16, 24, 32, 40, 48, 56, 64, 72]]);
    const windows = values('sudoku-board', ...boardOf(9, '2')).units.slice(27);
    assert.deepEqual([windows.length, windows[0], windows[3][8]], [4, [10, 11, 12, 19, 20, 21, 28, 29, 30], 70]);
    assert.equal(values('sudoku-board', ...boardOf(9, '3')).units.length, 33);
    assert.match(ask(['sudoku-board', ...boardOf(16, '2')]).messages, /9/);
    assert.deepEqual(values('sudoku-board', ...boardOf(4, '', '', '3 r1c1 r1c2')).cages, [[3, [0, 1]]]);
});

const LINE = '53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79';
const ROWS = LINE.match(/.{9}/g);

test('a puzzle as text is read in the forms and orders that the library knows', () => {
    const read = (text, board = boardOf(9)) => values('sudoku-read', ...board, text);
    const nine = { order: 9, grid: LINE, more: false };
    const bands = [0, 3, 6].map((row) => ROWS.slice(row, row + 3).join('\n')).join('\n\n');
    for (const form of [LINE, `${LINE}\n`, `# a remark\r\n${LINE}\r\n`, `${LINE} easy`, LINE.replaceAll('.', '0'), LINE.replaceAll('.', '*'), ROWS.join('\n'), bands]) {
        assert.deepEqual(read(form), nine, form);
        assert.deepEqual(read(form, boardOf(4)), nine, form);
    }
    assert.deepEqual(read(`${LINE}\n${LINE}\n`), { ...nine, more: true });
    assert.deepEqual(read('..3.\n2...\n...1\n.4..\n'), { order: 4, grid: '..3.2......1.4..', more: false });
    // Sixteen rows of sixteen, of which each could be a puzzle of order 4.
    const sixteen = ['1...............', ...Array(15).fill('................')];
    assert.equal(read(sixteen.join('\n')).order, 16);
    assert.equal(read(sixteen.join('')).grid, sixteen.join(''));
    assert.equal(read(`P${'.'.repeat(624)}`).grid, `p${'.'.repeat(624)}`);
    assert.equal(read(`6${'.'.repeat(35)}`, boardOf(9)).order, 6);
    const bad = ask(['sudoku-read', ...boardOf(9), '4 is too short']);
    assert.equal(bad.status, 1);
    assert.match(bad.messages, /81/);
    assert.match(ask(['sudoku-read', ...boardOf(9), '']).messages, /no puzzle/);
});

// To be run once the reader of the library takes blanks between digits, and frames.
test('a puzzle with blanks between its digits, or a frame around them, is read', () => {
    const spaced = ROWS.map((row) => [...row].join(' ')).join('\n');
    const framed = ROWS.map((row, number) => `${number % 3 ? '' : '+-------+-------+-------+\n'}| ${row.match(/.../g).map((three) => [...three].join(' ')).join(' | ')} |`).join('\n');
    for (const form of [spaced, `${framed}\n+-------+-------+-------+\n`]) {
        for (const board of [boardOf(9), boardOf(16)]) assert.deepEqual(values('sudoku-read', ...board, form), { order: 9, grid: LINE, more: false });
    }
});

const PUZZLE = '53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79';

test('Sudokus are solved, made and explained as the programs do', () => {
    const { solutions, clash } = values('sudoku-solve', ...BOARD, PUZZLE);
    assert.deepEqual([solutions.length, clash], [1, null]);
    assert.equal(values('sudoku-solve', ...BOARD, `55${PUZZLE.slice(2)}`).solutions.length, 0);
    const { puzzle } = values('sudoku-make', ...BOARD, 'hard', '', 7);
    assert.equal(puzzle, '.1.24..6..........5.....3.7......42..56.9....7.9....8..3.6.....14.3.....9....5...');
    const rating = values('sudoku-rate', ...BOARD, puzzle);
    assert.deepEqual([rating.wnef.toFixed(5), rating.work], ['0.18750', { nodes: 60, mems: 28110 }]);
});

test('of several solutions it is told how many there are, and where two of them differ', () => {
    const four = boardOf(4);
    const { solutions, several } = values('sudoku-solve', ...four, '12343412........');
    assert.deepEqual(solutions, ['1234341221434321', '1234341223414123']);
    assert.deepEqual(several, { count: 4, all: true, cells: [9, 11, 13, 15] });
    assert.deepEqual(values('sudoku-solve', ...four, `1${'.'.repeat(15)}`).several.count, 72);
    for (const [most, all] of [['71', false], ['72', false], ['73', true]]) {
        const { count, all: isAll } = values('sudoku-solve', ...four, `1${'.'.repeat(15)}`, most).several;
        assert.deepEqual([count, isAll], [Math.min(72, most), all], most);
    }
    const open = values('sudoku-solve', ...BOARD, '.'.repeat(81)).several;
    assert.deepEqual([open.count, open.all, open.cells.length > 0], [1000, false, true]);
    const killer = values('sudoku-solve', ...boardOf(4, '', '', '3 r1c1 r1c2'), '.'.repeat(16)).several;
    assert.deepEqual([killer.count, killer.all], [48, true]);
    assert.equal(values('sudoku-solve', ...BOARD, PUZZLE).several, undefined);
});

test('cages and boxes of a jigsaw are boards, in all forms, or are refused by their names', () => {
    const read = (text, board = boardOf(9)) => values('sudoku-read', ...board, text);
    const cages = (order) => ({ order, grid: '.'.repeat(order * order), more: false, rules: 'cages' });
    assert.deepEqual(read('15 r1c1 r1c2 r2c1\r\n9 R9C8 R9C9\r\n'), cages(9));
    assert.deepEqual(read('15 r1c1 r1c2 r2c1', boardOf(16)), cages(16));
    const arrows = '3 < 7 <\n7 < 3 <\n4 v 6 v\n^ 6 ^ 4\n';
    for (const board of [boardOf(9), boardOf(4), boardOf(25)]) assert.deepEqual(read(arrows, board), cages(4));
    assert.deepEqual(read('aabb\nccdd\neeff\ngghh\na=3 b=7 c=7 d=3 e=3 f=7 g=7 h=3'), cages(4));
    const drawing = ['AAAABB', 'AACBBB', 'CCCCBD', 'ECDDDD', 'EEEDFF', 'EEFFFF'];
    const jigsaw = { order: 6, grid: '.'.repeat(36), more: false, rules: 'jigsaw' };
    for (const form of [drawing.join('\n'), drawing.join('\r\n').toLowerCase(), drawing.map((row) => [...row].join(' ')).join('\n'), drawing.map((row) => [...row].map((sign) => 'ABCDEF'.indexOf(sign) + 1).join(',')).join('\n')]) {
        assert.deepEqual(read(form), jigsaw, form);
    }
    const told = (text) => ask(['sudoku-read', ...boardOf(9), text]).messages;
    assert.match(told('15 r1c1 r1c2\n3 r1c1 r2c1\n'), /cages of a killer Sudoku: line 2: `r1c1' is in a cage already/);
    assert.match(told(`${drawing.slice(1).join('\n')}\nEEFFFA\n`), /boxes of a jigsaw: box `A' has 3 cells where 6 are expected/);
    // A solution is no jigsaw.
    assert.equal(read('1234341221434321').rules, undefined);
});

/** The sets of candidates that are gone, as the page sends them. */
const goneOf = (gone) => gone.join();
const bits = (places) => places.reduce((set, [, digit]) => set | (1 << (digit - 1)), 0);

/** Follows hints from a puzzle to the end, as somebody does who presses the button again and again; the steps. */
function followed(board, puzzle) {
    let grid = puzzle;
    const gone = Array(puzzle.length).fill(0);
    const steps = [];
    for (;;) {
        const found = values('sudoku-advise', ...board, puzzle, grid, goneOf(gone));
        if (found.advice !== 'step') return { grid, steps, end: found.advice };
        const { step } = found;
        steps.push(step);
        for (const [cell] of step.removed) gone[cell] |= bits(step.removed.filter(([other]) => other === cell));
        if (step.placed) grid = grid.slice(0, step.placed[0]) + '123456789ABCDEFG'[step.placed[1] - 1] + grid.slice(step.placed[0] + 1);
    }
}

const JIGSAW = ['AAAABB', 'AACBBB', 'CCCCBD', 'ECDDDD', 'EEEDFF', 'EEFFFF'].join('\n');

test('hints that are done one after the other solve a puzzle, on boards of every kind', () => {
    const hard = values('sudoku-make', ...BOARD, 'hard', '', 7).puzzle;
    for (const [board, puzzle] of [[BOARD, hard], [BOARD, PUZZLE], [boardOf(6, '', JIGSAW), null], [boardOf(9, '1'), null], [boardOf(4), null]]) {
        const given = puzzle ?? values('sudoku-make', ...board, '', '', 3).puzzle;
        const { grid, steps, end } = followed(board, given);
        const [solution] = values('sudoku-solve', ...board, given).solutions;
        // Other boards have fewer techniques: what is found there is right, at least.
        [...grid].forEach((digit, cell) => assert.ok(digit === '.' || digit === solution[cell].toUpperCase()));
        if (puzzle) assert.deepEqual([end, grid], ['solved', solution]);
        for (const step of steps) assert.ok(step.place.startsWith('Look at ') && step.sentence.includes('r'), step.sentence);
    }
});

test('the path of a puzzle has the ratings of each step that the reference has', async () => {
    const { ratingsOf } = await import('../page/sudoku/drawing/path.js');
    const lines = readFileSync(new URL('../../testdata/sudoku/ratings.txt', import.meta.url), 'utf8').trim().split('\n').map((line) => line.split(' '));
    for (const wanted of ['1.5', '2.6', '3.4', '4.2', '5.6', '6.6', '7.2', '8.3']) {
        const [puzzle, ...ratings] = lines.find((line) => line[1] === wanted);
        const { solutions, steps } = values('sudoku-path', ...BOARD, puzzle);
        assert.equal(solutions, 1);
        assert.deepEqual(ratingsOf(steps).map((tenths) => (tenths / 10).toFixed(1)), ratings, puzzle);
        // A chain has links, each from where others have come to; a pattern has candidates.
        for (const { chains, starts, candidates, tenths } of steps) {
            assert.equal(chains.length, starts.length);
            assert.ok(candidates.length > 0 || tenths < 26);
        }
    }
});

/** Lines of a file of the library's tests: a puzzle, and its ratings. */
const recorded = (name) => readFileSync(new URL(`../../testdata/sudoku/${name}`, import.meta.url), 'utf8').trim().split('\n').map((line) => line.split(' '));

test('with diagonals and windows, paths and hints are those of the reference, with the houses that the board adds', () => {
    for (const [more, name, where] of [['1', 'diagonal', /the diagonal from top/], ['2', 'hyper', / window r/], ['3', 'both', /the diagonal from top| window r/]]) {
        const board = boardOf(9, more);
        const [puzzle, ...tenths] = recorded(`steps-${name}.txt`)[0];
        const { solutions, steps } = values('sudoku-path', ...board, puzzle);
        assert.deepEqual([solutions, steps.map((step) => (step.tenths / 10).toFixed(1))], [1, tenths]);
        assert.ok(steps.some(({ sentence }) => where.test(sentence)));
        const houses = steps.flatMap((step) => step.houses);
        assert.ok(houses.every((house) => new Set(house).size === 9));
        const added = values('sudoku-board', ...board).units.slice(27).map(String);
        assert.ok(houses.some((house) => added.includes(String(house))), name);
        const { grid, end, steps: told } = followed(board, puzzle);
        assert.deepEqual([end, grid, told[0].sentence], ['solved', values('sudoku-solve', ...board, puzzle).solutions[0], steps[0].sentence]);
    }
});

test('what is wrong in a grid is told in place of a hint', () => {
    const advise = (clues, grid, gone = '') => values('sudoku-advise', ...BOARD, clues, grid, gone);
    assert.deepEqual(advise(PUZZLE, `${PUZZLE.slice(0, 2)}2${PUZZLE.slice(3)}`), { advice: 'wrong', digits: [2], marks: [] });
    const gone = Array(81).fill(0);
    gone[2] = 1 << 3;
    assert.deepEqual(advise(PUZZLE, PUZZLE, goneOf(gone)), { advice: 'wrong', digits: [], marks: [[2, 4]] });
    assert.equal(advise('.'.repeat(81), '.'.repeat(81)).advice, 'several');
    assert.equal(advise(`55${PUZZLE.slice(2)}`, PUZZLE).advice, 'none');
    const jigsaw = boardOf(6, '', JIGSAW);
    const { puzzle, solution } = values('sudoku-make', ...jigsaw, '', '', 3);
    const empty = puzzle.indexOf('.');
    const other = solution[empty] === '1' ? '2' : '1';
    const typed = puzzle.slice(0, empty) + other + puzzle.slice(empty + 1);
    assert.deepEqual(values('sudoku-advise', ...jigsaw, puzzle, typed, '').digits, [empty]);
    assert.equal(values('sudoku-advise', ...jigsaw, puzzle, solution, '').advice, 'solved');
    assert.match(ask(['sudoku-advise', ...BOARD, PUZZLE, PUZZLE, '1,2']).messages, /2 sets for 81 cells/);
});

test('a killer has hints of its sums', () => {
    const cages = '3 r1c1 r1c2\n4 r1c3 r2c3\n6 r1c4 r2c4\n5 r2c1 r3c1\n5 r2c2 r3c2\n7 r3c3 r3c4\n7 r4c1 r4c2\n3 r4c3 r4c4';
    const board = boardOf(4, '', '', cages);
    const puzzle = `1${'.'.repeat(15)}`;
    const { grid, steps, end } = followed(board, puzzle);
    // Of the 288 grids of this order, the only one with these sums and this clue.
    assert.deepEqual([end, grid], ['solved', '1234341221434321']);
    assert.ok(steps.some(({ sentence }) => /the sum of the cage of \d|In the cage of \d/.test(sentence)));
    assert.deepEqual(values('sudoku-path', ...board, puzzle).steps.map(({ technique }) => technique), steps.map(({ technique }) => technique));
});

test('puzzles are made with a rating within a range', () => {
    for (const [board, range, seed] of [[BOARD, '10:15', 4], [BOARD, '26:32', 4], [boardOf(9, '1'), '29:34', 4], [boardOf(9, '2'), '17:29', 4], [boardOf(9, '3'), '30:44', 4]]) {
        const { puzzle } = values('sudoku-make', ...board, range, '', seed);
        const { solutions, steps } = values('sudoku-path', ...board, puzzle);
        const hardest = Math.max(...steps.map(({ tenths }) => tenths));
        const [least, most] = range.split(':').map(Number);
        assert.ok(solutions === 1 && hardest >= least && hardest <= most, `${hardest} for ${range}`);
    }
});

test('a column of items is found by its words, and a table of 0 and 1 has none', async () => {
    const found = (table) => findColumns(table, async ({ cost, items, id }) => {
        const { output, status } = ask(['import-csv', table, cost, items, id]);
        if (status !== 0 || !output) return null;
        const read = values('names', output);
        return { items: read.items.map(([name]) => name), options: read.options.length, entries: read.options.reduce((sum, option) => sum + option.length, 0) };
    });
    const crews = readFileSync(new URL('../../python/examples/crews.csv', import.meta.url), 'utf8');
    assert.deepEqual(await found(crews), { cost: 'cost', items: 'flights', id: 'name' });
    assert.deepEqual(await found('crew,price,legs\nNorth,120,Oslo;Rome\n"South, late",45.50,Rome\n'), { cost: 'price', items: 'legs', id: '' });
    assert.deepEqual(await found('where,who\n3 4,Ann\n1 3,Bob\n'), { cost: '', items: 'where', id: '' });
    assert.deepEqual(await found('a,b,c\n1,0,1\n0,1,0\n'), { cost: '', items: '', id: '' });
    for (const fault of ['2', 'x', '-1']) assert.equal((await found(`a,b,c\n1,0,1\n0,1,${fault}\n1,1,1\n`)).items, '', fault);
    assert.equal((await found('')).items, '');
});

test('a picture of a packing has the colors of its pieces, and pieces that do not fit are told', () => {
    const problem = ask(['pack-problem', 'soma', '3x3x3', '', '', '', '']);
    assert.equal(problem.values, '');
    const solution = ask(['dlx3', problem.output, '', 1, '', 't1']).output;
    const { output, values: said } = ask(['pack-draw', 'soma', '3x3x3', '', '', '', solution]);
    const { pieces } = JSON.parse(said);
    assert.equal(new Set(pieces.map(([, color]) => color)).size, 7);
    for (const [name, color, cells] of pieces) {
        assert.match(color, /^#[0-9a-f]{6}$/);
        // Each cube is a square of its layer.
        assert.ok(output.split(`fill="${color}"`).length - 1 >= cells.length, name);
    }
    const reason = (region) => ask(['pack-problem', 'pentominoes', region, '', '', '', '1']).values;
    assert.equal(reason('7x9'), '"the pieces have 60 cells, the region 63 to be covered"');
    assert.equal(reason('5x5'), '"the pieces have 60 cells, the region 25"');
    assert.equal(reason('6x10'), '');
});

test('packings have as many classes as are known', () => {
    for (const [pieces, region, classes] of [['pentominoes', '3x20', 2], ['pentominoes', '8x8-2x2', 65], ['soma', '3x3x3', 240], ['tetrahexes', '4x7', 9], ['hexiamonds', '6x6', 156]]) {
        const problem = ask(['pack-problem', pieces, region, '', '', '', '1']).output;
        const run = ask(['dlx3', problem, '', '1', '', 'v1', 'd0']);
        assert.match(run.messages, new RegExp(`^Altogether ${classes} solutions`, 'm'));
        const drawn = ask(['pack-draw', pieces, region, '', '', '', run.output]);
        assert.match(drawn.output, /^<svg [^]*<\/svg>\n$/);
        assert.equal(JSON.parse(drawn.values).solid, pieces === 'soma');
    }
});

test('peg solitaire is solved, or there is a certificate that anybody can check', () => {
    const board = values('peg-board', 'central', '');
    assert.deepEqual([board.holes.length, board.start.length, board.finish.length, board.six], [33, 32, 1, false]);
    const { jumps } = values('peg-solve', 'central', '');
    const pegs = new Set(board.start);
    for (const [from, over, to] of jumps) {
        assert.ok(pegs.delete(from) && pegs.delete(over) && !pegs.has(to));
        pegs.add(to);
    }
    assert.deepEqual([...pegs], board.finish);
    const lost = 'xxx....  ......x\nxxx....  .......\n';
    const there = values('peg-board', lost, '');
    const { why, pagoda } = values('peg-solve', lost, '');
    assert.notEqual(why, undefined);
    for (const [from, over, to] of there.jumps) assert.ok(pagoda[from] + pagoda[over] >= pagoda[to]);
    const sum = (holes) => holes.reduce((total, hole) => total + pagoda[hole], 0);
    assert.ok(sum(there.start) < sum(there.finish));
    assert.equal(values('peg-solve', 'english:d4:d5', '').why, 'class');
    assert.equal(values('peg-board', 'T6:a1:a1', '').six, true);
});

test('a game of peg solitaire without a finish ends with one peg, anywhere', () => {
    // There is one jump: the right peg jumps left, or the left one jumps right.
    for (const [drawing, end] of [['.xx\n', 0], ['●●○\n', 2]]) {
        assert.equal(values('peg-board', drawing, '').finish, null, drawing);
        const { jumps } = values('peg-solve', drawing, '');
        assert.deepEqual(jumps.map(([, , to]) => to), [end]);
    }
    // No peg can jump.
    assert.deepEqual(values('peg-solve', 'x..x\n', ''), { why: 'class', pagoda: null });
    const { jumps } = values('peg-solve', 'english:d4:any', '');
    assert.equal(jumps.length, 31);
    assert.equal(values('peg-board', 'english:d4:any', '').finish, null);
});

test('the best game of the sieve is proved', () => {
    const scores = [18, 21, 82, 84].map((size) => values('sieve-solve', size)).map(({ score, proved }) => [score, proved]);
    assert.deepEqual(scores, [[111, true], [144, true], [2187, true], [2263, true]]);
});

test('texts and links with rules are read, checked, solved and written; what is not known is named', () => {
    const RULED = '.Shape~4x4.Thermo~R1C1~R1C2~R1C3~R1C4.Cage~5~R1C1~R2C1';
    const read = (text) => values('sudoku-read', ...boardOf(9), text);
    const { text, grid, order, remarks } = read(`# a comment\n${RULED}.~R2C4_2.~R3C2_4.~R4C1_2\n`);
    assert.deepEqual([text, grid, order, remarks], [RULED, '.......2.4..2...', 4, []]);
    const board = values('rules-board', text);
    assert.deepEqual([board.rows, board.columns, board.first, board.boxes[15], board.cages], [4, 4, 1, 3, []]);
    assert.deepEqual(board.rules.map(({ name, numbers, names }) => [name, numbers, names]), [['thermometer', [], 'r1c1 r1c2 r1c3 r1c4'], ['cage', [5], 'r1c1 r2c1']]);
    assert.ok(board.units.some((cells) => String(cells) === '0,4'));
    assert.match(board.picture.lines, /<path class="tube i[0-9a-f]{6}" d="M20 20L/);
    assert.deepEqual([board.picture.extent, board.picture.labelled], [[0, 160, 0, 160], [0]]);
    const solved = values('rules-solve', text, grid, '10');
    assert.deepEqual(solved, { solutions: ['1234431234212143'], clash: null });
    const { several } = values('rules-solve', text, '', '3');
    assert.deepEqual([several.count, several.all], [3, false]);
    assert.match(values('rules-solve', text, '2...............', '2').clash, /^thermometer r1c1 .* cannot hold$/);
    assert.deepEqual(values('rules-check', text, '1.2.............').map(({ name, cells, names }) => [name, cells, names]), [['thermometer', [2], 'r1c3']]);
    assert.deepEqual(values('rules-candidates', text, grid, '').counts[1], [[2, 1]]);
    assert.deepEqual(values('sudoku-candidates', ...boardOf(4), '12343412........', '9').counts[9], [[1, 2], [3, 2]]);
    assert.deepEqual(values('rules-redundant', text, grid, '1').rules.map(({ name }) => name), ['cage']);
    const made = values('rules-make', text, '', '4');
    assert.deepEqual(values('rules-solve', text, made.puzzle, '2').solutions, [made.solution]);
    for (const form of ['fpuzzles', 'iss', 'fpuzzles-link', 'iss-link', 'link']) {
        const again = read(ask(['rules-write', text, grid, form]).output);
        assert.deepEqual([again.grid, values('rules-solve', again.text, again.grid, '2').solutions], [grid, solved.solutions], form);
    }
    // A machine can be read and not be written: the text stays as it is.
    const machine = '.Shape~4x4.NFA~QO-A~_any~R1C1~R1C2.~R2C2_3';
    assert.deepEqual([read(machine).text, read(machine).grid], [machine, '.....3..........']);
    assert.deepEqual(values('rules-board', machine).limits, []);
    // Rules come one by one, and go again.
    const plain = values('rules-of', ...boardOf(4));
    assert.equal(read(plain).text, null);
    // What techniques know is a board as they know it, and is written as other programs know it.
    const usual = { diagonal: true, hyper: true, jigsaw: '', cages: '17 r1c1 r1c2' };
    assert.deepEqual(read('.Diagonal~1.Diagonal~-1.Windoku.Cage~17~R1C1~R1C2.~R5C5_1').board, usual);
    assert.deepEqual(read(values('rules-of', '9', '3', '', usual.cages)).board, usual);
    for (const more of ['.Diagonal~1', '.Cage~0~R1C1~R1C2', '.Cage~17~R1C1~R1C2.Cage~17~R1C2~R1C3', '.~R1C1_1_2']) assert.equal(read(`.Shape~9x9${more}`).board, null, more);
    const jigsaw = 'AAAABB\nAACBBB\nCCCCBD\nECDDDD\nEEEDFF\nEEFFFF';
    const drawn = read(values('rules-of', '6', '', jigsaw, ''));
    assert.deepEqual([drawn.order, drawn.text], [6, null]);
    assert.deepEqual(values('sudoku-board', '6', '', drawn.board.jigsaw, '').boxes.length, 36);
    assert.equal(read(values('rules-of', ...boardOf(9))).grid, '.'.repeat(81));
    const one = values('rules-add', plain, 'arrow', '0,1,5', '');
    assert.deepEqual(values('rules-board', one).rules.map(({ name, cells }) => [name, cells]), [['arrow', [0, 1, 5]]]);
    assert.equal(values('rules-remove', one, '0'), null);
    for (const [fields, told] of [[[one, 'arrow', '0,1,5', ''], /there already/], [[one, 'arow', '0', ''], /arow is not known/], [[one, 'cage', '0,1', '9'], /cage r1c1 r1c2: no digits satisfy it/], [[one, 'cage', '0,16', ''], /no such cell/], [[one, 'cage', '0', 'x'], /no number/]]) {
        const { status, messages } = ask(['rules-add', ...fields]);
        assert.equal(status, 1);
        assert.match(messages, told);
    }
    for (const [fields, told] of [[['sudoku-read', ...boardOf(9), '.Shape~4x4.Kropfi~R1C1~R1C2'], /^the rule Kropfi R1C1 R1C2 is not known/i], [['rules-solve', text, '12'], /2 signs for 16 cells/], [['rules-solve', text, '5'.padEnd(16, '.')], /`5' is no digit here/], [['sudoku-read', ...boardOf(9), 'https://example.org/?load=abc'], /damaged|cut off/]]) {
        const { status, messages } = ask(fields);
        assert.equal(status, 1);
        assert.match(messages, told);
    }
});

test('the page is small, compressed as a server sends it', () => {
    const folder = new URL('../dist/', import.meta.url);
    const sizes = readdirSync(folder).map((file) => brotliCompressSync(readFileSync(new URL(file, folder))).length);
    const sum = sizes.reduce((total, size) => total + size, 0);
    assert.ok(sum <= 1024 * Number(process.env.PAGE_KB ?? 1180), `${sum} bytes`);
});
