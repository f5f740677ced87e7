// All that the package exports.

export { configure } from './engine.js';
export { Fault, NotOne, Stopped } from './errors.js';
export { Color, Problem, color, dlx3 } from './problem.js';
export * as gen from './gen.js';
export * as pack from './pack.js';
export * as peg from './peg.js';
export * as sieve from './sieve.js';
export * as sudoku from './sudoku.js';
