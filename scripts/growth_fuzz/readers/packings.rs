//! Pieces, regions, how often pieces are used, files of BurrTools, and solutions of packings.

use super::{Read, Reader, letters};
use dlx3::format::solution::SolutionReader;
use dlx3::pack::decode::Decoder;
use dlx3::pack::{
    Assembly, Coloring, Grid, Packing, Picture, Placements, RegionSpec, Source, Spec, Uses,
    choose_grid, named_pieces, parse_region, parse_uses, xmpuzzle,
};
use flate2::Compression;
use flate2::write::GzEncoder;
use std::io::Write;

pub const READERS: &[Reader] = &[
    Reader {
        name: "pieces and regions",
        around: ("", ""),
        fragments: PICTURE,
        recipes: PICTURES,
        read: |text| {
            let read = Picture::read(text);
            read.is_ok_and(|picture| all_grids(&picture))
        },
    },
    Reader {
        name: "pieces and regions with colors",
        around: ("", ""),
        fragments: PICTURE,
        recipes: PICTURES,
        read: |text| {
            let read = Picture::read_with_colors(text);
            read.is_ok_and(|picture| all_grids(&picture))
        },
    },
    Reader {
        name: "packing of few cells",
        around: ("A\n", ""),
        fragments: PICTURE,
        recipes: PICTURES,
        read: |text| Picture::read(text).is_ok_and(|picture| packed(picture, "1x3", Vec::new())),
    },
    Reader {
        name: "uses of pieces",
        around: ("", ""),
        fragments: &[
            "2|A ",
            "0:{n}|i{n} ",
            "1:*|A ",
            "9",
            "|",
            ":",
            "*",
            "0:1|{n} ",
            "2|i{r} ",
        ],
        recipes: &["«0:1|i{n} »", "«0:1|A »", "«9»|A", "0:1|«A»", "0:«9»|A"],
        read: |text| letters(text, |text| parse_uses(text).is_ok()),
    },
    Reader {
        name: "uses of pieces, applied",
        around: ("", ""),
        fragments: &[
            "0:1|A\n",
            "0:1|t{n}\n",
            "A = 0000\n",
            "t{n} = 0000\n",
            "0:{n}|B\n",
            "B",
        ],
        recipes: &[
            "«t{n} = abcd\n»«0:1|t{n}\n»",
            "«0:1|A\n»",
            "«t{n} = abcd\n»«0:1|A\n»",
        ],
        read: |text| {
            letters(text, |text| {
                // A line is a tile, or says how often one is used.
                let (uses, tiles): (Vec<&str>, Vec<&str>) =
                    text.lines().partition(|line| line.contains('|'));
                let tiles = format!("A = abcd\n{}\n", tiles.join("\n"));
                let (Ok(uses), Ok(tiles)) =
                    (parse_uses(&uses.join(" ")), Picture::read(tiles.as_bytes()))
                else {
                    return false;
                };
                packed(tiles, "1x3", uses)
            })
        },
    },
    Reader {
        name: "pieces of many drawings",
        around: ("", ""),
        fragments: &["A\n", "AB\n", "AA", "B", "\n"],
        recipes: &["«A\n»", "«AB\n»"],
        read: |text| {
            // A line is a drawing, as between the plus signs of a command line, where a few
            // thousand have room.
            let lines = text.split(|&byte| byte == b'\n').take(4000);
            let pictures: Result<Vec<Picture>, _> = lines.map(Picture::read).collect();
            pictures.is_ok_and(|pictures| {
                let sources = pictures.into_iter().map(Source::Picture).collect();
                is_packing(sources, "1x3", Vec::new())
            })
        },
    },
    Reader {
        name: "name of a region",
        around: ("", ""),
        fragments: &[
            "6x10",
            "-1x1",
            "@{n},0",
            "9",
            "x",
            "T5",
            "H",
            "T9",
            "-1x1@{n},0",
            "+",
            ",",
            "@",
        ],
        recipes: &[
            "999x999«-1x1@{n},0»",
            "«9»",
            "1x«9»",
            "T«9»",
            "«1x»1",
            "9x9-1x1@«0,»0",
            "900x900«-0x0»",
        ],
        read: |text| {
            letters(text, |text| {
                matches!(parse_region(text), Ok(Spec::Named(_)))
            })
        },
    },
    Reader {
        name: "names of pieces",
        around: ("", ""),
        fragments: &[
            "9",
            "-ominoes",
            "pentominoes",
            "free-",
            "fixed-",
            "one-sided-",
            "soma",
            "e",
            "-",
            "x",
        ],
        recipes: &["«9»-ominoes", "«free-»", "«e»", "pentomino«es»"],
        read: |text| letters(text, |text| named_pieces(text).is_ok()),
    },
    Reader {
        name: "file of BurrTools",
        around: XML,
        fragments: PARTS,
        recipes: FILES,
        read: |text| xmpuzzle::read(text, 1).is_right(),
    },
    Reader {
        name: "file of BurrTools, packed",
        around: XML,
        fragments: PARTS,
        recipes: FILES,
        read: |text| {
            let mut packed = GzEncoder::new(Vec::new(), Compression::fast());
            packed.write_all(text).expect("memory takes all");
            let packed = packed.finish().expect("memory takes all");
            xmpuzzle::read(&packed, 1).is_right()
        },
    },
    Reader {
        name: "solutions of packings",
        around: ("1:\n", ""),
        fragments: &[
            "{n}:\n",
            " A 00 (1 of 1)\n",
            " A 01 (1 of 3)\n",
            " A",
            " 00",
            " i{n}",
            " (1 of 1)\n",
            "null A (1 of 1)\n",
        ],
        recipes: &[
            "«{n}:\n A 00 (1 of 3)\n»",
            "1:\n« A 00 (1 of 3)\n»",
            "1:\n« A i{n} (1 of 3)\n»",
        ],
        read: |text| {
            let picture = Picture::read(b"A\n").expect("a piece");
            let packing =
                packing(vec![Source::Picture(picture)], "1x1", Vec::new()).expect("it fits");
            let placements = Placements::new(&packing);
            let mut decoder = Decoder::new(&packing, &placements).expect("they differ");
            let solutions = SolutionReader::new(text).map_while(Result::ok);
            let right = |solution| decoder.decode(&solution).is_right();
            solutions.map(right).filter(|&right| right).count() > 0
        },
    },
];

