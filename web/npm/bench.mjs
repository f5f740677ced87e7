// Measures the package: its solutions() beside its count(), and both beside the package
// dancing-links on the benchmarks of that one's README, if there is a folder of it.
//
//     make npm
//     DANCING_LINKS=FOLDER node web/npm/bench.mjs
//
// It prints the tables of docs/javascript.md in some minutes. The contenders take turns in one process; what counts
// is the processor time of all its threads, the best of several rounds. DLX3 names another folder
// of this package than that which `make npm` leaves.

import { pathToFileURL } from 'node:url';

const folder = (path, entry) => import(new URL(entry, pathToFileURL(`${path}/`)));
const { Problem, configure, gen } = await folder(process.env.DLX3 ?? new URL('../../target/npm/package', import.meta.url).pathname, 'lib/node.js');
const other = process.env.DANCING_LINKS ? (await folder(process.env.DANCING_LINKS, 'built/lib/index.js')).DancingLinks : null;

const ROUNDS = 3;
/** Microseconds of processor time for a contender in a round, at least. */
const ROUND = 250_000;

// The puzzle of its benchmarks.
const PUZZLE = '..............3.85..1.2.......5.7.....4...1...9.......5......73..2.1........4...9';
const PENTOMINOES = {
    F: '.XX/XX./.X.', I: 'XXXXX', L: 'XXXX/X...', N: 'XXX./..XX', P: 'XXX/XX.', T: 'XXX/.X./.X.',
    U: 'X.X/XXX', V: 'X../X../XXX', W: 'X../XX./.XX', X: '.X./XXX/.X.', Y: 'XXXX/.X..', Z: 'XX./.X./.XX',
};

/** Rows of columns' numbers: a row for each digit that a cell may have by its clue. */
function sudokuRows(puzzle) {
    const rows = [];
    for (let cell = 0; cell < 81; cell += 1) {
        const [row, column] = [Math.floor(cell / 9), cell % 9];
        const box = 3 * Math.floor(row / 3) + Math.floor(column / 3);
        for (let digit = 0; digit < 9; digit += 1) {
            if (puzzle[cell] !== '.' && Number(puzzle[cell]) !== digit + 1) continue;
            rows.push([cell, 81 + 9 * row + digit, 162 + 9 * column + digit, 243 + 9 * box + digit]);
        }
    }
    return { columns: 324, rows };
}

/** A row for each place of each piece: the piece is a column, and so are its cells. */
function pentominoRows(height, width) {
    const rows = [];
    for (const [number, drawing] of Object.values(PENTOMINOES).entries()) {
        let cells = drawing.split('/').flatMap((line, row) => [...line].flatMap((sign, column) => (sign === 'X' ? [[row, column]] : [])));
        const seen = new Set();
        for (let way = 0; way < 8; way += 1) {
            cells = way === 4 ? cells.map(([row, column]) => [row, -column]) : cells.map(([row, column]) => [column, -row]);
            const [top, left] = [0, 1].map((axis) => Math.min(...cells.map((cell) => cell[axis])));
            const its = cells.map(([row, column]) => [row - top, column - left]).sort(([one, two], [three, four]) => one - three || two - four);
            if (seen.has(String(its))) continue;
            seen.add(String(its));
            const [high, wide] = [0, 1].map((axis) => Math.max(...its.map((cell) => cell[axis])) + 1);
            for (let row = 0; row + high <= height; row += 1) {
                for (let column = 0; column + wide <= width; column += 1) rows.push([number, ...its.map(([down, right]) => 12 + width * (row + down) + column + right)]);
            }
        }
    }
    return { columns: 12 + width * height, rows };
}

/** The first solutions of a problem, as many as are wanted. */
async function listed(problem, most) {
    const found = [];
    for await (const solution of problem.solutions()) {
        found.push(solution);
        if (found.length === most) break;
    }
    return found.length;
}

