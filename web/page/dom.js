// Elements in one line.

/** An element with attributes, listeners (`onclick`) and children; `class` and `data-...` as written. */
export function h(name, attributes = {}, ...children) {
    const element = document.createElement(name);
    set(element, attributes);
    element.append(...children.flat(Infinity).filter((child) => child !== null && child !== undefined));
    return element;
}

const SVG = 'http://www.w3.org/2000/svg';

/** The same for pictures. */
export function s(name, attributes = {}, ...children) {
    const element = document.createElementNS(SVG, name);
    set(element, attributes);
    element.append(...children.flat(Infinity).filter((child) => child !== null && child !== undefined));
    return element;
}

function set(element, attributes) {
    for (const [key, value] of Object.entries(attributes)) {
        if (value === false || value === null || value === undefined) continue;
        if (key.startsWith('on')) element.addEventListener(key.slice(2), value);
        else if (key === 'value') element.value = value;
        else if (value === true) element.setAttribute(key, '');
        else element.setAttribute(key, value);
    }
}

/** A button. */
export function button(label, onclick, attributes = {}) {
    return h('button', { type: 'button', onclick, ...attributes }, label);
}

/** A choice with a label: `choices` are pairs of value and text. */
export function select(label, choices, value, onchange, attributes = {}) {
    const options = choices.map(([key, text]) => h('option', { value: key, selected: key === value }, text));
    const element = h('select', { onchange: () => onchange(element.value), ...attributes }, options);
    return labelled(label, element);
}

/** A field with a label. */
export function field(label, attributes) {
    return labelled(label, h('input', attributes));
}

function labelled(label, element) {
    return h('label', { class: 'field' }, h('span', {}, label), element);
}

/** Calls at most once, when nothing has asked for it for some milliseconds; `cancel` takes that back. */
export function later(milliseconds, work) {
    let timer = 0;
    const ask = (...words) => {
        clearTimeout(timer);
        timer = setTimeout(work, milliseconds, ...words);
    };
    ask.cancel = () => clearTimeout(timer);
    return ask;
}

/** Scrolls to what is new, unless most of it is in sight. */
export function reveal(element) {
    const { top, bottom, height } = element.getBoundingClientRect();
    const seen = Math.min(bottom, innerHeight) - Math.max(top, 0);
    if (seen >= 0.6 * Math.min(height, innerHeight)) return;
    element.scrollIntoView({ block: height > innerHeight ? 'start' : 'nearest', behavior: 'instant' });
}

/** Answers that are shown; `dim` says whether they are of something that has been changed since. */
export function answersOf(attributes, ...children) {
    const note = h('p', { class: 'facts stale-note', hidden: true }, 'These are answers to what stood here before it was changed.');
    const element = h('div', attributes, note, ...children);
    return {
        element,
        dim(isStale) {
            note.hidden = !isStale;
            element.classList.toggle('stale', isStale);
        },
    };
}

/** Tells people who listen rather than look. */
export function announce(text) {
    document.getElementById('announcer').textContent = text;
}

/** Lets somebody keep a text as a file. */
export function save(name, type, text) {
    const link = h('a', { href: URL.createObjectURL(new Blob([text], { type })), download: name });
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}
