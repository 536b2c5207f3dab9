import pytest

from whylens.normalize.keys import Grade
from whylens.normalize.placeholders import is_digest, is_placeholder, is_reference, is_term
from whylens.normalize.values import is_secret, is_spoken_password

REFERENCES = """
    $TOKEN ${TOKEN} $(pass) %TOKEN% {{token}} {token} <your-token> process.env.X os.environ['X'] get_secret('x')
    self.token vault:secret/app %(token)s __TOKEN__ @TOKEN@ options?.token load(path) --token=x !vault
"""
PLACEHOLDERS = """
    changeme your-api-key-here xxxxxxxxxxxx ******** ... 12345678 abcdefghijkl password NOVA_DBPASS my-secret
    insert_token_here REDACTED test-password example-key-1 null postgres
"""
TERMS = """
    SHA-256 argon2id ed25519 UTF-8 base64 AES-256-GCM 16-byte 3600s v1.2.3 TLS1.3 OAuth2 2024-01-17 rsa4096 12:30
    x25519 python3.11 pkcs#11 HMAC-SHA-256
"""
PASSWORDS = """
    Copper42river! maple-river-tunnel-42 x8Kd9aLq2m Winter2024! correct-horse-battery-staple tr0ub4dor&3 83629174
    v8Afyxu5BD9asN p1XOOtvVkCKdlRm
"""


@pytest.mark.parametrize("value", REFERENCES.split())
def test_a_reference_says_where_to_look(value: str) -> None:
    assert is_reference(value)


@pytest.mark.parametrize("value", PLACEHOLDERS.split())
def test_a_placeholder_is_made_up_for_the_reader(value: str) -> None:
    assert is_placeholder(value)


@pytest.mark.parametrize("value", TERMS.split())
def test_a_term_of_the_trade_is_no_password(value: str) -> None:
    assert is_term(value)
    assert not is_spoken_password(value)


@pytest.mark.parametrize("value", PASSWORDS.split())
def test_a_password_is_none_of_these_and_is_secret_beside_its_name(value: str) -> None:
    assert not (is_reference(value) or is_placeholder(value) or is_term(value))
    assert is_secret(value, Grade.PASSWORD, literal=True)


@pytest.mark.parametrize("value", ["3f" * 20, "a1" * 32, "I" + "c4" * 20, "sha256-" + "aB3=" * 11])
def test_a_digest_identifies_and_opens_nothing(value: str) -> None:
    assert is_digest(value)
    assert not is_secret(value, Grade.WEAK, literal=True)


def test_an_expression_is_secret_only_as_a_literal() -> None:
    assert is_secret("user.password2", Grade.PASSWORD, literal=True) is False
    assert is_secret("new_password2", Grade.PASSWORD, literal=False) is False
