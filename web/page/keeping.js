// Recent work of this browser: each change of a part, as it goes into the address, is kept.

import { heard } from './address.js';
import { Recent, titleOf } from './recent.js';
import { hasChanged } from './undo.js';

export const recent = new Recent(() => localStorage);

/** What is opened from now on, or begun, is another work than what was there. */
export const turn = (part) => recent.turn(part);

heard((part, letters, state) => {
    if (!letters) recent.turn(part);
    // An empty calendar board is no work.
    else if (hasChanged(part) && (part !== 'home' || titleOf(part, state))) recent.keep(part, letters, titleOf(part, state));
});
