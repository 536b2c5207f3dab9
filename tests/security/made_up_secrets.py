"""Made-up secrets in made-up places, and look-alikes that must stay: values are drawn when a test runs."""

from __future__ import annotations

import base64
import random
import string
from collections.abc import Iterator

ALNUM = string.ascii_letters + string.digits
LOWER = string.ascii_lowercase + string.digits
UPPER = string.ascii_uppercase + string.digits
HEX = "0123456789abcdef"
BASE64 = ALNUM + "+/"
URL = ALNUM + "-_"
WORDS = ("copper", "river", "maple", "tunnel", "winter", "anchor", "violet", "pepper", "basalt", "orchid")


class Draw:
    """Values of the usual kinds, from a seed."""

    def __init__(self, seed: int) -> None:
        self._random = random.Random(seed)

    def of(self, characters: str, count: int) -> str:
        """`count` of the characters."""
        return "".join(self._random.choice(characters) for _ in range(count))

    def word(self) -> str:
        """A word of four to six letters."""
        return self._random.choice(WORDS)

    def uuid(self) -> str:
        """A UUID."""
        return "-".join(self.of(HEX, count) for count in (8, 4, 4, 4, 12))

    def password(self) -> str:
        """A password of one of the kinds that people and generators make."""
        number = self._random.randrange(100, 9999)
        return self._random.choice(
            (
                self.of(ALNUM, 12) + self._random.choice("!$*"),
                f"{self.word().capitalize()}{self.word()}{number}!",
                f"{self.word()}-{self.word()}-{self.word()}-{number}",
                self.of(ALNUM, 14),
            )
        )

    def pem(self, label: str, prefix: str = "") -> str:
        """A private key in its armour, each line after `prefix`."""
        dashes = "-" * 5
        lines = [self.of(BASE64, 64) for _ in range(8)]
        return f"\n{prefix}".join([f"{dashes}BEGIN {label}{dashes}", *lines, f"{dashes}END {label}{dashes}"])


