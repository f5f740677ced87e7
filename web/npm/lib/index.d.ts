/** An item: strings, numbers and other values are told apart as `Map` does it. */
export type Item = string | number | bigint | boolean | symbol | object;
/** A cost: a number, or a decimal number as text, which is exact. */
export type Cost = number | bigint | string;
/** How often an item is there: a number, or the least and the greatest one; null for no greatest one. */
export type Bounds = number | readonly [number, number | null];

/** How far a question has come. What a verb does not tell is not there. */
export interface Progress {
    /** For how many seconds it has been open. */
    seconds: number;
    /** States that have been expanded by layers. */
    states?: number;
    /** The most bytes that these have taken at a time. */
    bytes?: number;
    /** The share of the depth-first search that is done, estimated from its branches. */
    walked?: number | null;
    /** The layer of states that is being expanded, and how many there are. */
    layer?: [number, number] | null;
    /** Of `best`: the cost of the best solution so far, as a decimal number. */
    best?: string | null;
    /** Of `best`: no solution costs less. */
    bound?: string | null;
    /** Of `solutions`: how many have been taken. */
    taken?: number;
    /** Of `sudoku.path`: how many steps have been found. */
    steps?: number;
}

/** What every verb takes. */
export interface Signal {
    /** Ends the question at once: it rejects with the signal's reason. */
    signal?: AbortSignal | undefined;
    /**
     * After this many milliseconds it rejects with a `TimeoutError`, as with `AbortSignal.timeout`. That
     * of `count`, `find`, `best`, `sample` and `conflict` has what is `Known`, and may come a quarter
     * later, at most 250 ms.
     */
    timeout?: number | undefined;
    /** Called about five times a second. If it returns true, the question rejects with `Stopped`. */
    progress?: ((progress: Progress) => unknown) | undefined;
}

export interface Limits extends Signal {
    /** How many bytes the states of a search may take; 512 MiB if nothing is said. */
    memory?: number | undefined;
}

/** What the options of a problem cost: a list, or an object if they have names. */
export type Costs = Iterable<Cost> | ReadonlyMap<string, Cost> | Readonly<Record<string, Cost>>;

/**
 * How many workers answer questions at a time: a number; `true` for the usual one, 4; `false` for
 * none, so that this thread answers, which does nothing else meanwhile.
 */
export function configure(how: { workers: number | boolean }): void;

/**
 * Bad input. Each place is null if it does not apply; the message has the same numbers. (A value of
 * a wrong type, and an option that a verb does not have, are a `TypeError`.)
 */
export class Fault extends Error {
    /** The line of a text, from 1. */
    readonly line: number | null;
    /** The column in this line, from 1; in a row of a list, from 0. */
    readonly column: number | null;
    /** The row of a list, from 0. */
    readonly row: number | null;
    /** The option that is refused, from 0. */
    readonly option: number | null;
}

/**
 * What is known of a question that was ended. A `Stopped` has it, and the `TimeoutError` of a
 * `timeout`. If a `signal` ends a question, nothing is told: the error is the signal's reason.
 */
export interface Known {
    /**
     * Of `count`, ended by `timeout` or `memory`: a lower bound for the number of solutions. Null if
     * `progress` ends it, and if the search could not be asked in time.
     */
    readonly atLeast: bigint | null;
    /** Of `best`: the best solutions found, the cheapest first; only one if `progress` ends it. Null if there is none. */
    readonly best: Priced[] | null;
    /** Of `best`: no solution costs less. */
    readonly bound: string | null;
}

/** A question was ended before its answer was known; what is known is here. */
export class Stopped extends Error implements Known {
    /** `memory`, or `callback` if the function `progress` has ended it. */
    readonly reason: string;
    readonly atLeast: bigint | null;
    readonly best: Priced[] | null;
    readonly bound: string | null;
}

/** A puzzle does not have exactly one solution: `solutions` is 0, or 2 for more. */
export class NotOne extends Error {
    readonly solutions: number;
    readonly reason: string | null;
    /** If there is more than one: how many, and where two of them differ. */
    readonly several: sudoku.Several | null;
}

/** A secondary item with a color. */
export class Color {
    constructor(item: Item, color: Item);
    readonly item: Item;
    readonly color: Item;
}

