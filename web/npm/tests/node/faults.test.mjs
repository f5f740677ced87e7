// Wrong arguments are refused in the package's own words, with their place.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { inspect } from 'node:util';
import { Color, Fault, Problem, color, configure, dlx3, gen, pack, peg, sieve, sudoku } from 'dlx3';

const PUZZLE = '53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79';
const two = Problem.fromOptions([['a'], ['b'], ['a', 'b']]);
const packing = new pack.Packing('pentominoes', '3x20');

/** Whether something is refused by a class, a message, and a place. */
const refuses = (work, kind, message, place = {}) => assert.rejects(async () => work(), (fault) => {
    assert.ok(fault instanceof kind, String(fault.stack));
    assert.match(fault.message, message);
    const { line = null, column = null, row = null, option = null } = place;
    if (kind === Fault) assert.deepEqual([fault.line, fault.column, fault.row, fault.option], [line, column, row, option], fault.message);
    return true;
});

test('an option that a verb does not have is refused with the verb, the option, and the nearest', async () => {
    await refuses(() => two.count({ tmeout: 3 }), TypeError, /^Problem\.count has no option `tmeout', but `timeout': its options are memory, signal, timeout and progress$/);
    const wrong = { nonesuch: 1 };
    const verbs = {
        'Problem.count': () => two.count(wrong), 'Problem.find': () => two.find(wrong), 'Problem.best': () => two.best(1, wrong),
        'Problem.sample': () => two.sample(1, wrong), 'Problem.solutions': () => two.solutions(wrong), 'Problem.options': () => two.options([0], wrong),
        'Problem.fromOptions': () => Problem.fromOptions([['a']], wrong), 'Problem.fromMatrix': () => Problem.fromMatrix([[1]], wrong), 'Problem.fromCSV': () => Problem.fromCSV('a\n', wrong), 'Problem.fromSparse': () => Problem.fromSparse([[0]], wrong), 'Problem.conflict': () => two.conflict(wrong),
        dlx3: () => dlx3('A\nA\n', [], wrong), configure: () => configure(wrong),
        'gen.queens': () => gen.queens(4, wrong), 'gen.langford': () => gen.langford(4, wrong), 'gen.domination': () => gen.domination(4, 2, wrong), 'gen.words': () => gen.words('a', wrong),
        'gen.squares': () => gen.squares([4, 6], wrong), 'gen.triangles': () => gen.triangles(wrong), 'gen.latin': () => gen.latin(3, wrong), 'gen.orthogonal': () => gen.orthogonal(3, wrong),
        'gen.triples': () => gen.triples(3, wrong), 'gen.dominoes': () => gen.dominoes(4, wrong), 'gen.polyominoes': () => gen.polyominoes(3, 1, wrong), 'gen.rectangles': () => gen.rectangles(3, wrong),
        'gen.dissections': () => gen.dissections(3, wrong), 'gen.bricks': () => gen.bricks([2, 2, 1], [[2, 2, [1, 1, 2]]], wrong), 'gen.hittingSets': () => gen.hittingSets(12, 3, 4, wrong), 'gen.planted': () => gen.planted(9, 5, wrong),
        Packing: () => new pack.Packing('soma', '3x3x3', wrong), 'Packing.count': () => packing.count(wrong), 'Packing.find': () => packing.find(wrong), 'Packing.classes': () => packing.classes(wrong),
        'Packing.problem': () => packing.problem(wrong), 'Packing.misfit': () => packing.misfit(wrong), 'Packing.solutions': () => packing.solutions(wrong),
        'sudoku.read': () => sudoku.read(PUZZLE, wrong), 'sudoku.solve': () => sudoku.solve(PUZZLE, wrong), 'sudoku.check': () => sudoku.check(PUZZLE, wrong), 'sudoku.rules': () => sudoku.rules(PUZZLE, wrong),
        'sudoku.candidates': () => sudoku.candidates(PUZZLE, wrong), 'sudoku.convert': () => sudoku.convert(PUZZLE, 'link', wrong), 'sudoku.broken': () => sudoku.broken(PUZZLE, wrong), 'sudoku.rate': () => sudoku.rate(PUZZLE, wrong),
        'sudoku.hint': () => sudoku.hint(PUZZLE, wrong), 'sudoku.path': () => sudoku.path(PUZZLE, wrong), 'sudoku.steps': () => sudoku.steps(PUZZLE, wrong), 'sudoku.make': () => sudoku.make(wrong),
        'peg.board': () => peg.board('central', wrong), 'peg.solve': () => peg.solve('central', wrong), 'sieve.solve': () => sieve.solve(18, wrong),
    };
    for (const [verb, work] of Object.entries(verbs)) await refuses(work, TypeError, new RegExp(`^${verb.replace('.', '\\.')} has no option \`nonesuch': its options are `));
    await refuses(() => sudoku.make({ clues: 3 }), TypeError, /no option `clues'/);
    await refuses(() => sudoku.make({ symmetry: 'zz' }), TypeError, /no option `symmetry', but `symmetric'/);
    await refuses(() => sudoku.solve(PUZZLE, { board: { ordr: 9 } }), TypeError, /board has no option `ordr', but `order'/);
    await refuses(() => two.best(1, { most: 3 }), TypeError, /^Problem\.best has no option `most': its options are /);
    await refuses(() => two.count(7), TypeError, /options are an object, not 7/);
    await refuses(() => two.count({ timeout: '3' }), TypeError, /Problem\.count: timeout is a number of milliseconds, not "3"/);
    await refuses(() => two.count({ timeout: -1 }), Fault, /timeout is a number of milliseconds from 0 on, not -1/);
    await refuses(() => two.count({ progress: true }), TypeError, /progress is a function, not true/);
    await refuses(() => two.count({ signal: 3 }), TypeError, /signal is an AbortSignal, not 3/);
});

test('values of options are refused with what there is, in the words of the package', async () => {
    const cases = [
        [() => gen.domination(8, 5, { by: 'dogs' }), Fault, /^gen\.domination: by is queens, kings, rooks, bishops, knights or neighbors, not "dogs"$/],
        [() => new pack.Packing('pentominoes', '6x10', { grid: 'hex9' }), Fault, /^Packing: grid is square, triangle, hexagon or cube, not "hex9"$/],
        [() => new pack.Packing('pentominoes', '6x10', { border: 'z' }), Fault, /^Packing: border is the color of the sides there, and no sides of these pieces have colors$/],
        [() => new pack.Packing('macmahon-squares', '4x6', { border: 'z' }), Fault, /^Packing: border is a, b or c, not "z"$/],
        [() => new pack.Packing('A = xxyy\nB = xxxx\n', '1x2', { border: 'a' }), Fault, /^Packing: border is x or y, not "a"$/],
        [() => new pack.Packing('pentominoes', '6x10', { each: 'zz' }), Fault, /^Packing: each is a number, \[least, most\], or a text such as "2", "0:3" or "1:\*", not "zz"$/],
        [() => new pack.Packing('pentominoes', '6x10', { each: [3, 1] }), Fault, /^Packing: each: least is 3, most 1$/],
        [() => new pack.Packing('pentominoes', '6x10', { each: '3:1' }), Fault, /^Packing: each: least is 3, most 1$/],
        [() => new pack.Packing('pentominoes', '6x10', { each: -1 }), Fault, /^Packing: each is a whole number from 0 on, not -1$/],
        [() => new pack.Packing('pentominoes', '6x10', { each: {} }), TypeError, /each is a number/],
        [() => new pack.Packing([], '6x10'), Fault, /pieces: there are no rows/],
        [() => sudoku.solve(PUZZLE, { board: { order: 7 } }), Fault, /^sudoku\.solve: order is 4, 6, 9, 16 or 25, not 7$/],
        [() => sudoku.solve(PUZZLE, { board: { diagonal: 1 } }), TypeError, /^sudoku\.solve: diagonal is true or false, not 1$/],
        [() => sudoku.make({ difficulty: 'x' }), Fault, /^sudoku\.make: difficulty is easy, medium, hard or evil, not "x"$/],
        [() => sudoku.make({ rating: 3 }), TypeError, /^sudoku\.make: rating is the least and the greatest ER/],
        [() => sudoku.make({ rating: [9, 1] }), Fault, /^sudoku\.make: rating is the least and the greatest ER, not 9 and 1$/],
        [() => sudoku.make({ seed: 'x' }), TypeError, /^sudoku\.make: seed is a whole number, not "x"$/],
        [() => sudoku.make({ symmetric: 'zz' }), TypeError, /symmetric is true or false/],
        [() => sudoku.convert(PUZZLE, 'sudokupad'), Fault, /^sudoku\.convert: a form is fpuzzles, iss, link, fpuzzles-link, iss-link or svg, not "sudokupad"$/],
        [() => sieve.solve(0), Fault, /^sieve\.solve: n is a whole number from 1 to 1000000, not 0$/],
        [() => sieve.solve('x'), TypeError, /^sieve\.solve: n is a whole number, not "x"$/],
        [() => gen.queens('x'), TypeError, /^gen\.queens: n is a whole number, not "x"$/],
        [() => gen.queens(1.5), Fault, /^gen\.queens: n is a whole number from 0 /],
        [() => gen.queens(0), Fault, /^the number of queens must be from 1 to 1000, not 0$/],
        [() => gen.dominoes('x'), TypeError, /^gen\.dominoes: a board, or its side, is a whole number, not "x"$/],
        [() => gen.dominoes([1, 2, 3]), Fault, /^gen\.dominoes: a board is rows and columns, or the side of a square, not 3 numbers$/],
        [() => gen.bricks([2, 2], []), Fault, /^gen\.bricks: the box's sides are three numbers, not 2$/],
        [() => gen.bricks([2, 2, 1], [[2, 1, [1, 1, 1]]]), Fault, /^gen\.bricks: a kind of bricks: least is 2, most 1$/],
        [() => gen.planted(9, 5, { seed: -1 }), Fault, /^gen\.planted: seed is a whole number from 0 on, not -1$/],
        [() => two.count({ memory: 'x' }), TypeError, /^Problem\.count: memory is a whole number, not "x"$/],
        [() => two.best(0, { costs: [1, 2, 3] }), Fault, /^Problem\.best: k is a whole number from 1 /],
        [() => two.sample(1.5), Fault, /^Problem\.sample: n is a whole number from 0 on, not 1\.5$/],
        [() => two.sample(1, { seed: -1n }), Fault, /^Problem\.sample: seed is a whole number from 0 on, not -1n$/],
    ];
    for (const [work, kind, message] of cases) await refuses(work, kind, message);
    assert.equal(await new pack.Packing('AA\nA.\n', '2x3', { each: '0:*' }).count(), 2n);
    assert.equal(await new pack.Packing('AA\nA.\n', '2x3', { each: 2 }).count(), 2n);
    assert.equal(await two.count({ memory: 1e12 }), 2n);
    // One row of cells is a drawing, too.
    assert.equal(await new pack.Packing([[1, 1]], [[1, 1, 0, 1, 1]], { each: 2 }).count(), 1n);
});

test('bad input of any kind is a Fault with its place: in texts from 1, in lists from 0', async () => {
    const cases = [
        [() => Problem.fromMatrix([[1, 0], [1]]), /^row 1 has 1 columns, not 2$/, { row: 1, option: 1 }],
        [() => Problem.fromMatrix([[1, 0], [1, 2]]), /^row 1, column 1: 2 is neither 0 nor 1$/, { row: 1, column: 1, option: 1 }],
        [() => Problem.fromCSV('cost,items\nmuch,a\n', { cost: 'cost', items: 'items' }), /^line 2, column 1: /, { line: 2, column: 1 }],
        [() => Problem.fromCSV('a,b\n1,"x\n'), /no end/, { line: 2, column: 3 }],
        [() => new Problem('A B\nA C\n').count(), /^line 2, column 3: Unknown item name$/, { line: 2, column: 3 }],
        [() => new Problem('').count(), /^No items$/, {}],
        [() => Problem.fromOptions([['a'], ['b']], { costs: [1, 'x'] }), /^option 1: a cost is a number, a bigint or a decimal text, not "x"$/, { option: 1 }],
        [() => Problem.fromOptions([['a']], { costs: [NaN] }), /^option 0: a cost/, { option: 0 }],
        [() => Problem.fromOptions({ x: ['a'], y: ['b'] }, { costs: { x: 1 } }), /^costs: there is none for "y"$/, { option: 1 }],
        [() => Problem.fromOptions({ x: ['a'] }, { costs: { x: 1, z: 1 } }), /^costs: there is no option "z"$/, {}],
        [() => Problem.fromOptions([['a']], { bounds: { a: [3, 1] } }), /^the bounds of "a": the least number is 3, the greatest 1$/, {}],
        [() => Problem.fromOptions([['x'], ['b', 'b']], { primary: ['b'] }).count(), /^option 1: an option must not name an item twice \("b"\)$/, { option: 1 }],
        [() => Problem.fromOptions([['b:red']], { primary: ['b'] }).find(), /^option 0: only secondary items have colors \("b"\)$/, { option: 0 }],
        [() => Problem.fromOptions([]).count(), /^a problem needs a primary item$/, {}],
        [() => Problem.fromOptions([['a']], { bounds: 0 }), /^bounds: the greatest number is a whole number from 1 /, {}],
        [() => Problem.fromOptions([['a'], ['b']], { costs: [1, '9e99999999'] }).best(), /option 1 is too large/, { option: 1 }],
        [() => Problem.fromSparse([[0], [1, 7]], { columns: 2 }), /^row 1: there is no column 7: they are 0 to 1$/, { row: 1, option: 1 }],
        [() => Problem.fromSparse([[0], [1, 1.5]], { columns: 2 }), /^row 1: there is no column 1\.5/, { row: 1, option: 1 }],
        [() => Problem.fromSparse([[0], [1, 1]], { columns: 2 }).count(), /^option 1: an option must not name an item twice \(1\)$/, { option: 1 }],
        [() => gen.words('abc\nab\n'), /^line 2, column 3: /, { line: 2, column: 3 }],
        [() => new pack.Packing('A?A\n\x01..\n', '3x3').count(), /^line 2, column 1: /, { line: 2, column: 1 }],
        [() => new pack.Packing('no-such-pieces', '3x20').count(), /no-such-pieces/, {}],
        [() => new pack.Packing('pentominoes', 'zz').count(), /`zz' is no region/, {}],
        [() => new pack.Packing('<?xml version="1.0"?>\n<puzzle>\n<a></b>', '').count(), /^line 3, column 4: /, { line: 3, column: 4 }],
        [() => peg.solve('o.o\n?\n'), /^line 2, column 1: /, { line: 2, column: 1 }],
        [() => peg.solve('english:d9:d5'), /^column 9: /, { column: 9 }],
        [() => sudoku.solve('123'), /^line 1: 3 characters where 81/, { line: 1 }],
        [() => sudoku.solve(PUZZLE.replace(/(.{9})/g, '$1\n').replace('79\n', '7X\n')), /^line 9: column 9: /, { line: 9, column: 9 }],
        [() => sudoku.solve(Array.from({ length: 9 }, (_, row) => Array(9).fill(row === 4 ? 10 : 0))), /^row 4, column 0: a cell is a digit from 1 to 9, or 0 or null for a blank, not 10$/, { row: 4, column: 0 }],
        [() => sudoku.solve([[1, 2], [3]]), /^row 1 has 1 cells, not 2$/, { row: 1 }],
        [() => sudoku.solve('3 r1c1\nfoo r1'), /line 2: /, { line: 2 }],
        [() => sudoku.make({ board: { jigsaw: 'AAB\nAB\n' } }), /^line 2 has 2 characters/, { line: 2 }],
        [() => sudoku.make({ board: { killer: ['3 r1c1 r1c0'] } }), /^line 1: `r1c0'/, { line: 1 }],
        [() => sudoku.solve('.Shape~4x4.Kropfi~R1C1~R1C2'), /Kropfi/, {}],
        [() => sudoku.hint(`${PUZZLE.slice(0, 2)}2${PUZZLE.slice(3)}`, { clues: PUZZLE }), /r1c3/, {}],
        [() => sudoku.rows('123'), /3 cells/, {}],
        [() => two.options([9]), /^there is no option 9: there are 3$/, {}],
    ];
    for (const [work, message, place] of cases) await refuses(work, Fault, message, place);
    // A value of a wrong type is no bad input.
    for (const work of [() => Problem.fromMatrix([['x']]), () => sudoku.solve(7), () => sudoku.solve(Array(81).fill({})), () => peg.solve(7), () => Problem.fromCSV(7), () => Problem.fromOptions([['a']], { costs: [{}] }), () => Problem.fromSparse([['0']], { columns: 1 }), () => Problem.fromSparse([[0]]), () => Problem.fromOptions([['a']], { bounds: 'x' }), () => new pack.Packing(7, '3x3'), () => gen.gen(7)]) {
        await refuses(work, TypeError, /./);
    }
});

test('the cheapest of a problem without costs is refused, and costs may be given with the question', async () => {
    assert.throws(() => [...two.solutions()], /^TypeError: solutions are awaited: write `for await/);
    assert.throws(() => new Problem([['a']]), /^TypeError: a problem is a text or its bytes, not \[\["a"\]\]: see Problem\.fromOptions$/);
    await refuses(() => two.best(), Fault, /^the problem has no costs: give them as `costs`, one for each option$/);
    await refuses(() => new Problem('A B\nA\nB\nA B\n').best(), Fault, /^the problem has no costs/);
    assert.deepEqual(await two.best(2, { costs: [1, 3, '5.5'] }), [{ cost: 4, exact: '4', options: [0, 1] }, { cost: 5.5, exact: '5.5', options: [2] }]);
    const text = new Problem('A B\nA |9\nB |9\nA B |1\n');
    assert.deepEqual((await text.best()).map(({ options }) => options), [[2]]);
    assert.deepEqual((await text.best(1, { costs: [1, 1, 3n] })).map(({ exact, options }) => [exact, options]), [['2', [0, 1]]]);
    await refuses(() => text.best(1, { costs: [1, 1] }), Fault, /^costs: 2 of them for 3 options$/);
    await refuses(() => two.best(1, { costs: [1, 1] }), Fault, /^costs: 2 of them for 3 options$/);
    await refuses(() => two.best(1, { costs: [1, 'x', 1] }), Fault, /^option 1: a cost/, { option: 1 });
    // Options without a primary item are none of the text's; their costs are counted all the same.
    const named = Problem.fromOptions({ idle: ['s'], one: ['p'], other: ['p', 's'] }, { primary: ['p'] });
    assert.deepEqual(named.named((await named.best(1, { costs: { idle: 0, one: 2, other: 1 } }))[0].options), ['other']);
});

test('a problem, a packing, its solution and a color are shown in a line', async () => {
    assert.equal(inspect(two), 'Problem { 3 options, 2 items }');
    assert.equal(inspect(new Problem('A\nA\n')), 'Problem { a text of 4 characters }');
    assert.equal(inspect(new Color('x', 1)), 'color("x", 1)');
    assert.equal(inspect([color('x', 'red')]), '[ color("x", "red") ]');
    assert.equal(inspect(packing), 'Packing { pentominoes in 3x20 }');
    assert.equal(inspect(new pack.Packing('AA\nA.\n', [[1, 1]])), 'Packing { a drawing in a drawing }');
    assert.equal(inspect(await packing.find()), 'Packed { 12 pieces }');
});
