"""The script of a working day: two sessions with a lunch between them, in functions of whatever repository it gets.

`EXPECTED` says which memories a careful colleague would have written down that evening, and `UNWANTED` which of the
things that were said and done must leave none: both by words that only their act holds.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from bench.day_editor import Editor
from bench.day_languages import Command, Report
from bench.day_places import Place
from bench.day_secrets import Planted

#: Functions, each in a file of its own, that the day works in.
PLACES = 6
IGNORED = "scratch-notes"


@dataclass(frozen=True)
class Sign:
    """What is known by its words: `found` all of, in one card."""

    what: str
    found: tuple[str, ...]
    kind: str = ""


EXPECTED = (
    Sign("the defect that a tool and a failing test told of, and its fix", ("Fixed in",), "issue"),
    Sign("what did not work, named after the code", ("read again further down",), "failed_approach"),
    Sign("a decision of the user in the chat, with its reason", ("keep in step",), "decision"),
    Sign("a constraint of the user in the chat", ("before the settings are read",), "constraint"),
    Sign("a decision written as a comment", ("arrive in any order",), "decision"),
    Sign("the report that stayed all day", ("{stays}",), "issue"),
    Sign("the command that works after two that did not", ("{works}",), "fact"),
    Sign("Remember This", ("callers compare the answer by identity",), "constraint"),
    Sign("what was reverted, and why", ("grew without bound",), "failed_approach"),
    Sign("the decision in a commit's trailer", ("four threads",), "decision"),
    Sign("that something is not needed any more", ("answers in one go",)),
    Sign("what an assistant mended, for review", ("{assistant}",), "issue"),
    Sign("what an assistant said and nobody contradicted, for review", ("below 35 seconds",)),
    Sign("why the commit of the fix was made", ("took the whole run down",)),
    Sign("the morning as one summary", ("{goal}",), "session"),
)
UNWANTED = (
    Sign("small talk", ("sleep well",)),
    Sign("small talk", ("looks great",)),
    Sign("speculation", ("what makes the start slow",)),
    Sign("a question", ("run on Windows",)),
    Sign("a proposal nobody took up", ("wrap every caller",)),
    Sign("half-typed code", ("{half}",)),
    Sign("a one-off command", ("ls -la",)),
    Sign("a one-off command", ("docker ps",)),
    Sign("a mishap of the moment", ("forgot to save",)),
    Sign("a report that a checkout took away", ("{elsewhere}",)),
    Sign("an ignored file", ("never leave this folder",)),
    Sign("a file of secrets", ("rotates on Mondays",)),
)


class Day:
    """One day. `morning`, `afternoon` and `next_morning` in this order; `words` fills in `EXPECTED`."""

    def __init__(self, editor: Editor, places: Sequence[Place], test: str, planted: Planted) -> None:
        self.editor, self.test, self.planted = editor, test, planted
        self.pasted = self.moved = ""
        self.main, self.noted, self.stays, self.cached, self.branch, self.agent = places
        self.speech = self.main.speech
        self._nothing = _report(self.main, self.speech.nothing)
        self._stays = _report(self.stays, self.speech.stays)
        self._elsewhere = replace(
            _report(self.branch, self.speech.nothing), message="Object is possibly gone from here"
        )

    @property
    def words(self) -> dict[str, str]:
        """What stands for the names in braces."""
        return {
            "stays": self._stays.message,
            "works": self.speech.variants[-1].line,
            "assistant": self.agent.function,
            "goal": f"cope with a missing {self.main.name}",
            "half": _report(self.noted, self.speech.half_typed).message,
            "elsewhere": self._elsewhere.message,
        }

    def morning(self) -> None:
        """Until lunch."""
        self._arrives()
        self._talks()
        self._mends()
        self._commits()
        self._notes()
        self._leaves_something()
        self._finds_the_command()
        self._at_the_terminal()
        self.editor.git("commit", "--quiet", "--all", "--message", "Say what the parts are read by")

    def afternoon(self) -> None:
        """Until the editor is closed."""
        self._talks_again()
        self._tries_a_cache()
        self._on_a_branch()
        self._assistant_works()
        self._moves_files()
        self._forbidden_files()
        self._pastes_what_whylens_said()
        self._goes_home()

    # -- the morning -----------------------------------------------------------------------------------------

    def _arrives(self) -> None:
        for place in (self.main, self.noted, self.stays):
            self.editor.open(place.path, place.line)
        self.editor.look(self.main.path, self.main.line)
        self.editor.report(self.main.path, (self.main.line, self._nothing))
        self.editor.wait(minutes=3)

    def _talks(self) -> None:
        say, main = self.editor.say, self.main
        say("Morning! Did you sleep well? :)")
        say("Like a stone. What are we working on?", speaker="assistant")
        say(f"Can you help me make {main.function} cope with a missing {main.name}?", main.path)
        say(
            "Sure. I suggest we wrap every caller in a try block and log the error; that helps flaky tests too.",
            main.path,
            speaker="assistant",
        )
        say(
            f"No. We decided to check {main.name} inside {main.function} and not in its callers, because there are too"
            " many callers to keep in step.",
            main.path,
        )
        say(
            f"Also, {main.function} must never raise when {main.name} is missing, because extensions call it before the"
            " settings are read.",
            main.path,
        )
        say("Maybe the cache is what makes the start slow, or the imports? I am not sure.")
        say("Does this run on Windows, by the way?")
        self.editor.wait(minutes=2)

    def _mends(self) -> None:
        editor, main = self.editor, self.main
        before = editor.text(main.path)
        editor.save(main.path, _inserted(before, main, main.words(self.speech.wrong_guard)), typed=4)
        editor.report(main.path, (main.line + 1, self._nothing))
        editor.run(self._tests(main, passes=False))
        editor.wait(minutes=2)
        editor.say("This did not work because I forgot to save the other file.")
        editor.say(
            f"This did not work because {main.member} is read again further down, from a copy that was made earlier."
        )
        editor.wait(minutes=3)
        editor.save(main.path, _inserted(before, main, main.words(self.speech.guard)), typed=5)
        editor.report(main.path)
        editor.wait(90)
        editor.run(self._tests(main, passes=True))
        editor.say("thanks, looks great!")

    def _commits(self) -> None:
        self.editor.git("add", "--update", moves=False)
        self.editor.git(
            "commit",
            "--quiet",
            "--message",
            f"Answer nothing from {self.main.function} without {self.main.name}\n\nIt raised, and one bad extension"
            " took the whole run down.\n\nFixes #48211",
        )

    def _notes(self) -> None:
        """Half-typed code that a tool complains of at once, then a comment that says why."""
        editor, noted = self.editor, self.noted
        text = editor.text(noted.path)
        editor.save(noted.path, _inserted(text, noted, f"{noted.indent}{noted.name}_"))
        editor.report(noted.path, (noted.line, _report(noted, self.speech.half_typed)))
        editor.save(noted.path, text)
        editor.report(noted.path)
        note = (
            f"{noted.indent}{self.speech.comment} DECISION: {noted.name} is read one by one and never sorted, because"
            " the parts arrive in any order."
        )
        editor.save(noted.path, _inserted(text, noted, note), typed=3)
        line = noted.start
        editor.remember(
            noted.path,
            line,
            f"{noted.function} must return the same object each time: callers compare the answer by identity.",
            "constraint",
        )
        editor.wait(minutes=4)

    def _leaves_something(self) -> None:
        editor, stays = self.editor, self.stays
        editor.report(stays.path, (stays.line, self._stays))
        editor.wait(minutes=2)
        comment = f"{stays.indent}{self.speech.comment} see the table of the callers"
        editor.save(stays.path, _inserted(editor.text(stays.path), stays, comment))
        editor.report(stays.path, (stays.line + 1, self._stays))
        editor.wait(minutes=6)

    def _finds_the_command(self) -> None:
        for each in self.speech.variants:
            self.editor.run(each)
            self.editor.wait(30)

    def _at_the_terminal(self) -> None:
        planted, run = self.planted, self.editor.run
        for line, output in (
            ("ls -la", "total 312\n"),
            ("docker ps", "CONTAINER ID   IMAGE\n"),
            (f"export API_TOKEN={planted.next('terminal')}", ""),
            (f"curl -H 'Authorization: Bearer {planted.next('header')}' https://api.example.com", "{}\n"),
            (self.speech.tests + " --verbose", f"password={planted.next('output')}\n{self.speech.passing}"),
            ("git status", "nothing to commit\n"),
        ):
            run(Command(line, 0, output))

    # -- the afternoon ---------------------------------------------------------------------------------------

    def _talks_again(self) -> None:
        say, cached, planted = self.editor.say, self.cached, self.planted
        say(f"Please look at {cached.function} next.", cached.path, session="chat-2")
        say(
            f"Use the staging database postgres://admin:{planted.next('url')}@db.example.com/app with the token"
            f" {planted.next('chat')}, because the other one is read-only.",
            session="chat-2",
        )
        say(
            f"We do not need the retry around {cached.function} any more, because the other side answers in one go.",
            cached.path,
            session="chat-2",
        )
        say(
            f"Understood. The limit in {cached.function} has to stay below 35 seconds, because the proxy closes idle"
            f" connections then. (used {planted.next('answer')})",
            cached.path,
            speaker="assistant",
            session="chat-2",
        )

    def _tries_a_cache(self) -> None:
        """A commit that is taken back an hour later, with the reason."""
        editor, cached = self.editor, self.cached
        editor.open(cached.path, cached.line)
        text = editor.text(cached.path)
        kept = f"{cached.indent}{self.speech.comment} answers are kept in a table by {cached.name}"
        editor.save(cached.path, _inserted(text, cached, kept), typed=3)
        subject = f"Keep the answers of {cached.function} in a table"
        editor.git("commit", "--quiet", "--all", "--message", f"{subject}\n\nIt is called for every file.")
        tried = editor.git("rev-parse", "HEAD", moves=False)
        editor.wait(minutes=14)
        editor.git("revert", "--no-commit", "HEAD", moves=False)
        editor.reload(cached.path)
        why = "The table grew without bound in long runs, because nothing ever takes an entry out."
        editor.git(
            "commit", "--quiet", "--message", f'Revert "{subject}"\n\nThis reverts commit {tried}.\n\n{why}'
        )

    def _on_a_branch(self) -> None:
        """Work that stays on its branch; what tools say of it goes away with the switch back."""
        editor, branch = self.editor, self.branch
        editor.open(branch.path, branch.line)
        editor.git("switch", "--quiet", "--create", "try-threads")
        comment = f"{branch.indent}{self.speech.comment} in threads"
        editor.save(branch.path, _inserted(editor.text(branch.path), branch, comment))
        editor.report(branch.path, (branch.line + 1, self._elsewhere))
        editor.git(
            "commit", "--quiet", "--all", "--message",
            f"Run {branch.function} in threads\n\nDecision: use four threads, because more of them fight for the disk",
        )  # fmt: skip
        editor.git("switch", "--quiet", "-")
        editor.reload(branch.path)
        editor.report(branch.path)
        editor.wait(minutes=3)

    def _assistant_works(self) -> None:
        """An assistant runs the tests, edits and runs them again; its hook tells of it."""
        editor, agent = self.editor, self.agent
        tests = self.speech.tests
        failing = agent.words(self.speech.failing, test=self.test)
        secret = self.planted.next("hook")
        editor.open(agent.path, agent.line)
        editor.tool("Bash", {"command": f"TOKEN={secret} env"}, {"stdout": f"TOKEN={secret}\n"})
        editor.tool("Bash", {"command": tests}, {"stdout": failing, "exit_code": 1}, failed=True)
        editor.save(agent.path, _inserted(editor.text(agent.path), agent, agent.words(self.speech.guard)))
        editor.tool("Edit", {"file_path": str(editor.root / agent.path)}, {"success": True})
        editor.tool("Read", {"file_path": str(editor.root / ".env")}, {"content": self.planted.next("read")})
        editor.tool("Bash", {"command": tests}, {"stdout": self.speech.passing, "exit_code": 0})

    def _moves_files(self) -> None:
        editor = self.editor
        said = f"{self.agent.function} is slow on purpose: the other side counts requests."
        editor.remember(self.agent.path, self.agent.line, said, "fact")
        folder, _, name = self.agent.path.rpartition("/")
        moved = f"{folder}/moved_{name}".lstrip("/")
        editor.rename(self.agent.path, moved)
        self.moved = moved
        editor.git("add", "--all", moves=False)
        editor.git("commit", "--quiet", "--message", f"Give {name} another name")
        editor.delete(self.branch.path)
        editor.git("checkout", "--quiet", "HEAD", "--", self.branch.path, moves=False)

    def _forbidden_files(self) -> None:
        """A file that git ignores, and one that holds secrets: opened, edited, saved, reported on."""
        editor, suffix = self.editor, self.main.path.rpartition(".")[2]
        mark = self.speech.comment
        for path, said in (
            (
                f"{IGNORED}/notes.{suffix}",
                "what stands here must never leave this folder, because it is a draft",
            ),
            (
                ".env",
                f"the key rotates on Mondays, because the vendor says so\nKEY={self.planted.next('.env')}",
            ),
        ):
            (editor.root / path).parent.mkdir(exist_ok=True)
            (editor.root / path).write_text("", encoding="utf-8")
            editor.open(path)
            editor.save(path, f"{mark} DECISION: {said}\n")
            editor.report(path, (1, replace(self._nothing, message=said)))

    def _pastes_what_whylens_said(self) -> None:
        """The text an assistant was given, pasted into the chat by the user and repeated by the assistant."""
        place = {"line": self.main.line - 1, "character": 4}
        given = self.editor.ask(
            "whylens/context",
            textDocument={"uri": self.editor.uri(self.main.path)},
            position=place,
            task=f"make {self.main.function} cope with a missing {self.main.name}",
        )
        self.pasted = given["text"]
        self.editor.say(f"{self.pasted}\n\nIs this still right?", session="chat-3")
        self.editor.say(f"I was told:\n\n{self.pasted}", speaker="assistant", session="chat-3")

    def _goes_home(self) -> None:
        self.editor.report(self.stays.path, (self.stays.line + 1, self._stays), (1, self._stays))
        self.editor.report(self.stays.path, (self.stays.line + 1, self._stays))
        self.editor.wait(minutes=5)

    # -- inside ----------------------------------------------------------------------------------------------

    def _tests(self, place: Place, *, passes: bool) -> Command:
        output = self.speech.passing if passes else place.words(self.speech.failing, test=self.test)
        return Command(self.speech.tests, 0 if passes else 1, output)


def _inserted(text: str, place: Place, lines: str) -> str:
    """*text* with *lines* before the line of the place."""
    all_ = text.split("\n")
    return "\n".join([*all_[: place.line - 1], lines, *all_[place.line - 1 :]])


def _report(place: Place, one: Report) -> Report:
    return replace(one, message=place.words(one.message))
