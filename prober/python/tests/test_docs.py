"""The stub and the package say the same, and the README's example runs."""

import ast
import doctest
import pathlib

import dambase

HERE = pathlib.Path(__file__).resolve().parents[1]


def words(text):
    return " ".join((text or "").split())


def test_docstrings_are_those_of_the_stub():
    stub = ast.parse((HERE / "dambase.pyi").read_text())
    told = set()
    for node in stub.body:
        if isinstance(node, ast.FunctionDef):
            told.add(node.name)
            assert words(getattr(dambase, node.name).__doc__) == words(ast.get_docstring(node)), node.name
        elif isinstance(node, ast.ClassDef):
            told.add(node.name)
            found = getattr(dambase, node.name)
            text = ast.get_docstring(node)
            for item in node.body:
                if not isinstance(item, ast.FunctionDef):
                    continue
                doc = ast.get_docstring(item)
                if item.name == "__new__":
                    text += " " + doc
                elif not item.name.startswith("__"):
                    assert doc and words(getattr(found, item.name).__doc__) == words(doc), f"{node.name}.{item.name}"
            if issubclass(found, Exception):
                assert words(found.__doc__).startswith(words(text).rstrip("."))
            else:
                assert words(found.__doc__) == words(text), node.name
    public = {name for name, value in vars(dambase).items() if not name.startswith("_") and callable(value)}
    assert public == told


def test_readme(tables, monkeypatch):
    monkeypatch.chdir(tables.parent)
    # The folder that the example calls so.
    readme = (HERE / "README.md").read_text().replace('"tables"', f'"{tables}"')
    test = doctest.DocTestParser().get_doctest(readme, {}, "README.md", "README.md", 0)
    assert len(test.examples) > 10
    runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE)
    report = []
    runner.run(test, out=report.append)
    assert runner.failures == 0, "".join(report)
