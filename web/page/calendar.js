// The calendar puzzles: boards of months, days and weekdays, their pieces, and what a day leaves
// open. It knows nothing of the page.

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
const WEEKDAYS = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'];

/** The rows that both boards have. A dash is no cell. */
const COMMON = ['Jan Feb Mar Apr May Jun', 'Jul Aug Sep Oct Nov Dec', '1 2 3 4 5 6 7', '8 9 10 11 12 13 14', '15 16 17 18 19 20 21', '22 23 24 25 26 27 28'];

/** The boards, each with its rows and a drawing of its pieces. */
export const CALENDARS = {
    days: {
        name: 'Month and day, 8 pieces',
        rows: [...COMMON, '29 30 31'],
        pieces: `OOO.PP.UU.V..
OOO.PP.U..V..
....P..UU.VVV
.............
L.Y.N..ZZ....
L.YYN...Z....
L.Y.NN..ZZ...
LLY..N.......
`,
    },
    weekdays: {
        name: 'Weekday too, 10 pieces',
        rows: [...COMMON, '29 30 31 Sun Mon Tue Wed', '- - - - Thu Fri Sat'],
        pieces: `I.J..S..PP.UU.V..
I.J.SS..PP.U..V..
I.JJS...P..UU.VVV
I................
L.TTT.N..ZZ......
L..T..N...Z......
L..T..NN..ZZ.....
LL.....N.........
`,
    },
};

/** The cells of a board: row, column, label. */
export function cellsOf(key) {
    return CALENDARS[key].rows.flatMap((line, row) => line.split(' ').map((label, column) => [row, column, label])).filter(([, , label]) => label !== '-');
}

/** What is to be seen of a day, given as YYYY-MM-DD. */
export function labelsOf(key, day) {
    const date = new Date(`${day}T00:00:00Z`);
    const labels = [MONTHS[date.getUTCMonth()], String(date.getUTCDate())];
    return key === 'weekdays' ? [...labels, WEEKDAYS[date.getUTCDay()]] : labels;
}

/** The packing of a day: the drawings of its pieces and of its region, and the grid. */
export function packingOf(key, day) {
    const open = labelsOf(key, day);
    const { rows, pieces } = CALENDARS[key];
    const width = Math.max(...rows.map((line) => line.split(' ').length));
    const drawn = rows.map((line) => line.split(' ').map((label) => (label === '-' || open.includes(label) ? '.' : '#')).join('').padEnd(width, '.'));
    return [pieces, `${drawn.join('\n')}\n`, 'square', '', ''];
}

/** Whether a text is a day of a year from 1 to 9999. */
export function isDay(text) {
    return /^\d{4}-\d\d-\d\d$/.test(text) && text > '0001' && shifted(text, 0) === text;
}

/** A day that is some days later. */
export function shifted(day, days) {
    const date = new Date(`${day}T00:00:00Z`);
    if (Number.isNaN(Number(date))) return '';
    date.setUTCDate(date.getUTCDate() + days);
    return date.toISOString().slice(0, 10);
}

/** The day of a clock, where it stands. */
export function dayOf(date) {
    const two = (number) => String(number).padStart(2, '0');
    return `${String(date.getFullYear()).padStart(4, '0')}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}

/** All days of a year, by months. */
export function monthsOf(year) {
    const months = Array.from({ length: 12 }, () => []);
    for (let day = `${year}-01-01`; day.startsWith(`${year}-`); day = shifted(day, 1)) months[Number(day.slice(5, 7)) - 1].push(day);
    return months.map((days, month) => ({ name: MONTHS[month], days }));
}

/** How dark a count is, from 0 to 1: a root, as a few counts are far greater than most. */
export function shadeOf(count, most) {
    return most > 0 ? Math.sqrt(count / most) : 0;
}