pub const PICTURE: &[&str] = &[
    "A",
    "{l}",
    "AB",
    ".",
    " ",
    "\n",
    "\n\n",
    "| comment\n",
    "|",
    "2|A",
    "0:1|i{n}",
    "0:1|i{n} ",
    "A = 0112",
    "t{n} = 0000\n",
    "=",
    "?",
    "#",
    "A\n.A\n",
    "0",
    "1",
    "9",
    "\t",
    "\u{e4}",
    "A.",
    "i{n} = {r}",
];

pub const PICTURES: &[&str] = &[
    "«#»",
    "«#\n»",
    "«A.»\n",
    "«A\n\n»",
    "«A\n.A\n»",
    "«| x\n»",
    "A\n«0:1|i{n} »\n",
    "A\n«0:1|i{n}\n»",
    "A\n0:1|«x»\n",
    "«t{n} = abcd\n»",
    "t = «0»\n",
    "«t = abcd\n»",
    "«A.\n.A\n»",
    "«\n»A",
    "A« »\n",
    "«?»\n",
    "«############################\n»",
    "«AAAAAAAABBBBBBBBCCCCCCCC\n»",
    "«A B C D \n»",
    "A«.»B\n",
];

pub const XML: (&str, &str) = (
    "<?xml version=\"1.0\"?><puzzle version=\"2\"><gridType type=\"0\"/><colors/><shapes>",
    "</shapes><problems><problem state=\"2\"><shapes><shape id=\"0\" count=\"1\"/></shapes>\
     <result id=\"1\"/></problem></problems></puzzle>",
);

pub const PARTS: &[&str] = &[
    "<voxel x=\"1\" y=\"1\" z=\"1\" type=\"0\">#</voxel>",
    "<voxel x=\"{n}\" y=\"1\" z=\"1\" type=\"0\">",
    "</voxel>",
    "<a>",
    "</a>",
    "<a/>",
    "<a xmlns:b{n}=\"u\">",
    " b{n}=\"1\"",
    "<a ",
    ">",
    "<",
    "&amp;",
    "&",
    "&lt;",
    "<!--",
    "-->",
    "<![CDATA[",
    "]]>",
    "#",
    "_",
    "+",
    "x",
    "\n",
    "<!DOCTYPE a [",
    "<!ENTITY e{n} \"x\">",
    "&e{n};",
    "</shapes>",
    "<shape id=\"{n}\" count=\"1\"/>",
    "<b:c/>",
    "\"",
    "name=\"{n}\"",
    "<?p ?>",
];

