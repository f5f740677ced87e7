"""The counters are those of DLX3."""

import pickle
import xml.etree.ElementTree as ElementTree

import dlx3

# The example of the DLX3 text; its program says 366+362 mems.
COLORS = """| A simple example of color controls
A B 2:3|C | X Y
A B X:0 Y:0
A C X:1 Y:1
C X:0
B X:1
C Y:1
"""


def test_the_example_of_the_dlx3_text_has_its_counters():
    stats = dlx3.Problem(COLORS).stats()
    assert (stats.solutions, stats.input_mems, stats.mems) == (1, 366, 362)
    assert (stats.updates, stats.cleansings, stats.nodes) == (14, 7, 6)
    assert pickle.loads(pickle.dumps(stats)) == stats
    again = pickle.loads(pickle.dumps(dlx3.Problem(COLORS))).stats()
    assert again == stats


def test_known_states_are_counted_as_if_they_were_walked():
    # 12x12 cells by dominoes: DLX3 would walk for millions of years.
    cells = range(12)
    options = [[(r, c), (r, c + 1)] for r in cells for c in cells if c < 11]
    options += [[(r, c), (r + 1, c)] for r in cells for c in cells if r < 11]
    text = dlx3.Problem.from_options(
        options, primary=[(r, c) for r in cells for c in cells]
    )
    assert text.stats().solutions == text.count() == 53060477521960000


def test_statistics_are_a_picture_of_the_profile():
    picture = dlx3.Problem(COLORS).stats()._repr_svg_()
    root = ElementTree.fromstring(picture)
    assert root.tag.endswith("svg")
    texts = [element.text for element in root.iter() if element.tag.endswith("text")]
    assert "6 nodes" in texts