/** A secondary item with a color. */
export function color(item: Item, color: Item): Color;

/** A solution with what it costs. */
export interface Priced {
    cost: number;
    /** The cost as a decimal number, exactly. */
    exact: string;
    options: number[];
}

/** Items that contradict each other: no set of options meets what they need. */
export interface Conflict {
    /**
     * For each of these items, the least and the greatest number of its options that may hold; null
     * if that bound is not needed. Of a secondary item, at most one holds, or all have one color.
     */
    needs: Map<Item, { least: number | null; most: number | null }>;
    /** The options of items that need some. */
    options: number[];
    /** Whether all of this is needed: if any one item goes, some options meet the others. */
    isMinimal: boolean;
    /** The same for people, as `dlx find --why` prints it. */
    text: string;
}

export interface Given {
    /** The primary items; without it, all that are not secondary. */
    primary?: Iterable<Item>;
    /** The secondary items; without it, all that are not primary, if these are given. */
    secondary?: Iterable<Item>;
    /** How often a solution has primary items that it does not have once; or how often it has all. */
    bounds?: ReadonlyMap<Item, Bounds> | Readonly<Record<string, Bounds>> | Bounds;
    /** What the options cost; an object if they have names. */
    costs?: Costs | undefined;
    /** What the options are called, if they are a list. */
    names?: Iterable<string>;
    /** Whether a string such as `"x:red"` is an item with a color; true if nothing is said. */
    colors?: boolean;
}

/** An exact covering problem with multiplicities and colors. It does not change. */
export class Problem {
    /** A problem in Knuth's `.dlx` format. What is wrong with it is told by the first question. */
    constructor(text: string | Uint8Array);
    /** A problem of options, each a list of items; or an object or `Map` from names to options. */
    static fromOptions(
        options: ReadonlyMap<string, Iterable<Item>> | Iterable<Iterable<Item>> | Readonly<Record<string, Iterable<Item>>>,
        given?: Given,
    ): Problem;
    /** The rows of a matrix of 0 and 1 are options; its columns are the items 0, 1, .... */
    static fromMatrix(matrix: Iterable<Iterable<number | boolean>>, given?: { costs?: Iterable<Cost> }): Problem;
    /**
     * The rows of a sparse matrix are options: each lists the columns where it is 1, as numbers from 0.
     * The first ones, `columns`, are primary items, and then come `secondary` more.
     */
    static fromSparse(
        rows: Iterable<Iterable<number>>,
        how: { columns: number; secondary?: number; costs?: Iterable<Cost> | undefined },
    ): Problem;
    /** A table with an option a line: the names of its columns with items, costs and names. */
    static fromCSV(text: string | Uint8Array, columns?: Signal & { items?: string; cost?: string; id?: string; header?: boolean }): Promise<Problem>;
    /** The problem in the `.dlx` format. */
    readonly text: string;
    /** The names of a solution's options; numbers if they have none. */
    named(solution: readonly number[]): (string | number)[];
    /** The items of a solution's options; without a solution, those of all options. */
    options(solution?: readonly number[], limits?: Signal): Promise<Item[][]>;
    /** How many solutions there are. */
    count(limits?: Limits): Promise<bigint>;
    /** A solution, or null if there is none. */
    find(limits?: Limits): Promise<number[] | null>;
    /**
     * The `k` cheapest solutions, or all if there are fewer, the cheapest first; by `costs`, if these
     * are given, and otherwise by those of the problem, which must have some.
     */
    best(k?: number, limits?: Limits & { costs?: Costs | undefined }): Promise<Priced[]>;
    /** Why there is no solution: a smallest set of items that contradict each other; null if there is one. */
    conflict(limits?: Limits): Promise<Conflict | null>;
    /** Solutions drawn at random, each as likely as any other; none if there are none. */
    sample(n?: number, limits?: Limits & { seed?: number | bigint }): Promise<number[][]>;
    /** All solutions, one by one, in DLX3's order. */
    solutions(limits?: Signal): AsyncGenerator<number[], void, undefined>;
}

/** What the program `dlx3` prints for these words. */
export function dlx3(
    text: string | Uint8Array,
    words?: readonly string[],
    limits?: Signal,
): Promise<{ output: string; messages: string; shape: string; status: number }>;

