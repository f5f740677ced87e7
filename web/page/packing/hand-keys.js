// The keys of a packing that is played by hand: arrows move a piece, R turns it, F turns it over, Enter
// drops it, Escape and Delete take it back.

const ACTS = { r: 'turn', f: 'flip', enter: 'drop', ' ': 'drop', escape: 'cancel', delete: 'remove', backspace: 'remove' };

/**
 * `hand` does what keys ask for: `isDragging`, `isHolding`, `take(piece)`, `pick(key)`, `move(arrow)`, `turn()`,
 * `flip()`, `drop()`, `cancel()`, `remove()`, `turnInTray(piece, act)`. Returns what ends listening.
 */
export function listenToHandKeys(root, hand) {
    function keys(event) {
        if (event.ctrlKey || event.metaKey || event.altKey || event.target.closest?.('input, textarea, select, summary, a')) return;
        const isArrow = event.key.startsWith('Arrow');
        const act = ACTS[event.key.toLowerCase()];
        if (!isArrow && !act) return;
        if (hand.isDragging) {
            if (act !== 'turn' && act !== 'flip') return;
            event.preventDefault();
            hand[act]();
            return;
        }
        const [tray, placed, held] = ['data-piece', 'data-placed', 'data-hand'].map((name) => event.target.closest?.(`[${name}]`));
        const isInside = root.contains(event.target);
        if (tray && isInside) ofTray(Number(tray.dataset.piece), isArrow, act);
        else if (placed && isInside) ofBoard(placed.dataset.placed, event.key, isArrow, act);
        else if (!hand.isHolding || (!held && event.target !== document.body && !root.parentElement.contains(event.target))) return;
        // A button does what it says.
        else if (event.target.closest?.('button') && act === 'drop') return;
        else if (isArrow) hand.move(event.key);
        else hand[act]();
        event.preventDefault();
    }

    function ofTray(piece, isArrow, act) {
        if (isArrow || act === 'drop') hand.take(piece);
        else if (act === 'turn' || act === 'flip') hand.turnInTray(piece, act);
        else hand.cancel();
    }

    function ofBoard(key, arrow, isArrow, act) {
        hand.pick(key);
        if (isArrow) hand.move(arrow);
        else if (act === 'cancel') hand.remove();
        else if (act !== 'drop') hand[act]();
    }

    document.addEventListener('keydown', keys);
    return () => document.removeEventListener('keydown', keys);
}
