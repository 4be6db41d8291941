"""YAML and XML as values with lines, and input that must not harm the program."""

import pytest

from orcus_tui.importers.json_nodes import node_text
from orcus_tui.importers.source_text import UnreadableSource
from orcus_tui.importers.xml_nodes import read_xml
from orcus_tui.importers.yaml_nodes import read_yaml


def refusal_of_yaml(text: str) -> tuple[int | None, str]:
    with pytest.raises(UnreadableSource) as refused:
        read_yaml(text, 10)
    return refused.value.line, str(refused.value)


def refusal_of_xml(text: str) -> tuple[int | None, str]:
    with pytest.raises(UnreadableSource) as refused:
        read_xml(text)
    return refused.value.line, str(refused.value)


def test_values_have_their_lines_counted_from_the_first():
    node = read_yaml("name: Ogre\nhp: 40\nac: '17'\nodds: [1.5, no, ~]\n", 10)
    assert isinstance(node.value, dict)
    assert {key: (each.line, each.value) for key, each in node.value.items() if key != "odds"} == {
        "name": (10, "Ogre"),
        "hp": (11, 40),
        "ac": (12, "17"),
    }
    odds = node.value["odds"].value
    assert isinstance(odds, list)
    assert [each.value for each in odds] == [1.5, "no", None]


def test_a_repeated_key_loses_nothing_and_several_documents_are_a_list():
    assert node_text(read_yaml("a: 1\na: 2")) == "a: 1; a again: 2"
    assert node_text(read_yaml("---\na: 1\n---\nb: 2")) == "a: 1; b: 2"


def test_tags_make_no_objects():
    assert node_text(read_yaml("a: !!python/object/apply:os.system [x]")) == "a: x"


def test_a_yaml_alias_has_the_value_of_its_anchor():
    assert node_text(read_yaml("a: &it {b: c}\nd: *it")) == "a: b: c; d: b: c"


@pytest.mark.parametrize(
    ("text", "line", "message"),
    [
        ("a: b: c", 10, "invalid YAML: mapping values are not allowed"),
        ("a:\n  - [1\n", 12, "invalid YAML: "),
        ("a: &a [*a]", 10, "invalid YAML: *a stands for nothing before it"),
        ("[" * 100_000, 10, "values nested more than 40 deep"),
        ("[\n" * 100_000, 50, "values nested more than 40 deep"),
        ("{a: " * 100_000, 10, "values nested more than 40 deep"),
        ("\n".join(f"{' ' * at}a:" for at in range(3_000)), 50, "values nested more than 40 deep"),
        ("a: \x01", 10, "invalid YAML: "),
        ("\tx: 1", 10, "invalid YAML: "),
    ],
)
def test_invalid_or_too_deep_yaml_is_refused_with_its_line(text: str, line: int, message: str):
    found, why = refusal_of_yaml(text)
    assert why.startswith(message)
    assert found == line


def test_aliases_of_aliases_are_refused():
    bomb = ["a0: &a0 [x, x]", *(f"a{at}: &a{at} [*a{at - 1}, *a{at - 1}, *a{at - 1}]" for at in range(1, 40))]
    assert refusal_of_yaml("\n".join(bomb))[1] == "more than 200,000 values, aliases written out"


def test_elements_have_their_lines_texts_and_attributes():
    root = read_xml('<?xml version="1.0"?>\n<x:a>\n <b n="1">one &amp;\n two</b>\n <c/>\n</x:a>')
    assert (root.tag, root.line) == ("a", 2)
    assert (root.child("b").line, root.child("b").attributes, root.child("b").text) == (3, {"n": "1"}, "one &\n two")
    assert root.child("d", "e").whole_text() == ""
    assert root.whole_text() == "one &\n two"


@pytest.mark.parametrize(
    ("text", "line", "message"),
    [
        ("<a>\n<b>", 2, "invalid XML: no element found"),
        ("<a>\n</b>", 2, "invalid XML: mismatched tag"),
        ("", 1, "invalid XML: no element found"),
        ("\n \n<a>\n<b>", 4, "invalid XML: no element found"),
        ("\n\n" + "<a>\n" * 61, 63, "elements nested more than 60 deep"),
        ("<a>&x;</a>", 1, "invalid XML: undefined entity"),
        ("<a>" * 100_000, 1, "elements nested more than 60 deep"),
        ('<!DOCTYPE a [<!ENTITY b "bb"><!ENTITY c "&b;&b;">]>\n<a>&c;</a>', 1, "XML with a document type or entities"),
        ('<!DOCTYPE a SYSTEM "file:///etc/passwd">\n<a/>', 1, "XML with a document type or entities"),
    ],
)
def test_invalid_or_unsafe_xml_is_refused_with_its_line(text: str, line: int, message: str):
    found, why = refusal_of_xml(text)
    assert why.startswith(message)
    assert found == line
