// What goes wrong: bad input, a limit, a puzzle without one solution.

/**
 * Bad input. `line` and `column` are its place in a text, from 1; `row` and `column` its place in a
 * list of rows, from 0; `option` is the number of an option, from 0. Each is null if it does not
 * apply. The message has the same numbers.
 */
export class Fault extends Error {
    constructor(message, { line = null, column = null, row = null, option = null } = {}) {
        super(message);
        this.name = 'Fault';
        Object.assign(this, { line, column, row, option });
    }
}

/** A message of the library about bad input, with the place that it names. */
export function refused(messages) {
    const told = messages.trim();
    const number = (pattern) => {
        const found = told.match(pattern);
        return found && Number(found[1]);
    };
    const row = number(/\brow (\d+)/i);
    return new Fault(told, { line: number(/\bline (\d+)/i), column: number(/\bcolumn (\d+)/i), row, option: number(/\boption (\d+)/) });
}

/** Solutions with their costs, as the library tells them. */
export const priced = (solutions) => solutions.map(([exact, options]) => ({ cost: Number(exact), exact, options }));

/** All that may be known of a question that was ended. */
const NOTHING = { atLeast: null, best: null, bound: null };

/** A question that has lasted longer than it may: an error as that of `AbortSignal.timeout`, with what is known. */
export function late(known = {}) {
    const fault = new DOMException('The operation was aborted due to timeout', 'TimeoutError');
    return Object.assign(fault, NOTHING, known);
}

/**
 * A question was ended before its answer was known, by its limit of memory or by the function that
 * is told of its progress; what is known is here.
 */
export class Stopped extends Error {
    constructor(reason, known = {}) {
        super(reason === 'memory' ? 'it needs more memory than it may take' : reason === 'callback' ? 'stopped by `progress`' : `stopped: ${reason}`);
        this.name = 'Stopped';
        Object.assign(this, { reason }, NOTHING, known);
    }
}

const placeOf = (order) => (cell) => `r${Math.floor(cell / order) + 1}c${(cell % order) + 1}`;

/** How many solutions there are, and where two of them differ. */
function tellSeveral({ count, isAll, grids, cells }, columns) {
    const places = cells.map(placeOf(columns));
    return `${count}${isAll ? '' : ' or more'} solutions, such as two that differ in ${places.join(' ')}: ${grids.join(' ')}`;
}

/**
 * A puzzle does not have exactly one solution: `solutions` is 0, or 2 for more. Then `several` has how
 * many, two of them, and the cells in which these differ.
 */
export class NotOne extends Error {
    constructor(solutions, reason = null, several = null, columns = 9) {
        const told = solutions === 0 ? '0 solutions' : '2 or more solutions';
        super(several ? tellSeveral(several, columns) : reason ? `${told}: ${reason}` : told);
        this.name = 'NotOne';
        Object.assign(this, { solutions, reason, several });
    }
}

/** What a trap of the library means. */
export function tell(fault) {
    if (/memory/i.test(fault)) return 'There is not enough memory for this.';
    if (/stack/i.test(fault)) return 'This search goes deeper than a worker allows.';
    return `The search has failed: ${fault}`;
}
