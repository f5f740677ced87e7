// A step whose chain is shown up to a link. It knows nothing of the page.

/** The step as it is drawn when its chain number `chain` has been followed up to the link number `at`. */
export function linked(step, chain, at) {
    const all = step.inferences[chain];
    const count = all.slice(0, at + 1).reduce((sum, { from }) => sum + from.length, 0);
    const isEnd = at === all.length - 1;
    const { to, house } = all[at];
    return {
        ...step,
        chains: [step.chains[chain].slice(0, count)],
        starts: [step.starts[chain]],
        cells: house ? [] : [to[0]],
        houses: house ? [house] : [],
        now: to,
        // The mark that follows is seen at the end.
        placed: isEnd ? step.placed : null,
        removed: isEnd ? step.removed : [],
    };
}
