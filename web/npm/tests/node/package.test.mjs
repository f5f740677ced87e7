// The package as a user of Node has it: installed in a folder, its answers beside brute force and
// numbers from the literature.

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import net from 'node:net';
import { test } from 'node:test';
import { Color, Fault, NotOne, Problem, Stopped, color, configure, dlx3, gen, pack, peg, sieve, sudoku } from 'dlx3';
import { problemOf, random, solve } from './brute.mjs';

// Nothing may ask the network.
net.Socket.prototype.connect = () => {
    throw new Error('the network was asked');
};
globalThis.fetch = net.Socket.prototype.connect;

const all = async (listing) => {
    const found = [];
    for await (const one of listing) found.push(one);
    return found;
};
const sorted = (solutions) => solutions.map((solution) => solution.join(' ')).sort();
const PUZZLE = '53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79';
const SOLUTION = '534678912672195348198342567859761423426853791713924856961537284287419635345286179';

for (const workers of [true, false]) {
    const where = workers ? 'in workers' : 'in this thread';

    test(`answers are those of brute force, ${where}`, async () => {
        configure({ workers });
        let several = 0;
        let none = 0;
        for (let seed = 1; seed <= 150; seed += 1) {
            const { options, primary, bounds, costs } = problemOf(seed);
            const problem = Problem.fromOptions(options, { primary, bounds, costs });
            const wanted = solve({ options, primary, bounds });
            const told = `seed ${seed}: ${JSON.stringify({ options, primary, bounds })}`;
            const listed = await all(problem.solutions());
            assert.deepEqual(sorted(listed), sorted(wanted), told);
            assert.equal(await problem.count(), BigInt(wanted.length), told);
            const found = await problem.find();
            if (wanted.length === 0) assert.equal(found, null, told);
            else assert.ok(sorted(wanted).includes(found.join(' ')), told);
            const costOf = (solution) => solution.reduce((sum, option) => sum + costs[option], 0);
            const cheapest = wanted.map(costOf).sort((one, other) => one - other);
            const best = await problem.best(3);
            assert.deepEqual(best.map(({ cost }) => cost), cheapest.slice(0, 3), told);
            for (const { cost, exact, options: its } of best) assert.deepEqual([costOf(its), exact], [cost, String(cost)], told);
            const sample = await problem.sample(4, { seed });
            assert.equal(sample.length, wanted.length ? 4 : 0, told);
            for (const one of sample) assert.ok(sorted(wanted).includes(one.join(' ')), told);
            const conflict = await problem.conflict();
            assert.equal(conflict === null, wanted.length > 0, told);
            if (conflict) {
                // If any of its items goes, there is a solution; so it is with the text of the problem.
                assert.ok(conflict.isMinimal && conflict.text.length > 0 && conflict.needs.size > 0, told);
                const asText = await new Problem(problem.text).conflict();
                assert.deepEqual([...asText.needs], [...conflict.needs], told);
                // In the text, colors are bytes.
                if (!conflict.text.includes(':')) assert.equal(asText.text, conflict.text, told);
            }
            several += wanted.length > 1;
            none += wanted.length === 0;
        }
        assert.ok(several > 20 && none > 8, `${several} with several solutions, ${none} without`);
    });

    test(`thousands of solutions come once each, and a loop may be left, ${where}`, async () => {
        configure({ workers });
        const dominoes = await gen.dominoes(6);
        const listed = await all(dominoes.solutions());
        // Kasteleyn's number of tilings of a 6x6 board.
        assert.deepEqual([listed.length, new Set(sorted(listed)).size], [6728, 6728]);
        const first = [];
        for await (const solution of dominoes.solutions()) {
            first.push(solution);
            if (first.length === 100) break;
        }
        assert.deepEqual(first, listed.slice(0, 100));
        // More of these than there are workers.
        for (let time = 0; time < 12; time += 1) {
            for await (const solution of dominoes.solutions()) {
                assert.deepEqual(solution, listed[0]);
                break;
            }
        }
        const two = [dominoes.solutions(), dominoes.solutions()];
        for (let number = 0; number < 50; number += 1) {
            for (const one of two) assert.deepEqual((await one.next()).value, listed[number]);
        }
        for (const one of two) await one.return();
        assert.equal(await dominoes.count(), 6728n);
    });

    test(`what is no problem is a fault with its place, ${where}`, async () => {
        configure({ workers });
        const at = (line, column, option) => (fault) => fault instanceof Fault && fault.line === line && fault.column === column && fault.option === option;
        const bad = new Problem('A B\nA C\n');
        for (const asks of [() => bad.count(), () => bad.find(), () => bad.best(1, { costs: [1] }), () => bad.sample(), () => all(bad.solutions()), () => bad.options()]) {
            await assert.rejects(asks, at(2, 3, null));
        }
        const twice = Problem.fromOptions([['x'], ['b', 'b']], { primary: ['b'] });
        await assert.rejects(() => twice.count(), at(null, null, 1));
        await assert.rejects(() => Problem.fromCSV('cost,items\nmuch,a\n', { cost: 'cost', items: 'items' }), at(2, 1, null));
    });
}

