import pytest

from whylens.normalize.keys import Grade, grade

NAMES = {
    Grade.PASSWORD: """
        DB_PASSWORD password adminPass MYSQL_PWD ansible_become_pass PASSWORD_PROD sslPassphrase PASS dbpassword
    """,
    Grade.TOKEN: """
        API_KEY apiKey x-api-key token GITHUB_TOKEN clientSecret refresh_token TOKEN_V2 private_key stripeKey
        AccountKey HEROKU_KEY_V2 credentials auth_token API_KEY_PROD
    """,
    Grade.WEAK: "key cache_key primaryKey session sid auth authorization idempotency_key tokenId signature",
    Grade.NONE: """
        token_type tokenCount PASSWORD_MIN_LENGTH passwordFile secret_name public_key VAPID_PUBLIC_KEY siteKey
        passed compass bypass authors keyboard password_hash token_url secretRef unnecessary-pass
    """,
}


@pytest.mark.parametrize(
    ("name", "expected"), [(name, level) for level, names in NAMES.items() for name in names.split()]
)
def test_a_name_is_graded_by_what_it_says_about_its_value(name: str, expected: Grade) -> None:
    assert grade(name) is expected
