import pytest

from tests.security.made_up_secrets import ALNUM, Draw
from whylens.model.observation import Event, Observation
from whylens.model.source import SourceRef
from whylens.model.words import Basis, Sensitivity
from whylens.normalize.normalize import LIMIT, MARGIN, normalize
from whylens.normalize.restricted import is_restricted_path

TOKEN = "gh" + "p_" + Draw(1).of(ALNUM, 36)


def observe(text: str, basis: Basis = Basis.COMMIT, subject: str = "", **fields: str) -> Observation:
    """The observation of an event with this text."""
    return normalize(Event(SourceRef(basis, **fields), subject, text))


def test_what_an_event_says_about_itself_stays() -> None:
    event = Event(SourceRef(Basis.COMMIT, "abc", at=5.0), "abc", "text", ("a.py",), ("f",), "session-1")
    observation = normalize(event)
    assert (observation.source, observation.subject, observation.text) == (event.source, "abc", "text")
    assert (observation.files, observation.symbols, observation.session) == (("a.py",), ("f",), "session-1")
    assert observation.sensitivity is Sensitivity.NORMAL


def test_text_subject_and_title_are_redacted() -> None:
    observation = observe(f"uses {TOKEN}", Basis.TOOL, f"deploy --token {TOKEN}", title=f"run {TOKEN}")
    assert TOKEN not in observation.text + observation.subject + observation.source.title


def test_equal_texts_have_equal_digests_and_others_do_not() -> None:
    assert observe("one").digest == observe("one").digest != observe("two").digest


def test_texts_that_differ_only_in_a_secret_are_the_same_observation() -> None:
    first, second = (observe("key " + "gh" + "p_" + Draw(seed).of(ALNUM, 36)) for seed in (1, 2))
    assert first.digest == second.digest


def test_a_long_text_is_cut_to_the_limit() -> None:
    observation = observe("many words " * 10_000)
    assert len(observation.text) <= LIMIT
    assert "characters cut]" in observation.text


def test_a_text_of_any_size_keeps_its_head_and_tail() -> None:
    text = "the head\n" + "filler words here\n" * 200_000 + "the tail"
    observation = observe(text)
    assert observation.text.startswith("the head")
    assert observation.text.endswith("the tail")
    assert len(observation.text) <= LIMIT


@pytest.mark.parametrize("size", [0, 2 * (LIMIT + MARGIN)])
def test_no_cut_leaves_a_part_of_a_secret(size: int) -> None:
    secret = Draw(4).pem("RSA PRIVATE KEY")
    pieces = [secret[at : at + 8] for at in range(32, len(secret) - 32) if "\n" not in secret[at : at + 8]]
    for shift in range(0, len(secret) + 600, 97):
        head = "x y " * ((LIMIT - len(secret) + shift) // 4)
        text = head + secret + " w z" * (size // 4) + " a b" * 8_000
        kept = observe(text).text
        assert not [piece for piece in pieces if piece in kept]
        kept = observe(text[::-1][: len(text)][::-1] + secret + "q r " * ((LIMIT + shift) // 12)).text
        assert not [piece for piece in pieces if piece in kept]


def test_the_content_of_a_restricted_file_is_dropped() -> None:
    observation = observe("HELLO=world", Basis.DOCUMENT, "config/.env", locator="config/.env")
    assert observation.sensitivity is Sensitivity.RESTRICTED
    assert observation.text == ""


def test_the_output_of_a_command_over_a_restricted_file_is_dropped() -> None:
    assert observe("HELLO=world", Basis.TOOL, "cat ~/.aws/credentials").text == ""


def test_a_commit_that_touches_a_restricted_file_keeps_its_message() -> None:
    event = Event(SourceRef(Basis.COMMIT, "abc"), "abc", "Move settings to .env", ("a.py", ".env"))
    assert normalize(event).text == "Move settings to .env"


RESTRICTED = """
    .env .env.production config/.env.local id_rsa ~/.ssh/id_ed25519 certs/server.pem server.key release.p12 .npmrc
    .netrc .pypirc ~/.aws/credentials credentials credentials.json gcp-credentials.json secrets.yaml app.secrets.toml
    .kube/config service-account-prod.json prod.tfvars terraform.tfstate .git-credentials .htpasswd C:\\keys\\site.PFX
    .pgpass vault.kdbx
"""
ORDINARY = """
    .env.example .env.sample id_rsa.pub src/credentials.py secrets.py docs/secrets.md keys.ts environment.ts
    package.json tests/test_env.py monkey.key.md config.yaml README.md src/auth/tokens.go variables.tf
    credentials/index.ts env.d.ts secrets.example.yaml
"""


@pytest.mark.parametrize("path", RESTRICTED.split())
def test_files_that_hold_secrets_by_nature_are_restricted(path: str) -> None:
    assert is_restricted_path(path)


@pytest.mark.parametrize("path", ORDINARY.split())
def test_code_about_secrets_and_templates_are_not_restricted(path: str) -> None:
    assert not is_restricted_path(path)