test('a problem of columns is that of its options, and one that is written and read again', async () => {
    configure({ workers: false });
    for (let seed = 1; seed <= 80; seed += 1) {
        const below = random(seed);
        const [columns, secondary] = [1 + below(4), below(3)];
        const rows = Array.from({ length: 1 + below(12) }, () => [...Array(columns + secondary).keys()].filter(() => below(3) === 0));
        const named = rows.map((row) => row.map((column) => (column < columns ? String(column) : 'xy'[column - columns])));
        const wanted = solve({ options: named, primary: [...Array(columns).keys()].map(String), bounds: {} });
        const told = `seed ${seed}: ${JSON.stringify({ columns, rows })}`;
        const sparse = Problem.fromSparse(rows, { columns, secondary });
        assert.deepEqual(sorted(await all(sparse.solutions())), sorted(wanted), told);
        assert.deepEqual(await sparse.options(), rows, told);
        const same = Problem.fromOptions(rows, { primary: Array(columns).keys(), secondary: Array.from({ length: secondary }, (_, at) => columns + at) });
        assert.equal(same.text, sparse.text, told);
        assert.deepEqual(await all(same.solutions()), await all(sparse.solutions()), told);
        // In a text, options without a primary item are not counted.
        const kept = [...rows.keys()].filter((row) => rows[row].some((column) => column < columns));
        const read = (await all(new Problem(sparse.text).solutions())).map((solution) => solution.map((option) => kept[option]));
        assert.deepEqual(read, await all(sparse.solutions()), told);
    }
});