def secrets(draw: Draw) -> Iterator[tuple[str, str, str]]:
    """Text before a secret, the secret, text after it."""
    password, key, token = draw.password(), draw.of(ALNUM, 32), draw.of(URL, 40)
    basic = base64.b64encode(f"svc:{draw.of(ALNUM, 12)}".encode()).decode()
    # settings and code
    yield "DB_PASSWORD=", password, "\n"
    yield "spring.datasource.password=", password, "\n"
    yield '  password: "', password, '"\n'
    yield "$env:API_TOKEN = '", key, "'"
    yield 'apiKey := "', key, '"'
    yield "define('DB_PASSWORD', '", password, "');"
    yield ":secret_key_base => '", draw.of(HEX, 64), "'"
    yield "api_key: str = '", key, "'"
    yield "const token: string = `", token, "`;"
    yield 'client.setPassword("', password, '");'
    yield 'SecretStr("', draw.of(ALNUM, 24), '")'
    yield 'if (password == "', password, '") {'
    yield 'config["client_secret"] = "', draw.uuid(), '"'
    yield "ENCRYPTION_KEY=base64:", draw.of(BASE64, 43), "="
    yield "PrivateKey = ", draw.of(BASE64, 43), "=\n"
    yield "ACME_LICENCE=", draw.of(UPPER, 32), "\n"
    # markup and data
    yield "<password>", password, "</password>"
    yield '<string name="api_key">', key, "</string>"
    yield '<add key="AdminPassword" value="', password, '" />'
    yield '<setting name="DbPassword" serializeAs="String"><value>', password, "</value></setting>"
    yield '{"name": "DB_PASSWORD", "value": "', password, '"}'
    yield "- name: API_TOKEN\n  value: ", key, "\n"
    yield '{\\"password\\":\\"', password, '\\"}'
    yield (
        "kind: Secret\nmetadata:\n  name: db\ndata:\n  url: ",
        base64.b64encode(password.encode()).decode(),
        "\n",
    )
    yield '{"kty": "EC", "crv": "P-256", "d": "', draw.of(URL, 43), '"}'
    # commands
    yield "ENV NPM_TOKEN ", draw.of(ALNUM, 36), "\n"
    yield "docker run -e API_KEY=", key, " app:latest"
    yield "heroku config:set SECRET_KEY_BASE=", draw.of(HEX, 128), ""
    yield "kubectl create secret generic db --from-literal=password=", password, " -n app"
    yield 'gh secret set API_TOKEN --body "', token, '"'
    yield "--api-key ", key, " --verbose"
    yield "curl -u admin:", password, " https://ci.example.com"
    yield "mysql -u root -p", password, " app"
    yield "lftp -u bob,", password, " ftp.example.com"
    yield "openssl pkcs12 -passin pass:", password, " -in x"
    yield "sshpass -p '", password, "' ssh host"
    yield "aws configure set aws_secret_access_key ", draw.of(BASE64, 40), "\n"
    # headers, URLs, connection strings
    yield 'curl -H "X-Api-Key: ', key, '" https://api.example.com'
    yield "Authorization: Bearer ", token, "\r\n"
    yield "Proxy-Authorization: Basic ", basic, ""
    yield "Cookie: theme=dark; sid=", key, "; lang=en"
    yield "redis://:", password, "@cache:6379/0"
    yield "https://", draw.of(HEX, 40), "@git.example.com/x.git"
    yield "wss://x.example.com/?apikey=", draw.of(HEX, 32), "&v=2"
    yield "url=https%3A%2F%2Fx%3Ftoken%3D", draw.of(ALNUM, 40), ""
    yield "Server=x;Uid=app;Pwd=", password, ";Encrypt=True"
    yield "AccountKey=", draw.of(BASE64, 86) + "==", ";EndpointSuffix=example"
    yield "db.example.com:5432:app:app:", password, "\n"
    yield "CREATE USER app IDENTIFIED BY '", password, "';"
    # sentences and logs
    yield "I think the password was ", password, ", try it"
    yield "creds are admin / ", password, " on staging"
    yield "You can log in with ci-bot:", password, " for now"
    yield "The new API key is ", key, "."
    yield "here is the api key ", draw.of(HEX, 32), " thanks"
    yield "| password | ", password, " |"
    yield "- **API key**: `", draw.of(HEX, 32), "`"
    yield "contraseña: ", password, "\n"
    yield "密码是", password, "\n"
    yield "パスワード: ", password, "\n"
    yield "[INFO] loaded api_token=", key, " from .env"
    yield "-  token: '", key, "'"
    # vendors nobody has heard of
    yield "found in the log: ", "acme_live_" + draw.of(ALNUM, 32), " oops"
    yield 'print("', "zq-" + draw.of(ALNUM, 40), '")'
    yield '{\\n\\t\\"k\\": ', "gh" + "p_" + draw.of(ALNUM, 36), "}"
    yield "\x1b[31m", "gl" + "pat-" + draw.of(ALNUM, 20), "\x1b[0m"
    # keys that span lines
    yield "", draw.pem("RSA PRIVATE KEY"), ""
    yield "+  ", draw.pem("PRIVATE KEY", "+  "), "\n"
    yield "key: |\n    ", draw.pem("EC PRIVATE KEY", "    "), "\n"
    yield '"private_key": "', draw.pem("PRIVATE KEY").replace("\n", "\\n"), '\\n"'
    yield "> ", draw.pem("PGP PRIVATE KEY BLOCK", "> "), "\n"


