// Sentences about a packing that is played by hand: where a piece lies, why it does not fit, how much is left.
// It knows nothing of the page.

export const counted = (number, one, several = `${one}s`) => `${number} ${number === 1 ? one : several}`;
export const listed = (words) => (words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`);

export class HandWords {
    #model;
    /** The names of cells, and of those that stay open, by row and column. */
    #labels;
    #open;

    constructor(model, labels, open) {
        [this.#model, this.#labels, this.#open] = [model, labels, open];
    }

    title(piece) {
        const { name, size } = this.#model.pieces[piece];
        return `Piece ${name}, ${counted(size, 'cell')}`;
    }

    /** Where a shape lies. */
    where({ cells }) {
        const names = cells.map((cell) => this.#labels.get(String(cell)) ?? this.#open.get(String(cell)));
        if (this.#labels.size > 0) return names.some(Boolean) ? `on ${listed(names.filter(Boolean))}` : 'beside the board';
        const [row, column] = cells[0];
        return `at row ${row + 1}, column ${column + 1}`;
    }

    /** Why a piece does not fit. */
    why({ outside, over, others, clash }) {
        const open = outside.map((cell) => this.#open.get(String(cell))).filter(Boolean);
        const beyond = outside.length - open.length;
        const { pieces, options } = this.#model;
        const reasons = [
            open.length > 0 ? `${listed(open)} ${open.length === 1 ? 'stays' : 'stay'} open` : '',
            beyond > 0 ? `${counted(beyond, 'cell')} ${beyond === 1 ? 'is' : 'are'} off the board` : '',
            over.length > 0 ? `${counted(over.length, 'cell')} ${over.length === 1 ? 'is' : 'are'} on ${listed(others.map((number) => pieces[options[number].piece].name))}` : '',
            clash ? 'its colors are not those beside it' : '',
        ].filter(Boolean);
        return `It does not fit: ${listed(reasons) || 'no piece lies across this place'}.`;
    }

    /** How many cells are to be covered beside some pieces, numbers of options. */
    left(placed) {
        const model = this.#model;
        const covered = placed.reduce((sum, number) => sum + model.options[number].cells.filter((cell) => model.mustCover(cell)).length, 0);
        const left = model.cells.filter(({ isMust }) => isMust).length - covered;
        return `${counted(left, 'cell')} ${left === 1 ? 'is' : 'are'} left.`;
    }

    /** How many pieces lie on the board, and of how many, if that is known. */
    count({ length }) {
        const { pieces } = this.#model;
        if (pieces.some(({ lower, upper }) => lower !== upper)) return `${counted(length, 'piece')} on the board.`;
        return `${length} of ${counted(pieces.reduce((sum, { upper }) => sum + upper, 0), 'piece')}.`;
    }
}