export namespace gen {
    /** The side of a square, or rows and columns. */
    type Board = number | readonly [number, number];
    type Sides = readonly [number, number, number];
    /** A family by its name and its parameters, as words. */
    function gen(family: string, ...parameters: (string | number | Signal)[]): Promise<Problem>;
    function queens(n: number, limits?: Signal): Promise<Problem>;
    function langford(n: number, limits?: Signal): Promise<Problem>;
    function domination(
        board: Board,
        count: number,
        how?: Signal & { by?: 'queens' | 'kings' | 'rooks' | 'bishops' | 'knights' | 'neighbors' },
    ): Promise<Problem>;
    function words(list: string | Iterable<string>, limits?: Signal): Promise<Problem>;
    function squares(board: Board, limits?: Signal): Promise<Problem>;
    function triangles(limits?: Signal): Promise<Problem>;
    function latin(n: number, limits?: Signal): Promise<Problem>;
    function orthogonal(n: number, limits?: Signal): Promise<Problem>;
    function triples(n: number, limits?: Signal): Promise<Problem>;
    function dominoes(board: Board, limits?: Signal): Promise<Problem>;
    function polyominoes(board: Board, sizes: number | Iterable<number>, limits?: Signal): Promise<Problem>;
    function rectangles(board: Board, limits?: Signal): Promise<Problem>;
    function dissections(board: Board, how?: Signal & { motley?: boolean }): Promise<Problem>;
    function bricks(sides: Sides, kinds: readonly (readonly [number, number, Sides])[], limits?: Signal): Promise<Problem>;
    function hittingSets(elements: number, sets: number, chosen: number, how?: Signal & { seed?: number | bigint }): Promise<Problem>;
    function planted(options: number, items: number, how?: Signal & { seed?: number | bigint }): Promise<Problem>;
}

