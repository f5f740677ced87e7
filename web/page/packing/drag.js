// Pieces that are dragged by a mouse, a pen or a finger. A finger lifts its piece above itself, and the
// page does not scroll meanwhile.

import { h } from '../dom.js';

/** A press that moves less, in pixels, is none. */
const SLACK = 5;
/** How far the picture is above a finger. */
const ABOVE = 34;
/** Near an end of the window, the page scrolls along: where, and by how many pixels at a time. */
const EDGE = 44;
const STEP = 9;

/**
 * `root` has what can be dragged, elements that fit `selector`. `pressed(element, event)` is told of a
 * press that does not move; `begin(element)` returns the picture of what is dragged, an SVG as large as
 * on the board, or nothing; `over(left, top)` is told of its corner in the window, `end(left, top)` of
 * where it is let go, and `cancel()` that it is not.
 */
export function dragging(root, selector, { pressed, begin, over, end, cancel }) {
    let press = null;
    let timer = 0;
    /** A mouse that has dragged something clicks what it ends on: nobody meant that. */
    let hasDragged = false;

    function start(event) {
        hasDragged = false;
        if (press || event.button !== 0 || !event.isPrimary) return;
        const element = event.target.closest(selector);
        if (!element || !root.contains(element)) return;
        press = { id: event.pointerId, element, from: [event.clientX, event.clientY], at: [event.clientX, event.clientY], isFinger: event.pointerType === 'touch', picture: null };
        addEventListener('pointermove', move);
        addEventListener('pointerup', up);
        addEventListener('pointercancel', stop);
        addEventListener('keydown', keys, true);
    }

    /** Where the picture's corner is. */
    function corner() {
        const { at: [x, y], grip: [gripX, gripY] } = press;
        return [x - gripX, y - gripY];
    }

    function lift() {
        const { element, from: [x, y], isFinger } = press;
        const around = (element.querySelector('svg') ?? element).getBoundingClientRect();
        const svg = begin(element);
        if (!svg) return false;
        press.picture = h('div', { class: 'drag-picture', 'aria-hidden': 'true' }, svg);
        document.body.append(press.picture);
        const { width, height } = press.picture.getBoundingClientRect();
        // It is held where it was taken.
        const part = (place, start, size) => Math.min(1, Math.max(0, (place - start) / size));
        press.grip = [part(x, around.left, around.width) * width, isFinger ? height + ABOVE : part(y, around.top, around.height) * height];
        return true;
    }

    function show() {
        const [left, top] = corner();
        press.picture.style.transform = `translate(${left}px, ${top}px)`;
        over(left, top);
    }

    function move(event) {
        if (event.pointerId !== press?.id) return;
        press.at = [event.clientX, event.clientY];
        if (!press.picture) {
            if (Math.hypot(press.at[0] - press.from[0], press.at[1] - press.from[1]) < SLACK) return;
            if (!lift()) return done();
            scrollAlong();
        }
        show();
    }

    function scrollAlong() {
        timer = requestAnimationFrame(() => {
            if (!press?.picture) return;
            const [, y] = press.at;
            const by = y < EDGE ? -STEP : y > innerHeight - EDGE ? STEP : 0;
            if (by !== 0) {
                const before = scrollY;
                scrollBy({ top: by, behavior: 'instant' });
                if (scrollY !== before) show();
            }
            scrollAlong();
        });
    }

    function done() {
        cancelAnimationFrame(timer);
        press?.picture?.remove();
        press = null;
        removeEventListener('pointermove', move);
        removeEventListener('pointerup', up);
        removeEventListener('pointercancel', stop);
        removeEventListener('keydown', keys, true);
    }

    function up(event) {
        if (event.pointerId !== press?.id) return;
        const { element, picture } = press;
        const at = picture && corner();
        hasDragged = Boolean(at);
        done();
        if (at) end(...at);
        else pressed(element, event);
    }

    function stop(event) {
        if (event.pointerId !== undefined && event.pointerId !== press?.id) return;
        const wasDragged = Boolean(press?.picture);
        done();
        if (wasDragged) cancel();
    }

    /** Escape lets go of what is dragged, and it goes back. */
    function keys(event) {
        if (event.key !== 'Escape' || !press?.picture) return;
        event.preventDefault();
        event.stopPropagation();
        stop({});
    }

    root.addEventListener('pointerdown', start);
    root.addEventListener('click', (event) => hasDragged && event.detail > 0 && event.stopPropagation(), true);
    // The browser must not drag the piece as a text, a link or a picture.
    root.addEventListener('dragstart', (event) => event.preventDefault());
    root.addEventListener('contextmenu', (event) => press?.isFinger && event.preventDefault());
    root.addEventListener('touchmove', (event) => press && event.cancelable && event.preventDefault(), { passive: false });
    return {
        get isDragging() {
            return Boolean(press?.picture);
        },
        /** The dragged piece has another picture now; it is held at the same place. */
        replace(svg) {
            const before = press.picture.getBoundingClientRect();
            press.picture.replaceChildren(svg);
            const { width, height } = press.picture.getBoundingClientRect();
            press.grip = [(press.grip[0] / before.width) * width, press.isFinger ? height + ABOVE : (press.grip[1] / before.height) * height];
            show();
        },
        close: done,
    };
}
