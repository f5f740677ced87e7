// What the types of the package say: it is compiled, not run.

import { Color, Fault, NotOne, Problem, Stopped, color, configure, dlx3, gen, pack, peg, sieve, sudoku } from 'dlx3';
import type { Conflict, Known, Priced, Progress } from 'dlx3';

configure({ workers: false });
// @ts-expect-error: it is one of two kinds
configure({ workers: 'many' });

const problem: Problem = Problem.fromOptions([['a', 1], ['a', color('x', 'red')]], {
    primary: ['a'], bounds: new Map([['a', [0, 1]]]), costs: [1, '2.5'], names: ['one', 'two'],
});
const number: bigint = await problem.count({ memory: 1e6, signal: AbortSignal.timeout(1000) });
const share: (number | null | undefined)[] = [];
await problem.count({ timeout: 1000, progress: (told: Progress) => share.push(told.walked) === 9 });
await (await gen.queens(8, { timeout: 100 })).find({ progress: ({ seconds }) => seconds > 3 });
// @ts-expect-error: there is no such option
await problem.count({ tmeout: 3 });
// @ts-expect-error: it is a number
await problem.count({ timeout: '3' });
const solution: number[] | null = await problem.find();
// @ts-expect-error: there may be none
solution.length;
for await (const options of problem.solutions()) {
    const first: number | undefined = options[0];
    // @ts-expect-error: options are numbers
    const name: string = options[0];
}
const best: Priced[] = await problem.best(2, { costs: [1, '2.5'] });
const cost: number = best[0]!.cost;
const sampled: number[][] = await problem.sample(3, { seed: 1n });
const named: (string | number)[] = problem.named(sampled[0]!);
const table: Problem = await Problem.fromCSV('a,b\n', { items: 'a' });
const { output, status }: { output: string; status: number } = await dlx3(table.text, ['m1']);
// @ts-expect-error: a problem is a text
new Problem(92);

try {
    await (await gen.domination([5, 6], 3, { by: 'kings' })).count();
} catch (fault) {
    if (fault instanceof Stopped) fault.atLeast satisfies bigint | null;
    if (fault instanceof Fault) [fault.line, fault.column, fault.row, fault.option] satisfies (number | null)[];
    if (fault instanceof NotOne) fault.solutions satisfies number;
}
const its: Color = new Color('x', 1);

const line: string = await sudoku.solve([[1, 2, 3, 4], [3, 0, 0, 0], [0, null, 0, 0], [0, 0, 0, 2]], { board: { order: 4 } });
// @ts-expect-error: no board has this order
await sudoku.solve(line, { board: { order: 5 } });
const several: sudoku.Several | undefined = (await sudoku.check(line, { most: 10 })).several;
const differing: number[] = several?.cells ?? [];
const step: sudoku.Step | null = await sudoku.hint(line);
const reasons: string[] = (await sudoku.steps(line, { clues: line })).flatMap(({ chains }) => chains.flat().map(({ reason }) => reason));
const usual: string | undefined = (await sudoku.rate(line)).hardest?.usualName;
const sparse: Problem = Problem.fromSparse([[0, 1], [2]], { columns: 2, secondary: 1, costs: [1, '2.5'] });
// @ts-expect-error: the number of columns is asked for
Problem.fromSparse([[0]]);
const conflict: Conflict | null = await sparse.conflict({ timeout: 1000 });
const least: number | null | undefined = conflict?.needs.get(0)?.least;
Problem.fromOptions([['a']], { bounds: [0, 2] });
Problem.fromOptions([['a']], { bounds: { a: [1, null] } });
// @ts-expect-error: there is always a least number
Problem.fromOptions([['a']], { bounds: [null, 2] });
const known = (fault: Stopped | (DOMException & Known)): [bigint | null, Priced[] | null, string | null] => [fault.atLeast, fault.best, fault.bound];
await sudoku.make({ rules: '.Thermo~R1C1~R2C1', seed: 1 });
const ruled: sudoku.Board = { rules: '.Shape~4x4.AntiKnight' };
const digits: Map<number, number> | undefined = (await sudoku.candidates(line, { board: ruled, atLeast: 3 })).counts[0];
const needless: sudoku.Rule[] = (await sudoku.check(line, { board: ruled, redundant: true })).redundant?.rules ?? [];
const blamed: number[] = (await sudoku.broken(line, { board: ruled })).flatMap(({ cells }) => cells);
const link: string = await sudoku.convert(line, 'fpuzzles-link');
// @ts-expect-error: there is no such form
await sudoku.convert(line, 'sudokupad');
const er: number | null = (await sudoku.rate(line, { sukaku: true })).er;

const packing = new pack.Packing(['AA', 'A.'], [[1, 1], [1, 0]], { each: [1, null] });
for await (const packed of packing.solutions()) {
    const [piece] = await packed.pieces();
    const cell: [number, number, number] | undefined = piece?.cells[0];
    const picture: string = await packed.svg();
}
const jumps: peg.Jump[] | null = (await peg.solve('central')).jumps;
const moves: [number, number][] = (await sieve.solve(18)).moves;

export { blamed, cost, differing, digits, er, its, jumps, least, link, moves, named, needless, number, output, reasons, share, status, step, usual };