pub const FILES: &[&str] = &[
    "<puzzle>«<a xmlns:b{n}=\"u\">»«</a>»</puzzle>",
    "<puzzle><a «b{n}=\"1\" »/></puzzle>",
    "<puzzle>«<a/>»</puzzle>",
    "<puzzle>«<a>»«</a>»</puzzle>",
    "<puzzle>«<a>»</puzzle>",
    "<puzzle><a «xmlns:b{n}=\"u\" »/></puzzle>",
    "<puzzle>«&amp;»</puzzle>",
    "<puzzle>«x&#10;»</puzzle>",
    "<puzzle>«<![CDATA[x]]>»</puzzle>",
    "<puzzle>«x<!-- -->»</puzzle>",
    "<!DOCTYPE a [«<!ENTITY e{n} \"x\">»]><puzzle>«&e{n};»</puzzle>",
    "<!DOCTYPE a [<!ENTITY a \"aaaaaaaa\"><!ENTITY b \"&a;&a;&a;&a;&a;&a;&a;&a;\">]><puzzle>«&b;»</puzzle>",
    "<!DOCTYPE a [<!ENTITY a \"a\">]><puzzle><a b=\"«&a;»\"/></puzzle>",
    "<puzzle version=\"2\"><gridType type=\"0\"/><colors/><shapes>\
     «<voxel x=\"1\" y=\"1\" z=\"1\" type=\"0\">#</voxel>»</shapes><problems><problem state=\"2\">\
     <shapes>«<shape id=\"{n}\" count=\"1\"/>»</shapes><result id=\"0\"/></problem></problems></puzzle>",
    "<puzzle version=\"2\"><gridType type=\"0\"/><colors/><shapes>\
     «<voxel x=\"1\" y=\"1\" z=\"1\" type=\"0\" name=\"A\">#</voxel>»</shapes><problems>\
     <problem state=\"2\"><shapes>«<shape id=\"{n}\" count=\"1\"/>»</shapes><result id=\"0\"/></problem>\
     </problems></puzzle>",
    "<puzzle version=\"2\"><gridType type=\"0\"/><colors/><shapes>\
     <voxel x=\"100\" y=\"100\" z=\"100\" type=\"0\">«#»</voxel></shapes></puzzle>",
    "<puzzle version=\"2\"><gridType type=\"0\"/><colors>«<color red=\"1\" green=\"2\" blue=\"3\"/>»</colors>\
     <shapes/></puzzle>",
    "<puzzle version=\"2\"><gridType type=\"0\"/><colors/><shapes/><problems>«<problem/>»</problems></puzzle>",
];

/// Whether a picture shows pieces or a region on some grid.
fn all_grids(picture: &Picture) -> bool {
    let grids = [Grid::Square, Grid::Triangle, Grid::Hexagon, Grid::Cube];
    let right = grids.map(|grid| {
        let pieces = [true, false].map(|checkered| picture.pieces(grid, checkered).is_right());
        picture.region(grid).is_right() || pieces.contains(&true)
    });
    right.contains(&true)
}

fn packing(sources: Vec<Source>, region: &str, uses: Vec<(String, Uses)>) -> Option<Packing> {
    let Ok(Spec::Named(region)) = parse_region(region) else {
        unreachable!("it is a name");
    };
    let regions: Vec<RegionSpec> = vec![region];
    let assembly = Assembly {
        grid: choose_grid(&sources, &regions).ok()?,
        sources,
        regions,
        moves: None,
        coloring: Coloring::None,
        each: Uses {
            lower: 0,
            upper: Some(1),
        },
        uses,
        border: None,
    };
    assembly.packing().ok()
}

fn is_packing(sources: Vec<Source>, region: &str, uses: Vec<(String, Uses)>) -> bool {
    packing(sources, region, uses).is_some()
}

fn packed(picture: Picture, region: &str, uses: Vec<(String, Uses)>) -> bool {
    is_packing(vec![Source::Picture(picture)], region, uses)
}
