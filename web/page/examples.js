// Problems to begin with: one in words, the color example of the DLX3 text, and the families of `dlx gen`.

import { output } from './jobs.js';

export const PARTY = `| Six jobs for a party: each is to be done by one friend.
| Each line below is what a friend offers; each friend can
| have one line at most. Which lines do all the jobs?
cook bake shop clean music drinks | Ann Ben Cem Dora
Ann cook shop
Ann bake music
Ben cook drinks
Ben clean music
Cem bake drinks
Cem shop
Dora shop clean
Dora music drinks
`;

const COLORS = `| A simple example of color controls
A B 2:3|C | X Y
A B X:0 Y:0
A C X:1 Y:1
C X:0
B X:1
C Y:1
`;

const COSTS = `| Options with costs: try "Three cheapest"
A B C D
A B |3
B C |1
C D |1
D A |1
A |2
B |2
C |2
D |2
`;

const WORDS = `ace act add age ago aid ale all ant ape arc are ark arm art ash ate awe bad bag bar bat bed bee
beg bet big bit bow box boy bud bus cab cap car cat cow cry cub cup cut dad day den dew did die dig dim dog
dot dry due ear eat ebb egg ego elm end era eve eye fan far fat fed few fig fin fit fix fly fog for fox fun
fur gap gas gem get god got gum gun hat hen her hid hit hop hot how hut ice ill ink inn ire its jam jar jet
job joy key kid kin kit lap law lay led leg let lid lie lip lit log lot low mad man map mat may men met mix
mud nap net new nod nor not now nut oak oar oat odd off oil old one opt orb ore our out owe owl own pad pan`;

/** Name, what the parameters are, their first values, and how the text is made of them. */
export const EXAMPLES = {
    party: { name: 'Who does which job?', text: PARTY },
    colors: { name: 'Colors and multiplicities', text: COLORS },
    costs: { name: 'Costs', text: COSTS },
    queens: { name: 'Queens', asks: 'N', first: '8' },
    langford: { name: 'Langford pairs', asks: 'N', first: '7' },
    domination: { name: 'Pieces that dominate', asks: 'BOARD COUNT PIECE', first: '8 5 queens' },
    words: { name: 'Double word squares', asks: 'words', first: WORDS.replaceAll('\n', ' ') },
    squares: { name: 'MacMahon’s squares', asks: 'BOARD', first: '4x6' },
    triangles: { name: 'MacMahon’s triangles', asks: '', first: '' },
    latin: { name: 'Latin squares', asks: 'N', first: '4' },
    orthogonal: { name: 'Orthogonal Latin squares', asks: 'N', first: '4' },
    triples: { name: 'Triples of equal sums', asks: 'N', first: '5' },
    dominoes: { name: 'Dominoes', asks: 'BOARD', first: '8' },
    polyominoes: { name: 'Polyominoes of some sizes', asks: 'BOARD SIZES', first: '4 1,2,3' },
    rectangles: { name: 'Distinct rectangles', asks: 'BOARD', first: '6x7' },
    dissections: { name: 'Reduced dissections', asks: 'BOARD', first: '4x5' },
    motley: { name: 'Motley dissections', asks: 'BOARD', first: '5x5' },
    bricks: { name: 'Bricks in a box', asks: 'BOX BRICKS', first: '3x3x3 4:6,1x2x2 3:9,1x1x1' },
    'hitting-sets': { name: 'Hitting sets', asks: 'ELEMENTS SETS CHOSEN SEED', first: '12 9 4 1' },
    planted: { name: 'A planted solution', asks: 'OPTIONS ITEMS SEED', first: '60 24 1' },
};

/** The text of an example. */
export async function textOf(key, parameters) {
    const example = EXAMPLES[key];
    if (example.text) return example.text;
    const words = parameters.trim().split(/\s+/).filter(Boolean);
    if (key === 'words') return output('gen', 'words', words.join('\n'));
    if (key === 'bricks') return output('gen', 'bricks', words[0] ?? '', words.slice(1).join(' '));
    return output('gen', key, ...words);
}
