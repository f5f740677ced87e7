// Values that this browser keeps for a part beside the address, such as its clock. If the browser keeps
// nothing, nothing is read.

/** `storage()` is `localStorage`, or `sessionStorage`, which outlasts a reload but not a visit; both may throw. */
export function keptIn(storage, name) {
    return {
        read() {
            try {
                return JSON.parse(storage().getItem(name) ?? 'null');
            } catch {
                return null;
            }
        },
        write(value) {
            try {
                if (value === null) storage().removeItem(name);
                else storage().setItem(name, JSON.stringify(value));
            } catch {
                // It is kept as long as the page is open.
            }
        },
    };
}
