"""People, numbers and hosts: what is somebody's goes, what is nobody's stays."""

import pytest

from whylens.normalize.disguise import Disguise
from whylens.normalize.redact import redact

OURS = Disguise(b"k" * 32)

PEOPLE = [
    ("Signed-off-by: Jane Roe <jane@roecorp.com>", "Signed-off-by: [redacted:person]"),
    ("Reported-by: Jane Roe on GitHub", "Reported-by: [redacted:person] on GitHub"),
    ("Acked-by: jroe", "Acked-by: [redacted:person]"),
    ("Tested-by: @jroe", "Tested-by: [redacted:person]"),
    ("Thanks-to: Jane Roe", "Thanks-to: [redacted:person]"),
    ("Cc: Jane Roe <jane@roecorp.com>, Max Mi <max@mi.org>", "Cc: [redacted:person], [redacted:person]"),
    ('Co-authored-by: "Jane R." <jane@roecorp.com>', "Co-authored-by: [redacted:person]"),
    ("Reviewed-by: Jane (ACME Ltd) <jane@roecorp.com>", "Reviewed-by: [redacted:person]"),
    (" * Author: Jane Roe", " * Author: [redacted:person]"),
    ("# TODO(jroe): later", "# TODO([redacted:person]): later"),
    ("// NOTE(jroe/mmi) both", "// NOTE([redacted:person]/[redacted:person]) both"),
]

NOBODY = [
    "Reviewed-by: CI",
    "Signed-off-by: dependabot[bot] <support@github.com>",
    "Co-authored-by: Claude <noreply@anthropic.com>",
    "Cc: security team",
    "Cc: stable@vger.kernel.org",
    "Signed-off-by: A Developer <dev@example.com>",
    "Superseded-by: Another Change",
    "author: string",
    "Author: String",
    "# TODO(storage): a part, FIXME(#12), TODO(perf), NOTE(v2), HACK(GH-12), TODO(ABC-123), TODO(fix) now",
    "# TODO(parser.py) FIXME(camelCase) TODO(READ_ONLY)",
    "# TODO(py313): a platform and its version, FIXME(go2), TODO(qt6), XXX(jdk21)",
    "@Override @jroe @pytest.fixture",
]

NUMBERS = [
    "call +49 170 1234567",
    "call +1 (415) 735-2671",
    "call (415) 735-2671",
    "call +33 6 12 34 56 78",
    "tel:+442079460018",
    "mobile: 0170 1234567",
    "4111 1111 1111 1111",
    "4111-1111-1111-1111",
    "3782 822463 10005",
    "card=4111111111111111",
    "'5555555555554444'",
    "GB33 BUKB 2020 1555 5555 55",
    "pay to DE89370400440532013000",
]

NO_NUMBERS = [
    "4111 1111 1111 1112",
    "id 4111111111111111",
    "at 1709542800123456 or 2024-03-04 10:00:00.123456",
    "order no. DE89370400440532013000",
    "version 10.2.3 +4294967295 -1 +12 345",
    "UTF-16 SHA256 AA00",
    "0000 0000 0000 0000",
    "intel 123456789012",
    "x = a+1234567890123",
    "+1 000 000 0000",
]

HOSTS = [
    "https://db.internal:5432/x",
    "ssh jane@wiki.corp",
    "see wiki.corp",
    "build-3.internal",
    "db1.prod.internal",
    "GGs-MacBook-Pro.local",
    "runs on jenkins.internal",
    "printer7.lan",
    "10.0.3.7",
    "http://192.168.1.1/",
    "172.20.0.5:80",
    "169.254.3.4",
    "fd12:3456:789a::1",
    "fe80::20c:29ff:fe9c:409b",
]

NO_HOSTS = [
    "settings.local",
    "codes.Internal",
    "stats.internal",
    ".env.local",
    "self.local.value",
    "org.acme.internal.Thing",
    "from acme.internal import x",
    "host.docker.internal",
    "http://test.local",
    "127.0.0.1 ::1 localhost 0.0.0.0",
    "192.0.2.1 198.51.100.7 203.0.113.9 2001:db8::1",
    "8.8.8.8 1.1.1.1",
    "10.0.0.0/8 172.16.0.0/12 192.168.0.0/16",
    "169.254.169.254",
    "Windows SDK 10.0.17763.0",
    "v10.2.3.4",
    "example.corp",
    "std::fd00",
]


@pytest.mark.parametrize(("text", "expected"), PEOPLE)
def test_people_in_trailers_and_markers_go(text: str, expected: str) -> None:
    assert redact(text).text == expected


@pytest.mark.parametrize("text", NOBODY)
def test_programs_teams_and_made_up_people_stay(text: str) -> None:
    assert redact(text).findings == ()


@pytest.mark.parametrize("text", [*NUMBERS, *HOSTS])
def test_numbers_and_addresses_of_somebody_go(text: str) -> None:
    assert "[redacted:" in redact(f"We do it.\n{text}\nThat is all.").text


@pytest.mark.parametrize("text", [*NO_NUMBERS, *NO_HOSTS])
def test_other_numbers_and_names_stay(text: str) -> None:
    assert redact(f"We do it.\n{text}\nThat is all.").findings == ()


def test_a_person_has_one_pseudonym_in_a_project_by_address() -> None:
    first = redact("Acked-by: Jane Roe <jane@roecorp.com>", disguise=OURS).text
    again = redact("Reviewed-by: J. Roe <Jane@RoeCorp.com>", disguise=OURS).text
    assert first.split()[1] == again.split()[1] == OURS.pseudonym("jane@roecorp.com")


def test_a_pseudonym_is_reported_as_such_and_is_nobodys_name() -> None:
    once = redact("TODO(jroe): x\nTested-by: jroe", disguise=OURS)
    assert [one.action for one in once.findings] == ["pseudonym", "pseudonym"]
    assert redact(once.text, disguise=OURS).findings == ()


def test_an_internal_domain_of_the_project_goes_wherever_it_stands() -> None:
    known = Disguise(internal_domains=(".zebra.net",))
    assert redact("see git.zebra.net/x", disguise=known).text == "see [redacted:internal-host]/x"
    assert redact("see git.zebra.net/x").findings == ()