/** Times a second that each contender does its work, in turn: the best rounds. */
async function race(contenders) {
    const best = contenders.map(() => 0);
    for (let round = 0; round <= ROUNDS; round += 1) {
        for (const [number, { workers = false, work }] of contenders.entries()) {
            configure({ workers });
            const begun = process.cpuUsage();
            let [times, spent] = [0, 0];
            while (spent < ROUND) {
                await work();
                times += 1;
                const { user, system } = process.cpuUsage(begun);
                spent = user + system;
            }
            // The first round warms up.
            if (round > 0) best[number] = Math.max(best[number], (times * 1e6) / spent);
        }
    }
    return best;
}

const problemOf = ({ columns, rows }) => Problem.fromSparse(rows, { columns });

/** Contenders for the first solutions: what they do begins with lists of columns. */
function contenders({ columns, rows }, most) {
    const lists = rows.map((columnIndices, data) => ({ data, columnIndices }));
    const mine = () => listed(problemOf({ columns, rows }), most);
    const all = [{ name: 'dlx3 (this thread)', work: mine }, { name: 'dlx3 (worker)', workers: true, work: mine }];
    if (!other) return all;
    const theirs = () => {
        const solver = new other().createSolver({ columns });
        solver.addSparseConstraints(lists);
        return (most === Infinity ? solver.findAll() : solver.find(most)).length;
    };
    return [...all, { name: 'dancing-links (sparse)', work: theirs }];
}

const cell = (text, width) => String(text).padEnd(width);

async function table(title, its, wanted) {
    for (const { name, work, workers = false } of its) {
        configure({ workers });
        const found = await work();
        if (Number(found) !== wanted) throw new Error(`${title}: ${name} has ${found} solutions, not ${wanted}`);
    }
    const speeds = await race(its);
    const fastest = Math.max(...speeds);
    console.log(`\n### ${title}\n\n| Library                | Ops/Sec   | Relative Performance |\n| ---------------------- | --------- | -------------------- |`);
    const rows = its.map(({ name }, number) => [name, speeds[number]]).sort(([, one], [, two]) => two - one);
    for (const [name, speed] of rows) {
        console.log(`| ${cell(name, 22)} | ${cell(speed.toFixed(2), 9)} | ${cell(speed === fastest ? '**1.00x (fastest)**' : `${(speed / fastest).toFixed(2)}x`, 20)} |`);
    }
}

/** Seconds of count() and of solutions(), and the ratio. */
async function ratios() {
    // A Sudoku with many solutions has the first six rows of the puzzle, without one clue.
    const many = sudokuRows(`${PUZZLE.slice(0, 54)}${'.'.repeat(27)}`.replace('3.85', '3...'));
    const problems = {
        'queens 11': await gen.queens(11), 'queens 12': await gen.queens(12), 'pentominoes 6x10': problemOf(pentominoRows(6, 10)),
        'Langford 11': await gen.langford(11), 'dominoes 6x6': await gen.dominoes(6), 'a Sudoku of many solutions': problemOf(many),
    };
    console.log('\n| problem | solutions | count() | solutions() | ratio |\n|---|---|---|---|---|');
    for (const [name, problem] of Object.entries(problems)) {
        const most = name.startsWith('a Sudoku') ? 20_000 : Infinity;
        configure({ workers: true });
        const number = await listed(problem, most);
        const its = [{ workers: true, work: () => problem.count() }, { workers: true, work: () => listed(problem, most) }];
        const [counts, lists] = (await race(most === Infinity ? its : its.slice(1))).map((speed) => 1000 / speed);
        if (most === Infinity) console.log(`| ${name} | ${number} | ${counts.toFixed(1)} ms | ${lists.toFixed(1)} ms | ${(lists / counts).toFixed(2)} |`);
        else console.log(`| ${name} | the first ${number} | | ${counts.toFixed(1)} ms | |`);
    }
}

if (!process.argv.includes('--no-ratios')) await ratios();
const [puzzle, field] = [sudokuRows(PUZZLE), pentominoRows(6, 10)];
await table('All solutions to the sudoku', contenders(puzzle, Infinity), 1);
await table('Finding one pentomino tiling on a 6x10 field', contenders(field, 1), 1);
await table('Finding ten pentomino tilings on a 6x10 field', contenders(field, 10), 10);
await table('Finding one hundred pentomino tilings on a 6x10 field', contenders(field, 100), 100);
await table('Finding all pentomino tilings on a 6x10 field', contenders(field, Infinity), 9356);
