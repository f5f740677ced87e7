//! Texts of man pages that the help pages do not have.

/// The texts of a program or subcommand.
pub struct Extra {
    /// `sudoku-make` for `sudoku make`.
    pub command: &'static str,
    /// Exit statuses, if help has none: `0 all went well; 2 bad usage`.
    pub exit: &'static str,
    /// Examples besides those of the help page. They are from the manuals, where tests run
    /// them.
    pub examples: &'static [&'static str],
}

impl Extra {
    /// The texts of a command.
    pub fn of(command: &str) -> &'static Extra {
        const NOTHING: &Extra = &Extra {
            command: "",
            exit: "",
            examples: &[],
        };
        let found = EXTRA.iter().find(|extra| extra.command == command);
        found.unwrap_or(NOTHING)
    }
}

const GRID: &str =
    "GRID=417369825632158947958724316825437169791586432346912758289643571573291684164875293";
const SIX: &str = "SIX=256413413625532146641532364251125364";

const CONVERTER: &str = "0 done; 1 bad input or failing output; 2 bad usage";

pub const EXTRA: &[Extra] = &[
    Extra {
        command: "dlx3",
        exit: "",
        examples: &["dlx3 m1 v1 < testdata/colors.dlx"],
    },
    Extra {
        command: "dlx1",
        exit: "",
        examples: &["dlx gen queens 11 | dlx1"],
    },
    Extra {
        command: "dlx2",
        exit: "",
        examples: &["dlx gen queens 11 | dlx2"],
    },
    Extra {
        command: "dlx",
        exit: "0 done; 1 there is no such solution, or failing output; 2 bad usage; 3 stopped by a \
            limit or a signal; 102 bad input",
        examples: &["dlx count < dominoes.dlx", "dlx find < testdata/colors.dlx"],
    },
    Extra {
        command: "dlx-import",
        exit: "",
        examples: &[
            "dlx import csv --id crew --cost price --items legs --bounds Oslo=2:3 crews.csv > crews.dlx",
            "dlx import lp cuts.lp",
        ],
    },
    Extra {
        command: "dlx-shorten",
        exit: "",
        examples: &[
            "dlx shorten --map names crews.dlx > short.dlx",
            "dlx3 m1 v0 t1 < short.dlx | dlx from short crews.dlx",
        ],
    },
    Extra {
        command: "gen-sudoku",
        exit: "",
        examples: &[
            "head -1 hard.txt | gen-sudoku - > p.dlx",
            "dlx3 m1 v0 < p.dlx | show-sudoku p.dlx --pretty",
        ],
    },
    Extra {
        command: "sudoku",
        exit: "0 done; 1 bad input, a negative answer, or failing output (see the pages of the \
            subcommands); 2 bad usage",
        examples: &[
            "sudoku make -n 3 --seed 7 --difficulty hard --by wnef | tee hard.txt",
            "sudoku rate hard.txt",
        ],
    },
    Extra {
        command: "sudoku-check",
        exit: "",
        examples: &["sudoku check some.txt"],
    },
    Extra {
        command: "sudoku-convert",
        exit: "",
        examples: &["head -1 hard.txt | sudoku convert --to hodoku"],
    },
    Extra {
        command: "sudoku-canon",
        exit: "",
        examples: &["sudoku canon --automorphisms most.txt"],
    },
    Extra {
        command: "sudoku-solve",
        exit: "",
        examples: &[
            "sudoku make -n 3 --seed 7 --difficulty hard --by wnef > three.txt",
            "head -2 three.txt | sudoku solve",
        ],
    },
    Extra {
        command: "sudoku-hint",
        exit: "",
        examples: &[
            "sudoku make -n 3 --seed 7 --difficulty hard --by wnef > three.txt",
            "tail -1 three.txt | sudoku hint --level 3",
        ],
    },
    Extra {
        command: "sudoku-ua",
        exit: CONVERTER,
        examples: &[GRID, "sudoku ua $GRID --max-size 6 | head -3"],
    },
    Extra {
        command: "sudoku-hit",
        exit: CONVERTER,
        examples: &[
            SIX,
            "sudoku hit $SIX --clues 8 --max-size 8 | dlx3 m1 v0 | sudoku verify $SIX --new-sets more > puzzles",
        ],
    },
    Extra {
        command: "sudoku-verify",
        exit: "0 done, whatever the candidates are; 1 bad input or failing output; 2 bad usage",
        examples: &[
            SIX,
            "sudoku hit $SIX --clues 8 --max-size 8 | dlx3 m1 v0 | sudoku verify $SIX --new-sets more > puzzles",
        ],
    },
    Extra {
        command: "sudoku-scan",
        exit: "0 all was searched; 1 bad input or failing output; 2 bad usage; 3 time is up; 130, 143 interrupted",
        examples: &[
            SIX,
            "sudoku scan $SIX --clues 8 --part 1/2 --resume part1 --threads 2 > puzzles1",
            "sudoku scan $SIX --clues 8 --part 2/2 --resume part2 --threads 2 > puzzles2",
            "sudoku scan --grids grids --clues 17 --puzzles found",
        ],
    },
    Extra {
        command: "gen-peg",
        exit: CONVERTER,
        examples: &[
            "gen-peg latin | dlx3 m1 v0 | show-peg latin",
            "gen-peg triangle --steps | dlx3 v1",
        ],
    },
    Extra {
        command: "show-peg",
        exit: "0 all solutions are legal; 1 one is not, or something could not be read or written; \
            2 bad usage",
        examples: &[
            "gen-peg latin | dlx3 m1 v0 | show-peg latin",
            "gen-peg latin | dlx3 m1 v0 t1 | show-peg latin --boards",
        ],
    },
    Extra {
        command: "peg",
        exit: "0 done; 1 bad input, no solution, or failing output (see the pages of the \
            subcommands); 2 bad usage; 3 stopped by a limit",
        examples: &[
            "peg solve diamond 2>/dev/null",
            "peg reach diamond 2>/dev/null",
        ],
    },
    Extra {
        command: "peg-list",
        exit: "0 done; 1 failing output; 2 bad usage",
        examples: &[],
    },
    Extra {
        command: "peg-numbers",
        exit: CONVERTER,
        examples: &[],
    },
    Extra {
        command: "peg-bounds",
        exit: CONVERTER,
        examples: &[],
    },
    Extra {
        command: "peg-pagoda",
        exit: "0 done; 1 there is no such function, the one in FILE proves nothing, bad input, or \
            failing output; 2 bad usage",
        examples: &["peg pagoda scout.txt"],
    },
    Extra {
        command: "peg-solve",
        exit: "0 a solution; 1 there is none, bad input or failing output; 2 bad usage; 3 stopped \
            by a limit before either was known",
        examples: &["peg solve diamond 2>/dev/null"],
    },
    Extra {
        command: "peg-reach",
        exit: "0 done; 1 bad input or failing output; 2 bad usage; 3 too many positions",
        examples: &["peg reach diamond 2>/dev/null"],
    },
    Extra {
        command: "gen-sieve",
        exit: "",
        examples: &["gen-sieve 21 --cuts none --score 144 | dlx3 m1 v0 | show-sieve 21"],
    },
    Extra {
        command: "show-sieve",
        exit: "",
        examples: &["gen-sieve 21 | dlx3 m1 v0 | show-sieve 21 --best"],
    },
    Extra {
        command: "sieve",
        exit: "0 done; 1 bad input, a game that is not legal, or failing output; 2 bad usage; 3 a \
            search was stopped before its end",
        examples: &[
            "sieve solve 120 | head -3",
            "sieve solve 21 | sieve check 21",
        ],
    },
    Extra {
        command: "sieve-solve",
        exit: "",
        examples: &["sieve solve 120 | head -3", "sieve solve 82..84"],
    },
    Extra {
        command: "sieve-check",
        exit: "",
        examples: &["sieve solve 21 | sieve check 21"],
    },
];
