import pytest

from whylens.runtime.git.hunks import function_name, parse_hunks

A, B = "a" * 40, "b" * 40


def read(text: str):
    return [(sha, {file.path: (file.hunks, list(file.functions)) for file in files}) for sha, files in
            parse_hunks(text.encode("utf-8", "surrogateescape").splitlines())]  # fmt: skip


def test_hunks_are_given_per_file_and_commit():
    found = read(
        f"{A}\ndiff --git a/one.py b/one.py\nindex 1..2 100644\n--- a/one.py\n+++ b/one.py\n"
        "@@ -3,2 +3,4 @@ def first():\n-x\n-y\n+1\n+2\n+3\n+4\n@@ -20 +22,0 @@ def second(a):\n-gone\n"
        f"{B}\ndiff --git a/two.py b/two.py\n--- a/two.py\n+++ b/two.py\n@@ -1 +1 @@\n-a\n+b\n"
    )

    assert found == [
        (A, {"one.py": ([(3, 4), (22, 0)], ["first", "second"])}),
        (B, {"two.py": ([(1, 1)], [])}),
    ]


def test_changed_lines_that_look_like_headers_are_not_taken_for_them():
    found = read(
        f"{A}\ndiff --git a/query.sql b/query.sql\n--- a/query.sql\n+++ b/query.sql\n@@ -1,3 +1,3 @@\n"
        "--- old comment\n-@@ -9 +9 @@\n-diff --git a/x b/x\n+++ counter\n+@@ -9 +9 @@\n"
        f"+{B}\n"
    )

    assert found == [(A, {"query.sql": ([(1, 3)], [])})]


def test_a_quoted_path_is_read_as_it_is():
    found = read(
        f'{A}\ndiff --git "a/tab\\there.py" "b/tab\\there.py"\n--- "a/tab\\there.py"\n'
        '+++ "b/a \\"quote\\" and \\\\ \\303\\251.py"\n@@ -1 +1 @@\n-a\n+b\n'
    )

    assert found == [(A, {'a "quote" and \\ é.py': ([(1, 1)], [])})]


def test_a_path_with_spaces_loses_the_tab_git_puts_after_it():
    found = read(f"{A}\ndiff --git a/a b.py b/a b.py\n--- a/a b.py\t\n+++ b/a b.py\t\n@@ -1 +1 @@\n-a\n+b\n")

    assert list(found[0][1]) == ["a b.py"]


def test_a_deleted_file_keeps_its_old_name():
    found = read(
        f"{A}\ndiff --git a/x.py b/x.py\ndeleted file mode 100644\n--- a/x.py\n+++ /dev/null\n@@ -1 +0,0 @@\n-a\n"
    )

    assert found == [(A, {"x.py": ([(0, 0)], [])})]


@pytest.mark.parametrize(
    ("header", "name"),
    [
        ("    def load(self, path: str) -> None:", "load"),
        ("async def fetch(url):", "fetch"),
        ("class Parser(Base):", "Parser"),
        ("func (s *Server) Serve(l net.Listener) error {", "Serve"),
        ("func main() {", "main"),
        ("type Config struct {", "Config"),
        ("pub(crate) fn parse<T>(input: T) -> T {", "parse"),
        ("impl<T> Display for Table<T> {", "Table"),
        ("pub(crate) struct Table {", "Table"),
        ("static int compare(const struct item *a, struct item *b)", "compare"),
        ("void Window::resize(int w, int h) {", "Window::resize"),
        ("struct node {", "node"),
        ("  public static List<String> names(int limit) {", "names"),
        ("export const retry = async (times) => {", "retry"),
        ("export default function handler(request) {", "handler"),
        ("  render(): string {", "render"),
        ("enum class Colour {", "Colour"),
        ("fun size(items: List<Int>): Int {", "size"),
        ("## How to release ##", "How to release"),
        ("    if (ready) {", ""),
        ("", ""),
        ("};", ""),
    ],
)
def test_a_hunk_header_gives_the_name_of_its_definition(header, name):
    assert function_name(header) == name
