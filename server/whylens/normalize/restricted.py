"""Which files hold secrets by nature: their content is never kept, however it is redacted."""

from __future__ import annotations

import re

#: Over the path in lower case with forward slashes, at its end.
_RESTRICTED = re.compile(
    r"""(?x) (?:^|/) (?:
      \.env (?:rc|\.[\w.-]+)? | [\w.-]+\.env                        # settings with secrets in them
    | \.(?:npmrc|yarnrc|pypirc|netrc|pgpass|my\.cnf|dockercfg|htpasswd|s3cfg|boto|terraformrc)
    | \.(?:git-credentials|vault-token)
    | _netrc | htpasswd | shadow
    | (?:id_(?:rsa|dsa|ecdsa|ed25519)(?:_sk)?) (?:[._-][\w-]+)?     # keys
    | [^/]+\.(?:pem|key|p12|pfx|jks|keystore|kdbx?|ppk|asc|gpg|pgp|ovpn|agekey|jceks|p8|mobileprovision|keytab)
    | (?:\.ssh|\.gnupg|\.password-store|\.aws/sso/cache)/.+
    | \.aws/(?:credentials|config) | \.kube/config | \.docker/config\.json | \.config/gh/hosts\.yml | kubeconfig
    | (?:[\w-]+[._-])? credentials? (?:\.(?:json|ya?ml|ini|toml|txt|csv|xml|properties|enc|db))?
    | (?:[\w-]+[._-])? secrets? \.(?:json|ya?ml|ini|toml|txt|xml|properties|enc|env)
    | (?:service[_-]?account|client[_-]secret|application_default_credentials)[\w.-]* \.json
    | [\w.-]+\.(?:tfstate|tfvars)(?:\.backup)? | terraform\.tfstate\.d/.+
    | login\.keychain(?:-db)? | cookies\.(?:sqlite|txt|json)
    ) \Z"""
)

#: Of those, the ones made to be read: samples, templates, public halves.
_OPEN = re.compile(
    r"(?:[._-](?:example|sample|template|dist|tmpl|tpl|default|defaults|schema)(?:\.[a-z]+)?|\.pub)\Z|\.d\.ts\Z"
)


def is_restricted_path(path: str) -> bool:
    """True where the file at `path` (any separator, relative or not) is one that holds secrets."""
    plain = path.strip().strip("\"'").replace("\\", "/").lower()
    return _RESTRICTED.search(plain) is not None and _OPEN.search(plain) is None
