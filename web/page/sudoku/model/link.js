// Links to Sudokus. It knows nothing of the page.

/** What a link has in it, if that is no work for the library: the text after `q=`. */
export function textOf(link) {
    const [, query] = /^\s*\S+:\/\/[^\s#]*[?&]q=([^&#\s]*)/.exec(link) ?? [];
    if (query === undefined) return link;
    try {
        return decodeURIComponent(query.replaceAll('+', ' '));
    } catch {
        return link;
    }
}

/** Whether a link tells where a puzzle is, and not what it is. */
export const isShort = (text) => /^\s*https?:\/\/[^\s?#/]+(\/[\w.-]{1,60}){1,3}\/?\s*$/.test(text) && !text.includes('/fpuz');
