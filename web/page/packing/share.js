// The result of a day's puzzle as a text for others: it tells the day, the time and the help, but not the
// solution. It knows nothing of the page.

import { counted } from './hand-words.js';

/** A mark for each piece, in the order in which they came: placed by hand, or shown. */
const MARKS = { hand: '🟩', hint: '🟨', solve: '⬜' };

/** `day` in words; `help` counts pieces that were shown and checks; `by` says where each piece comes from. */
export function shareText({ title, day, time, help: { shown, checks }, by, address }) {
    const helped = [
        shown > 0 ? counted(shown, 'piece shown', 'pieces shown') : '',
        checks > 0 ? counted(checks, 'check', 'checks') : '',
    ].filter(Boolean).join(', ');
    return [`${title}, ${day}`, `⏱ ${time}, ${helped || 'no hints'}`, by.map((who) => MARKS[who]).join(''), address].filter(Boolean).join('\n');
}