export namespace sudoku {
    interface Board {
        /** 4, 6, 9, 16 or 25; 9 if nothing is said. */
        order?: 4 | 6 | 9 | 16 | 25;
        /** Whether the two diagonals hold each digit once. */
        diagonal?: boolean;
        /** Whether the four windows of a hyper Sudoku hold each digit once (order 9). */
        hyper?: boolean;
        /** A drawing of boxes: as many lines of as many characters, equal ones make a box. */
        jigsaw?: string | readonly string[];
        /** Cages, a line each, the sum first: `15 r1c1 r1c2 r2c1`. */
        killer?: string | readonly string[];
        /** A text or a link with rules of its own, which say all the rest; only `make` looks at its digits. */
        rules?: string;
    }
    /** A rule of a Sudoku that has rules of its own. */
    interface Rule {
        name: string;
        /** What it demands. */
        says: string;
        /** Its sum, difference or digits. */
        numbers: number[];
        /** From 0, row by row. Cells beside the grid follow. */
        cells: number[];
    }
    interface Candidates {
        /** For each cell, its digits in all solutions, with the number of solutions, counted up to `atLeast`. */
        counts: Map<number, number>[];
        /** Cells that have the same digit in all solutions, though it is not known. */
        equal: number[][];
    }
    /** A digit, row, column, box or rule that digits contradict. */
    interface Broken {
        name: string;
        says: string;
        /** The cells to blame. */
        cells: number[];
    }
    /** Texts and links of f-puzzles and Interactive Sudoku Solver; `link` is the first that has all rules. */
    type Form = 'fpuzzles' | 'iss' | 'link' | 'fpuzzles-link' | 'iss-link' | 'svg';
    interface On extends Signal {
        board?: Board;
    }
    /**
     * A text in any form that the program `sudoku` reads without candidates, cages too, also a text or a link
     * with rules; or cells, or rows.
     */
    type Puzzle = string | Iterable<Cell> | Iterable<Iterable<Cell>>;
    type Cell = number | string | null | undefined;
    interface Place {
        /** From 0, row by row. */
        cell: number;
        digit: number;
    }
    interface Check {
        /** 0, 1, or 2 for more. */
        solutions: number;
        /** Whether each clue is needed; null without exactly one solution. */
        minimal: boolean | null;
        /** What clashes, if two clues do. */
        reason: string | null;
        /** If there is more than one: how many, and where two of them differ. */
        several?: Several;
        /** The clues and the rules that can go, each by itself, if that was asked. */
        redundant?: { cells: number[]; rules: Rule[] };
    }
    interface Several {
        /** How many were counted, up to `most`. */
        count: number;
        /** Whether these are all. */
        isAll: boolean;
        /** Two of them. */
        grids: [string, string];
        /** The cells in which the two differ, from 0, row by row. */
        cells: number[];
    }
    interface Counted extends On {
        /** Up to how many solutions are counted; 1,000 if nothing is said. */
        most?: number;
    }
    interface Rating {
        empty: number;
        /** The weighted normalized ease function, with exponential weights. */
        wnef: number;
        /** Nodes and mems of the search of DLX3; null without exactly one solution. */
        nodes: number | null;
        mems: number | null;
        /** The rules of logic that suffice, or lead as far as they do. */
        rules: string[];
        solved: boolean;
        solutions: number;
        /** Sukaku Explainer's ratings: the hardest step, up to the first digit, the first. */
        er: number | null;
        ep: number | null;
        ed: number | null;
        /** The first step that is as hard as `er`. */
        hardest: Step | null;
    }
    /** A candidate in a chain. */
    interface Mark extends Place {
        /** Whether the cell has the digit, if the chain holds. */
        holds: boolean;
    }
    /** A link of a chain: if all marks `from` which it comes hold, that `to` which it leads does. */
    interface Link {
        from: Mark[];
        to: Mark;
        /** Why: `only place for 5 in row 1`, `r1c5 has one digit`. */
        reason: string;
        /** The cells of the row, column, box or other house that the reason names, if it does. */
        house: number[] | null;
        /** If the reason is a technique, its step within the chain, as sentences. */
        within: string[];
    }
    interface Step {
        /** As the program `sudoku` names it: `forcing-chain`. */
        technique: string;
        /** The same as a title: `Forcing chain`. */
        title: string;
        /** The name that most players use for this step: `XY-chain`, `AIC`, `Naked triple`. */
        usualName: string;
        /** What else it is called, the most usual first. */
        names: string[];
        /** In the scale of Sudoku Explainer; null on jigsaws, with cages and in other orders than 9. */
        rating: number | null;
        /** The digit that it places, if it does. */
        placement: Place | null;
        /** The candidates that it rules out. (A placement rules out more, which are not told.) */
        eliminations: Place[];
        /** The cells of its pattern, and its rows, columns, boxes and other houses, each as its cells. */
        cells: number[];
        houses: number[][];
        /** Of an XY-wing or XYZ-wing, the cell of the pivot and those of the wings. */
        pivot: number | null;
        wings: number[];
        /** Its chains, each a list of links. */
        chains: Link[][];
        /** Where to look. */
        place: string;
        /** What it does: `r4c5=7`, or `r1c2<>3, r1c4<>3`. */
        effect: string;
        /** Why. */
        sentence: string;
        /** All of it as lines, with the reason of each link: as `sudoku hint --level 4` prints it. */
        text: string;
    }
    /** A puzzle in any form, as a line. */
    function read(puzzle: Puzzle, on?: On): Promise<string>;
    /** A line as rows of digits; 0 is a blank. */
    function rows(grid: string): number[][];
    /** The solution of a puzzle; rejects with `NotOne` if there is not exactly one. */
    function solve(puzzle: Puzzle, on?: Counted): Promise<string>;
    /** `redundant` asks which clues and rules can go. */
    function check(puzzle: Puzzle, on?: Counted & { redundant?: boolean }): Promise<Check>;
    /** The rules of a puzzle besides those that all have; cages, diagonals and windows, too. */
    function rules(puzzle: Puzzle, on?: On): Promise<Rule[]>;
    /** Which digits stand in some solution; rejects with `NotOne` if there is none. */
    function candidates(puzzle: Puzzle, on?: On & { atLeast?: number }): Promise<Candidates>;
    /** The puzzle as other programs write it; rejects if the form lacks a rule, and names it. */
    function convert(puzzle: Puzzle, form: Form, on?: On): Promise<string>;
    /** What digits contradict; a rule is broken once no digits of the empty cells can satisfy it. */
    function broken(digits: Puzzle, on?: On): Promise<Broken[]>;
    /** How difficult a puzzle is; without `sukaku`, ER, EP and ED are left out. */
    function rate(puzzle: Puzzle, on?: On & { sukaku?: boolean }): Promise<Rating>;
    /** The easiest next step, or null if it is solved; `clues` is the puzzle as it was at first. */
    function hint(puzzle: Puzzle, on?: On & { clues?: Puzzle }): Promise<Step | null>;
    /** All steps that are possible, the easiest first, up to 300; none if the puzzle is solved. For 9x9 boards without cages. */
    function steps(puzzle: Puzzle, on?: On & { clues?: Puzzle }): Promise<Step[]>;
    /** All steps to the solution, or as far as techniques lead. */
    function path(puzzle: Puzzle, on?: On): Promise<Step[]>;
    /**
     * A puzzle with exactly one solution; another one each time without a seed. Of a board with rules,
     * its digits; among them are those that the text or link of the rules has.
     */
    function make(
        how?: On & {
            difficulty?: 'easy' | 'medium' | 'hard' | 'evil';
            /** The least and the greatest ER. */
            rating?: readonly [number, number];
            symmetric?: boolean;
            seed?: number | bigint;
            /** The same as `board: { rules }`. */
            rules?: string;
        },
    ): Promise<{ puzzle: string; solution: string }>;
}

