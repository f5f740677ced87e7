// Small random problems, and all their solutions by trying each set of options.

/** Random numbers from 0 to below `n`, from a seed. */
export function random(seed) {
    let state = seed * 2654435761 + 12345;
    return (n) => {
        state = (Math.imul(state, 1103515245) + 12345) >>> 0;
        return (state >>> 8) % n;
    };
}

/** Options with bounds, colors and costs; some have no primary item, some are equal. */
export function problemOf(seed) {
    const below = random(seed);
    const primary = ['p', 'q', 'r', 's'].slice(0, 2 + below(3));
    const secondary = ['x', 'y'];
    const bounds = {};
    for (const item of primary) if (below(3) === 0) bounds[item] = [below(2), 1 + below(2)];
    const options = Array.from({ length: 1 + below(9) }, () => {
        const option = primary.filter(() => below(2) === 0);
        for (const item of secondary) {
            const kind = below(6);
            if (kind < 2) option.push(`${item}:${['red', 'blue'][kind]}`);
            else if (kind === 2) option.push(item);
        }
        return option;
    });
    for (const item of primary) if (below(3) > 0) options.push([item]);
    return { options, primary, bounds, costs: options.map(() => below(20) - 5) };
}

/** All solutions, each a sorted list of options' numbers. */
export function solve({ options, primary, bounds }) {
    const usable = [...options.keys()].filter((number) => options[number].some((item) => primary.includes(item)));
    const found = [];
    for (let set = 0; set < 1 << usable.length; set += 1) {
        const chosen = usable.filter((_, place) => (set >> place) & 1);
        const items = chosen.flatMap((number) => options[number]);
        const isFine = primary.every((item) => {
            const [least, most] = bounds[item] ?? [1, 1];
            const times = items.filter((other) => other === item).length;
            return times >= least && times <= most;
        });
        const agree = ['x', 'y'].every((item) => {
            const with_ = items.filter((other) => other === item || other.startsWith(`${item}:`));
            return with_.length < 2 || (with_[0] !== item && with_.every((other) => other === with_[0]));
        });
        if (isFine && agree) found.push(chosen);
    }
    return found;
}
