// Packings to begin with: name and fields.

/** Six sticks of 2x2x6 through each other, two in each direction. Inside, cubes may be missing. */
const [END, NEAR, MIDDLE] = [['......', '......', '.####.'], ['..##..', '..##..', '.#??#.'], ['..##..', '##??##', '#????#']].map((half) => [...half, ...half.toReversed()].join('\n'));
const BURR = `${[END, NEAR, MIDDLE, MIDDLE, NEAR, END].join('\n\n')}\n`;

/** The pieces of a burr, side by side: two rows in each of two layers. */
const sticks = (...rows) => `${rows.slice(0, 2).join('\n')}\n\n${rows.slice(2).join('\n')}\n`;

export const PACKINGS = {
    pentominoes: ['Pentominoes in 6x10', { pieces: 'pentominoes', region: '6x10' }],
    hole: ['Pentominoes in a board with a hole', { pieces: 'pentominoes', region: '8x8-2x2' }],
    soma: ['The Soma cube', { pieces: 'soma', region: '3x3x3' }],
    hexiamonds: ['Hexiamonds in a rhombus', { pieces: 'hexiamonds', region: '6x6' }],
    tetrahexes: ['Tetrahexes in 4x7', { pieces: 'tetrahexes', region: '4x7' }],
    triangles: ['MacMahon’s triangles in a hexagon', { pieces: 'macmahon-triangles', region: 'H2', border: 'a' }],
    dominoes: ['Dominoes, any number', { pieces: 'dominoes', region: '6x6', each: '0:*' }],
    box: ['Pentominoes in a box', { pieces: 'pentominoes', region: '3x4x5' }],
    burr: ['A six-piece burr of level 8.3', { pieces: sticks(
        'AA..AA.B...BB.CC..CC.D.DD.D.EE..EE.FFFFFF',
        'AA..AA.BB.BBB.CCCCCC.DDDDDD.E....E.FF.FFF',
        'AAAAAA.B....B.CC..CC.D....D.EEEEEE.FFFFFF',
        'A....A.BBBBBB.CC...C.DD..DD.E....E.FF..FF'), region: BURR }],
    assemblies: ['A burr of six assemblies', { pieces: sticks(
        'AAAAAA.B....B.CCC.CC.DD.D.D.EE..EE.F.F.FF',
        'A....A.BBBBBB.C....C.DD..DD.E.EEEE.FFFFFF',
        'AA..AA.BB..BB.CCCCCC.DDDD.D.EE..EE.F....F',
        'A....A.BBBBBB.C..C.C.DD.DDD.EEE..E.FF..FF'), region: BURR }],
    own: ['Pieces of one’s own', { pieces: 'VV.PP.I.L\nV..PP.I.L\n....P.ILL\n', region: '####\n####\n####\n.###\n' }],
};