export namespace pack {
    /** A name, such as `pentominoes`; a drawing of several lines; or rows of cells. */
    type Shape = string | readonly string[] | readonly (readonly (number | boolean | string | null)[])[];
    interface How {
        grid?: 'square' | 'triangle' | 'hexagon' | 'cube';
        /** How often each piece is used: `2`, `"0:3"`, `[0, 3]`, or `[1, null]` for no limit. */
        each?: number | string | readonly [number, number | null];
        /** The color of the sides at the border: one of those that sides of the pieces have. */
        border?: string;
    }
    /** Pieces and a region. */
    class Packing {
        /** Pieces may also be what a file of BurrTools has; then the region is not looked at. */
        constructor(pieces: Shape | Uint8Array, region: Shape, how?: How);
        /** The exact covering problem, in which each option is a placement of a piece. */
        problem(limits?: Signal): Promise<Problem>;
        /** Why there is no solution, if counting cells shows it. */
        misfit(limits?: Signal): Promise<string | null>;
        count(limits?: Limits): Promise<bigint>;
        find(limits?: Limits): Promise<Packed | null>;
        solutions(limits?: Signal): AsyncGenerator<Packed, void, undefined>;
        /** How many solutions there are if those count once that symmetries make of each other. */
        classes(limits?: Limits): Promise<bigint>;
    }
    /** A solution of a packing. */
    interface Packed {
        /** The numbers of its placements. */
        readonly options: number[];
        /** The pieces with their colors in the picture and their cells: layer, row, column. */
        pieces(limits?: Signal): Promise<{ name: string; color: string; cells: [number, number, number][] }[]>;
        /** A picture, as SVG. */
        svg(limits?: Signal): Promise<string>;
    }
}

export namespace peg {
    /** A name, such as `central`; `BOARD:HOLES:HOLES`; or a drawing of several lines. */
    type Game = string | readonly string[];
    /** Numbers of holes: from, over, to. */
    type Jump = [number, number, number];
    interface Directions extends Signal {
        /** Whether a drawn board has six directions. */
        six?: boolean;
    }
    function board(
        game: Game,
        how?: Directions,
    ): Promise<{
        holes: { row: number; column: number; name: string }[];
        jumps: Jump[];
        start: number[];
        /** The holes with pegs in the end; null if that is open. */
        finish: number[] | null;
        six: boolean;
    }>;
    /**
     * The jumps of a solution; or why there is none (`class`, `relaxed` or `searched`), with a
     * pagoda function if one proves it. Rejects with `Stopped` if the search is too long.
     */
    function solve(
        game: Game,
        how?: Directions,
    ): Promise<{
        jumps: Jump[] | null;
        reason: 'class' | 'relaxed' | 'searched' | null;
        pagoda: number[] | null;
    }>;
}

export namespace sieve {
    /** A best game: its score, and picks with their taxes in an order that can be played. */
    function solve(n: number, limits?: Signal): Promise<{ score: number; isProved: boolean; moves: [number, number][] }>;
}