test('solutions of a long search come in the order of dlx3, though lists begin it and bitmaps go on', async () => {
    const queens = await gen.queens(11);
    const printed = (await dlx3(queens.text, ['m1'])).output;
    const lines = queens.text.split('\n').slice(1);
    const places = new Map(lines.map((line, option) => [line.split(' ').sort().join(' '), option]));
    const wanted = printed.split(/^\d+:\n/m).slice(1).map((solution) => solution.trim().split('\n')
        .map((line) => places.get(line.replace(/\(.*$/, '').trim().split(' ').sort().join(' '))).sort((one, other) => one - other));
    for (const workers of [true, false]) {
        configure({ workers });
        assert.deepEqual(await all(queens.solutions()), wanted);
    }
    assert.equal(wanted.length, 2680);
});

test('bounds may be those of all items, and options keep their colors', async () => {
    const twice = Problem.fromOptions([['a'], ['a', 'b'], ['b'], ['b']], { bounds: 2 });
    assert.deepEqual(await all(twice.solutions()), [[0, 1, 2], [0, 1, 3]]);
    assert.equal(await Problem.fromOptions([['a'], ['a', 'b'], ['b']], { bounds: [0, 1] }).count(), 5n);
    const colored = Problem.fromOptions([['a', 'x:red', 'y'], ['b', color('x', 7)]], { primary: ['a', 'b'] });
    assert.deepEqual(await colored.options(), [['a', color('x', 'red'), 'y'], ['b', color('x', 7)]]);
    const conflict = await colored.conflict();
    assert.deepEqual([...conflict.needs.keys()], ['a', 'b', 'x']);
    assert.match(conflict.text, /x:red/);
    assert.match(conflict.text, /x:7/);
});

test('many questions at a time are answered, and a signal ends one at once', async () => {
    configure({ workers: true });
    const queens = await Promise.all([4, 5, 6, 7, 8, 9, 10].map((n) => gen.queens(n)));
    // OEIS A000170.
    assert.deepEqual(await Promise.all(queens.map((problem) => problem.count())), [2n, 10n, 4n, 40n, 92n, 352n, 724n]);
    const hard = await gen.queens(27);
    const stop = new AbortController();
    const asked = [1, 2, 3, 4, 5, 6].map(() => hard.count({ signal: stop.signal }));
    const listing = all(hard.solutions({ signal: stop.signal }));
    setTimeout(() => stop.abort(new Error('enough')), 300);
    for (const one of [...asked, listing]) await assert.rejects(one, /enough/);
    await assert.rejects(hard.count({ signal: AbortSignal.abort(new Error('before')) }), /before/);
    assert.equal(await queens[4].count(), 92n);
});

test('a limit of memory is told with what is known', async () => {
    const queens = await gen.queens(10);
    await assert.rejects(queens.sample(1, { memory: 1000 }), (fault) => fault instanceof Stopped && fault.reason === 'memory');
    assert.equal(await (await gen.dominoes(8)).count(), 12988816n);
    const cells = Array.from({ length: 100 }, (_, cell) => cell).flatMap((cell) => [[cell], [cell]]);
    assert.equal(await Problem.fromOptions(cells).count(), 2n ** 100n);
});

test('items are any values, colors too, and a solution has the numbers of the options that were given', async () => {
    const [one, two] = [{}, Symbol('two')];
    const odd = ['two words', 'a:b', '|', 'é', 1, '1', true, one, two, 7n, '\ud800'];
    const options = [['nothing'], odd, ['nothing'], ...odd.map((item) => [item])];
    const problem = Problem.fromOptions(options, { primary: odd, colors: false });
    assert.deepEqual(sorted(await all(problem.solutions())), sorted([[1], odd.map((_, place) => place + 3)]));
    assert.deepEqual(await problem.options([1]), [odd]);
    const colored = Problem.fromOptions([['a', 'x:red'], ['b', color('x', 'red')], ['b', color('x', 'RED')], ['c']], { primary: ['a', 'b', 'c'] });
    assert.deepEqual(sorted(await all(colored.solutions())), ['0 1 3']);
    // As many colors as bytes serve for, and one more.
    const many = (count) => Array.from({ length: count }, (_, number) => [`p${number % 2}`, color('x', { number })]);
    assert.equal(await Problem.fromOptions(many(220), { primary: ['p0', 'p1'] }).count(), 0n);
    assert.throws(() => Problem.fromOptions(many(221), { primary: ['p0', 'p1'] }), (fault) => fault instanceof Fault && fault.option === 220);
    assert.deepEqual(await new Problem('A | x\nA x:1\n').options([0]), [['A', new Color('x', '1')]]);
});

test('what is given wrong is refused before anything is asked', () => {
    assert.throws(() => Problem.fromOptions([['a']], { costs: [NaN] }), /option 0: a cost/);
    assert.throws(() => Problem.fromOptions([['a']], { costs: [1, 2] }), Fault);
    assert.throws(() => Problem.fromOptions(['ab']), /option 0 is a list/);
    assert.throws(() => Problem.fromOptions([['a']], { bounds: { b: 2 } }), /no primary item "b"/);
    assert.throws(() => Problem.fromOptions([['a']], { bounds: { a: [1] } }), TypeError);
    assert.throws(() => Problem.fromOptions([['c']], { primary: ['a'], secondary: ['b'] }), /unknown item "c"/);
    assert.throws(() => Problem.fromMatrix([[1, 0], [1]]), /row 1 has 1 columns/);
    assert.throws(() => Problem.fromMatrix([[1, 2]]), /neither 0 nor 1/);
    assert.throws(() => new Problem([['a']]), TypeError);
    assert.throws(() => configure({ workers: 'x' }), TypeError);
});

test('matrices, tables and the program itself', async () => {
    const matrix = Problem.fromMatrix([[1, 0], [0, true], [1, 1], [0, 0]], { costs: ['0.1', '0.2', '0.31', 1] });
    assert.deepEqual(sorted(await all(matrix.solutions())), ['0 1', '2']);
    assert.deepEqual((await matrix.best(2)).map(({ exact }) => exact), ['0.3', '0.31']);
    const table = await Problem.fromCSV('crew,price,legs\nNorth,120,Oslo;Rome\nSouth,45.50,Rome\n', { cost: 'price', items: 'legs', id: 'crew' });
    assert.equal((await table.best())[0].exact, '120');
    const ran = await dlx3('A B\nA\nB\nA B\n', ['m1', 'v1']);
    assert.match(ran.messages, /^Altogether 2 solutions, /m);
    assert.equal(ran.status, 0);
    assert.equal((await dlx3('A\nB\n')).status, 102);
    // Letters of several bytes stay whole, wherever what is printed is cut.
    const [items, width] = [[...Array(9).keys()].map((number) => `${'é'.repeat(3)}${number}`), 2 ** 9];
    const printed = (await dlx3(`${items.join(' ')}\n${items.map((item) => `${item}\n${item}\n`).join('')}`, ['m1'])).output;
    assert.equal(printed.split('é').length - 1, 3 * 9 * width);
    assert.ok(!printed.includes('\ufffd'));
    const map = new Map([['Ada', ['1']], ['Bob', ['1']]]);
    const named = Problem.fromOptions(map, { costs: new Map([['Ada', 2], ['Bob', 1]]) });
    assert.deepEqual(named.named((await named.best())[0].options), ['Bob']);
});

test('Sudokus are solved, checked, rated, explained and made', async () => {
    assert.equal(await sudoku.solve(PUZZLE), SOLUTION);
    const rows = [...PUZZLE.match(/.{9}/g)].map((row) => [...row].map((sign) => (sign === '.' ? null : Number(sign))));
    assert.equal(await sudoku.solve(rows), SOLUTION);
    assert.deepEqual(sudoku.rows(PUZZLE)[0], [5, 3, 0, 0, 7, 0, 0, 0, 0]);
    assert.equal(await sudoku.hint(SOLUTION), null);
    await assert.rejects(sudoku.solve('.'.repeat(81)), (fault) => fault instanceof NotOne && fault.solutions === 2);
    await assert.rejects(sudoku.solve(`55${PUZZLE.slice(2)}`), (fault) => fault instanceof NotOne && fault.solutions === 0 && /5/.test(fault.reason));
    await assert.rejects(sudoku.solve('123'), /81/);
    await assert.rejects(sudoku.solve('1234........2143', { board: { order: 9 } }), /order 4/);
    await assert.rejects(sudoku.hint(`${PUZZLE.slice(0, 2)}2${PUZZLE.slice(3)}`, { clues: PUZZLE }), /r1c3/);
    // Clues of a grid of order 4 that has them all are not needed.
    assert.deepEqual(await sudoku.check('1234341.21434321'), { solutions: 1, minimal: false, reason: null });
    const open = await sudoku.check('.'.repeat(81));
    assert.deepEqual([open.solutions, open.minimal, open.reason, open.several.count, open.several.isAll], [2, null, null, 1000, false]);
    const several = { count: 4, isAll: true, grids: ['1234341221434321', '1234341223414123'], cells: [9, 11, 13, 15] };
    assert.deepEqual((await sudoku.check('12343412........')).several, several);
    const told = `4 solutions, such as two that differ in r3c2 r3c4 r4c2 r4c4: ${several.grids.join(' ')}`;
    await assert.rejects(sudoku.solve('12343412........'), (fault) => fault instanceof NotOne && fault.message === told && fault.several.cells.length === 4);
    assert.deepEqual((await sudoku.check('12343412........', { most: 3 })).several, { ...several, count: 3, isAll: false });
    for (const verb of [sudoku.hint, sudoku.path]) await assert.rejects(verb('12343412........'), (fault) => fault instanceof NotOne && fault.several.count === 4);
    await assert.rejects(sudoku.check('12343412........', { most: 1 }), Fault);
    assert.equal((await sudoku.check('..............3.85..1.2.......5.7.....4...1...9.......5......73..2.1........4...9')).minimal, true);
    // Of the 288 grids of order 4, the only one with these sums and this clue.
    const killer = ['3 r1c1 r1c2', '4 r1c3 r2c3', '6 r1c4 r2c4', '5 r2c1 r3c1', '5 r2c2 r3c2', '7 r3c3 r3c4', '7 r4c1 r4c2', '3 r4c3 r4c4'];
    assert.equal(await sudoku.solve(`1${'.'.repeat(15)}`, { board: { order: 4, killer } }), '1234341221434321');
    // The cages are the puzzle, if it has no digits; the sums of two cages leave both orders.
    assert.equal((await sudoku.check(killer.join('\n'))).several.isAll, true);
    await assert.rejects(sudoku.read(killer.join('\n')), /killer/);
    await assert.rejects(sudoku.read('AAAABB\nAACBBB\nCCCCBD\nECDDDD\nEEEDFF\nEEFFFF'), /jigsaw/);
    const jigsaw = ['AAAABB', 'AACBBB', 'CCCCBD', 'ECDDDD', 'EEEDFF', 'EEFFFF'];
    const made = await sudoku.make({ board: { jigsaw }, seed: 3 });
    assert.equal((await sudoku.solve(made.puzzle, { board: { jigsaw } })).toUpperCase(), made.solution.toUpperCase());
    for (const board of [{ diagonal: true }, { hyper: true }, { diagonal: true, hyper: true }]) {
        const { puzzle, solution } = await sudoku.make({ board, rating: [2.9, 4.2], seed: 1 });
        assert.equal(await sudoku.solve(puzzle, { board }), solution);
        const { er } = await sudoku.rate(puzzle, { board });
        assert.ok(er >= 2.9 && er <= 4.2, `${er}`);
        assert.deepEqual((await sudoku.path(puzzle, { board }))[0], await sudoku.hint(puzzle, { board }));
    }
    await assert.rejects(sudoku.make({ board: { order: 16 }, rating: [3, 4] }), Fault);
    const easy = await sudoku.make({ difficulty: 'easy', symmetric: true, seed: 5 });
    assert.equal(await sudoku.solve(easy.puzzle), easy.solution);
    for (const [cell, sign] of [...easy.puzzle].entries()) assert.equal(sign === '.', easy.puzzle[80 - cell] === '.');
});

test('Sudokus with rules are solved, checked, converted and made, and rules that are not known are named', async () => {
    const ruled = '.Shape~4x4.Thermo~R1C1~R1C2~R1C3~R1C4.~R2C4_2.~R3C2_4.~R4C1_2';
    const [board, given] = [{ rules: ruled }, '.......2.4..2...'];
    const solution = '1234431234212143';
    const { solutions, minimal, redundant, reason } = await sudoku.check(ruled, { redundant: true });
    assert.deepEqual({ solutions, minimal, redundant, reason }, { solutions: 1, minimal: false, redundant: { cells: [12], rules: [] }, reason: null });
    assert.equal(await sudoku.solve(ruled), solution);
    // A rule that can go is told with its cells.
    const cage = ruled.replace('.~R2C4', '.Cage~5~R1C1~R2C1.~R2C4');
    assert.deepEqual((await sudoku.check(cage, { redundant: true })).redundant.rules.map(({ name, numbers, cells }) => [name, numbers, cells]), [['cage', [5], [0, 4]]]);
    assert.deepEqual((await sudoku.rules(cage)).map(({ name }) => name), ['thermometer', 'cage']);
    assert.deepEqual(await sudoku.rules(PUZZLE), []);
    assert.equal(await sudoku.read(ruled), given);
    // Cages and diagonals are known to techniques, also from a link.
    const killer = { order: 4, killer: '3 r1c1 r1c2\n7 r1c3 r1c4', diagonal: true };
    const [digits, other] = ['12..............', await sudoku.convert('12..............', 'fpuzzles-link', { board: killer })];
    assert.deepEqual((await sudoku.rules(other)).map(({ name }) => name).sort(), ['cage', 'cage', 'falling diagonal', 'rising diagonal']);
    assert.deepEqual([await sudoku.check(other), await sudoku.read(other)], [await sudoku.check(digits, { board: killer }), digits]);
    assert.equal(await sudoku.solve('1234341221434321', { board: { rules: '.Shape~4x4.Cage~3~R1C1~R1C2' } }), '1234341221434321');
    // Links lead to the same puzzle.
    for (const form of ['fpuzzles', 'iss', 'link', 'fpuzzles-link', 'iss-link']) {
        const other = await sudoku.convert(cage, form);
        assert.deepEqual([await sudoku.solve(other), await sudoku.read(other), (await sudoku.rules(other)).length], [solution, given, 2], form);
    }
    assert.match(await sudoku.convert(cage, 'svg'), /^<svg/);
    assert.equal(await sudoku.solve(await sudoku.convert(PUZZLE, 'link')), SOLUTION);
    await assert.rejects(sudoku.convert(cage, 'sudokupad'), Fault);
    // Digits that are typed, on the board of the rules.
    assert.equal(await sudoku.solve(given, { board: { rules: cage } }), solution);
    assert.deepEqual((await sudoku.broken(`3${'.'.repeat(15)}`, { board: { rules: cage } })).map(({ name, cells }) => [name, cells]), [['thermometer', [0]]]);
    assert.deepEqual(await sudoku.broken(solution, { board: { rules: cage } }), []);
    assert.deepEqual((await sudoku.broken('11..............', { board: { order: 4 } })).map(({ name, cells }) => [name, cells]), [['row 1', [0, 1]], ['box 1', [0, 1]]]);
    // True candidates, of plain puzzles, too.
    const { counts, equal } = await sudoku.candidates('12343412........', { atLeast: 9 });
    assert.deepEqual([counts[0], counts[9]], [new Map([[1, 4]]), new Map([[1, 2], [3, 2]])]);
    assert.deepEqual(equal, [[8, 14], [9, 15], [10, 12], [11, 13]]);
    assert.deepEqual((await sudoku.candidates(cage)).counts.map((digits) => [...digits.keys()].join()).join(''), solution);
    await assert.rejects(sudoku.candidates(`5${given.slice(1)}`, { board }), /5/);
    await assert.rejects(sudoku.candidates(`${'4'.padEnd(16, '.')}`, { board }), (fault) => fault instanceof NotOne && fault.solutions === 0);
    const made = await sudoku.make({ board: { rules: cage }, seed: 2 });
    assert.equal(await sudoku.solve(made.puzzle, { board: { rules: cage } }), made.solution);
    await assert.rejects(sudoku.make({ board, difficulty: 'easy' }), Fault);
    await assert.rejects(sudoku.solve('.Shape~4x4.Kropfi~R1C1~R1C2'), /Kropfi.*R1C1 R1C2/i);
    await assert.rejects(sudoku.solve('.Shape~4x4.Cage~5'), /cage/i);
    for (const verb of [sudoku.hint, sudoku.path, sudoku.rate]) await assert.rejects(verb(ruled), /know no Sudokus with rules/);
    await assert.rejects(sudoku.solve('.Shape~4x4.AntiKnight'), (fault) => fault instanceof NotOne && fault.several.isAll && fault.several.grids.length === 2);
});

test('links of chains have their reasons, and steps their usual names', async () => {
    const puzzle = '.14.9....9.3..8..7.8.13....3.5..2..1.......4...9..7........35.....25.6....2....39';
    const told = [];
    const path = await sudoku.path(puzzle, { progress: ({ steps }) => told.push(steps) < 0 });
    const step = path.find(({ technique }) => technique === 'forcing-chain');
    const text = ({ cell, digit, holds }) => `r${Math.floor(cell / 9) + 1}c${(cell % 9) + 1}${holds ? '=' : '<>'}${digit}`;
    const [chain] = step.chains;
    // The library's own test has these links, too.
    assert.deepEqual(chain.map(({ from, to, reason }) => `${from.map(text).join(', ')} -> ${text(to)}: ${reason}`), [
        'r9c6=1 -> r9c6<>4: r9c6 has one digit', 'r9c6<>4 -> r3c6=4: only place for 4 in column 6', 'r3c6=4 -> r2c4<>4: box 2 has one 4',
        'r2c4<>4 -> r2c7=4: only place for 4 in row 2', 'r2c7=4 -> r2c7<>1: r2c7 has one digit', 'r2c7<>1 -> r9c7=1: only place for 1 in column 7',
        'r9c7=1 -> r9c6<>1: row 9 has one 1',
    ]);
    assert.deepEqual([step.title, step.usualName, step.names[0], step.eliminations, step.placement], ['Forcing chain', 'AIC', 'AIC', [{ cell: 77, digit: 1 }], null]);
    assert.ok(step.text.endsWith('r9c7=1 -> r9c6<>1: row 9 has one 1'));
    assert.deepEqual(chain[1].house, [...Array(9).keys()].map((row) => 9 * row + 5));
    const rating = await sudoku.rate(puzzle);
    assert.deepEqual(rating.hardest, path.find((one) => one.rating === rating.er));
    const steps = await sudoku.steps(puzzle);
    assert.deepEqual(steps[0], await sudoku.hint(puzzle));
    const solution = await sudoku.solve(puzzle);
    for (const { placement, eliminations } of steps) {
        if (placement) assert.equal(solution[placement.cell], String(placement.digit));
        for (const { cell, digit } of eliminations) assert.notEqual(solution[cell], String(digit));
    }
    assert.ok(steps.length > 3);
    assert.deepEqual(await sudoku.steps(solution), []);
    // Boards of any kind have hints, too.
    const six = await sudoku.make({ board: { order: 6 }, seed: 1 });
    const own = await sudoku.hint(six.puzzle, { board: { order: 6 } });
    const { cell, digit } = own.placement;
    assert.deepEqual([own.rating, own.chains, own.effect], [null, [], `r${Math.floor(cell / 6) + 1}c${(cell % 6) + 1}=${digit}`]);
    assert.ok(own.technique && own.text.includes(own.sentence));
    await assert.rejects(sudoku.steps(six.puzzle, { board: { order: 6 } }), Fault);
});

test('ratings are those of the reference', async () => {
    const lines = readFileSync(`${process.env.ROOT}/testdata/sudoku/ratings.txt`, 'utf8').trim().split('\n').map((line) => line.split(' '));
    for (const wanted of ['1.5', '2.6', '3.4', '4.2', '6.6']) {
        const [puzzle, ...ratings] = lines.find((line) => line[1] === wanted);
        const { er, ep, ed } = await sudoku.rate(puzzle);
        assert.deepEqual([er, ep, ed].map((rating) => rating.toFixed(1)), ratings, puzzle);
        assert.equal(Math.max(...(await sudoku.path(puzzle)).map(({ rating }) => rating)).toFixed(1), wanted);
    }
});

test('packings have as many solutions and classes as are known', async () => {
    const packing = new pack.Packing('pentominoes', '3x20');
    assert.deepEqual([await packing.count(), await packing.classes(), await packing.misfit()], [8n, 2n, null]);
    const listed = await all(packing.solutions());
    assert.equal(listed.length, 8);
    for (const packed of listed) {
        const pieces = await packed.pieces();
        const cells = pieces.flatMap(({ cells: its }) => its.map(String));
        assert.deepEqual([pieces.length, cells.length, new Set(cells).size], [12, 60, 60]);
        assert.match(await packed.svg(), /^<svg [^]*<\/svg>\n$/);
    }
    assert.match(await new pack.Packing('pentominoes', '7x9').misfit(), /60 cells, the region 63/);
    const corners = new pack.Packing('AA\nA.\n', [[1, 1, 1], [1, 1, 1]], { each: [0, null] });
    assert.equal(await corners.count(), 2n);
    await assert.rejects(new pack.Packing('no-such-pieces', '3x20').count(), /no-such-pieces/);
    assert.equal(await (await new pack.Packing('soma', '3x3x3').problem()).count(), 11520n);
});

test('peg solitaire is played, or there is a proof that it cannot be', async () => {
    const { start, finish, holes } = await peg.board('central');
    assert.equal(holes.length, 33);
    const pegs = new Set(start);
    for (const [from, over, to] of (await peg.solve('central')).jumps) {
        assert.ok(pegs.delete(from) && pegs.delete(over) && !pegs.has(to));
        pegs.add(to);
    }
    assert.deepEqual([...pegs], finish);
    assert.equal((await peg.solve('english:d4:d5')).reason, 'class');
    await assert.rejects(peg.solve('no-such-board'), Fault);
});

test('the sieve has its best game, and families their numbers', async () => {
    const { score, isProved, moves } = await sieve.solve(18);
    assert.deepEqual([score, isProved, moves.reduce((sum, [pick]) => sum + pick, 0)], [111, true, 111]);
    const numbers = [
        // Langford pairs of 7 (OEIS A014552, twice), Latin squares of order 3.
        [gen.langford(7), 52n], [gen.dominoes([2, 3]), 3n], [gen.polyominoes([2, 2], [1, 2]), 7n], [gen.bricks([2, 2, 1], [[2, 2, [1, 1, 2]]]), 2n],
        [gen.rectangles([1, 3]), 3n], [gen.dissections(3, { motley: true }), 1n],
    ];
    for (const [family, number] of numbers) assert.equal(await (await family).count(), number);
    assert.ok((await (await gen.planted(40, 20, { seed: 1 })).count()) >= 1n);
    await assert.rejects(gen.queens(0), Fault);
    await assert.rejects(gen.gen('quens'), /there is no family `quens': families are queens, langford, .*, bricks, hitting-sets, planted$/);
});

test('each family that a refusal lists is one', async () => {
    const { message } = await gen.gen('no-such-family').catch((fault) => fault);
    const names = message.split('families are ')[1].split(', ');
    const functions = Object.keys(gen).map((name) => name.replace(/[A-Z]/, (letter) => `-${letter.toLowerCase()}`));
    assert.deepEqual([...names].sort(), [...functions.filter((name) => name !== 'gen'), 'motley'].sort());
    for (const name of names) {
        const fault = await gen.gen(name).then(() => null, (told) => told);
        assert.doesNotMatch(String(fault), /there is no family/, name);
    }
});

test('null as the greatest of two bounds is no bound, for all items and for some', async () => {
    const sets = [['a', 'b'], ['b', 'c'], ['c'], ['a', 'c'], ['b']];
    // All choices of sets, one by one.
    const numberOf = (least) => [...Array(2 ** sets.length).keys()].filter((choice) => ['a', 'b', 'c'].every((item) => (
        sets.filter((set, at) => (choice >> at) & 1 && set.includes(item)).length >= least[item]
    ))).length;
    assert.equal(await Problem.fromOptions(sets, { bounds: [1, null] }).count(), BigInt(numberOf({ a: 1, b: 1, c: 1 })));
    const bounds = { a: [0, null], b: [2, null], c: [1, null] };
    const some = Problem.fromOptions(sets, { bounds });
    assert.equal(await some.count(), BigInt(numberOf({ a: 0, b: 2, c: 1 })));
    assert.equal(await Problem.fromOptions(sets, { bounds: new Map(Object.entries(bounds)) }).count(), await some.count());
    assert.equal(await new Problem(some.text).count(), await some.count());
    assert.equal(await Problem.fromOptions(sets, { bounds: [9, null] }).count(), 0n);
    assert.throws(() => Problem.fromOptions(sets, { bounds: [null, 1] }), TypeError);
});

test('a puzzle that is made keeps the digits of its rules', async () => {
    const digits = `........9${'.'.repeat(72)}`;
    const ruled = await sudoku.convert(digits, 'fpuzzles', { board: { rules: '.Thermo~R1C1~R2C1~R3C1' } });
    const plain = await sudoku.convert(digits, 'fpuzzles');
    for (const rules of [ruled, plain]) {
        for (const seed of [1, 2, 3]) {
            const { puzzle, solution } = await sudoku.make({ board: { rules }, seed });
            assert.equal(puzzle[8], '9', puzzle);
            assert.equal(solution[8], '9', solution);
            assert.equal(await sudoku.solve(puzzle, { board: { rules } }), solution);
            assert.deepEqual(await sudoku.make({ rules, seed }), { puzzle, solution });
        }
    }
    await assert.rejects(sudoku.make({ rules: ruled, board: {} }), /board and rules exclude each other/);
    await assert.rejects(sudoku.solve(digits, { rules: ruled }), /sudoku\.solve has no option `rules': .*`board: \{ rules \}'/);
});

test('the link of the page about rules has the puzzle in it, and one that only names a puzzle is refused with what to give', async () => {
    const document = readFileSync(`${process.env.ROOT}/docs/sudoku-rules.md`, 'utf8');
    const [, its] = document.match(/^(https:\S+\?load=\S+)$/m);
    assert.deepEqual((await sudoku.rules(its)).map(({ name }) => name), ['thermometer']);
    assert.equal(await sudoku.solve(its), '1234431234212143');
    for (const link of ['https://sudokupad.app/N38fjQ4Tj', 'https://tinyurl.com/2p8abcde']) {
        await assert.rejects(sudoku.solve(link), /only names a puzzle on a server, and dlx3 asks no network: .*`\?load=\.\.\.'/);
    }
});

test('the examples of the documents print what they say', () => {
    let shown = 0;
    for (const file of ['web/npm/README.md', 'docs/javascript.md']) {
        const document = readFileSync(`${process.env.ROOT}/${file}`, 'utf8');
        for (const [, code] of document.matchAll(/^```js\n([^]*?)^```$/gm)) {
            writeFileSync('example.mjs', code);
            const ran = spawnSync(process.execPath, ['example.mjs'], { encoding: 'utf8', timeout: 600_000 });
            assert.equal(ran.status, 0, `${file}:\n${code}\n${ran.stderr}`);
            // What a line prints stands behind it; several lines have more than one `//`.
            const wanted = code.split('\n').filter((line) => line.includes('console.log(')).flatMap((line) => line.split('// ').slice(1).map((part) => part.trim()));
            assert.ok(wanted.length > 0, code);
            assert.equal(ran.stdout.trimEnd(), wanted.join('\n'), `${file}:\n${code}`);
            shown += wanted.length;
        }
    }
    assert.ok(shown >= 15, `${shown} lines`);
});

test('a program ends when its questions are answered, also with an iterator that it has left', () => {
    const code = "import { gen } from 'dlx3';\nconst listing = (await gen.queens(8)).solutions();\nconsole.log((await listing.next()).value.length);\n";
    writeFileSync('ends.mjs', code);
    const ran = spawnSync(process.execPath, ['ends.mjs'], { encoding: 'utf8', timeout: 600_000 });
    assert.deepEqual([ran.stdout, ran.status], ['8\n', 0], ran.stderr);
});