def look_alikes(draw: Draw) -> Iterator[str]:
    """Texts with nothing to hide."""
    sha, digest, key, integrity = draw.of(HEX, 40), draw.of(HEX, 64), draw.of(ALNUM, 32), draw.of(BASE64, 86)
    # digests and identifiers
    yield f"This reverts commit {sha}."
    yield f"Change-Id: I{sha}"
    yield f"index {sha[:7]}..{digest[:7]} 100644"
    yield f"oid sha256:{digest}\nsize 12345"
    yield f'checksum = "{digest}"'
    yield f"resolution: {{integrity: sha512-{integrity}==}}"
    yield f"golang.org/x/text v0.3.0 h1:{draw.of(BASE64, 43)}="
    yield f"v0.0.0-20240105123456-{sha[:12]}"
    yield f"FROM node@sha256:{digest}"
    yield f"pod/web-{draw.of(LOWER, 10)}-{draw.of(LOWER, 5)} Running"
    yield f"request-id: {draw.uuid()}"
    yield f"idempotency_key={draw.uuid()}"
    yield f"cache_key = '{draw.of(HEX, 32)}'"
    yield f"X-Trace-Id: Root=1-{sha[:8]}-{sha[8:32]}"
    yield f"SHA256:{draw.of(BASE64, 43)} user@host (ED25519)"
    yield f"gpg --recv-keys {draw.of('0123456789ABCDEF', 40)}"
    yield f"https://docs.google.com/document/d/1{draw.of(URL, 43)}/edit"
    yield f'VersionId: "{key}"'
    yield f'"cursor": "{draw.of(ALNUM, 40)}"'
    yield f"/nix/store/{draw.of(LOWER, 32)}-hello-2.12"
    yield f".css-{draw.of(LOWER, 7)}{{color:red}} chunk-{draw.of(UPPER, 8)}.js"
    # what is public
    yield f"ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAI{draw.of(BASE64, 43)} dev@host"
    yield f"VAPID_PUBLIC_KEY=B{draw.of(URL, 86)}"
    yield f"{'-' * 5}BEGIN CERTIFICATE{'-' * 5}\nMIID{draw.of(BASE64, 60)}\n{'-' * 5}END CERTIFICATE{'-' * 5}"
    yield f"{'-' * 5}BEGIN PUBLIC KEY{'-' * 5}\n{draw.of(BASE64, 64)}\n{'-' * 5}END PUBLIC KEY{'-' * 5}"
    yield f"src: url(data:font/woff2;base64,d09GMgABAAAAA{draw.of(BASE64, 120)})"
    yield f'{{"kty": "EC", "x": "{draw.of(URL, 43)}", "y": "{draw.of(URL, 43)}"}}'
    yield f'GIT_COMMIT={sha} AZURE_CLIENT_ID={draw.uuid()} "_id": "{draw.of(HEX, 24)}"'
    # references and placeholders
    yield "password=$(pass show db)"
    yield "GITHUB_TOKEN: ${{ secrets.GITHUB_TOKEN }}"
    yield "SECRET_KEY = env('SECRET_KEY')"
    yield 'secret := os.Getenv("SECRET")'
    yield "const key = import.meta.env.VITE_API_KEY"
    yield "client_secret = data.vault_generic_secret.app.data.secret_1"
    yield "https://user:${TOKEN}@github.com/x/y.git"
    yield "curl -u $USER:$PASS https://example.com"
    yield "postgres://user:password@localhost/db"
    yield "amqp://guest:guest@localhost:5672/"
    yield "Authorization: Bearer <token>"
    yield "password: [FILTERED]"
    yield "API_KEY=your-api-key-here"
    yield "token=" + "x" * 24
    yield "connection = mysql://nova:NOVA_DBPASS@controller/nova"
    # code about secrets
    yield "if password == confirm_password:"
    yield "password: { type: String, required: true }"
    yield "PASSWORD_MIN_LENGTH=12"
    yield "tokens = tokenizer.encode(text)  # max_tokens=4096"
    yield 'type="password" name="password2" autocomplete="new-password"'
    yield 'String token = request.getHeader("X-Token");'
    yield "key := objectFactKey{obj, factType(ptr)}"
    yield "allocuserpwd = &data->req.hd_auth;"
    yield "import { secretKey2 } from './keys'"
    yield "secretKeyRef:\n  name: db\n  key: password"
    yield "SESSION_COOKIE_NAME=app_session_v2"
    yield '"type": ["VerifiableCredential", "StatusList2021Credential"]'
    yield "test_user_can_login_with_valid_password_2fa PASSED"
    # sentences about secrets
    yield "The password is hashed with SHA-256 and a 16-byte salt."
    yield "The access token expires after 3600s."
    yield "Passwords must be at least 12 characters long."
    yield "API key auth was replaced by OAuth2."
    yield "otherwise, pass `strict=False` to make the intent clear"
    yield "the key is user_id2, not tenant_id"
    yield "builds from deployment credentials, and acme/tool#27844 enforces it"
    yield "The secret is stored in Vault under secret/data/app."
    yield "The password is P@ssw0rd in the example."
    yield "Reset password e-mails are sent within 15min; keys rotate every 90d."
    yield "pass --max-old-space-size=4096 to node, and log in with SSO/SAML2"
    # nobody's addresses, ordinary numbers
    yield "Signed-off-by: A Developer <dev@example.com>"
    yield "git@github.com:org/repo.git, noreply@github.com, @dev"
    yield "expected `P@f.args`, found `P@f.kwargs`"
    yield "ISBN 978-3-16-148410-0, order no. 1234 5678 9012 3456"
    yield "TARGET=aarch64-unknown-linux-gnu"
