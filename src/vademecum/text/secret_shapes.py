"""What secrets look like, and what is only called after them: the data of `redaction`.

Shapes follow what the issuers publish about their tokens. Every pattern begins with its needle, which a plain
search finds in a megabyte in a millisecond, and takes each run of characters once, so that it stays linear.
"""

from __future__ import annotations

from vademecum.model.value import value


@value
class TokenShape:
    """A kind of token that is known by its own first characters.

    Attributes:
        kind: what the answer calls it.
        needle: characters without which no such token exists.
        pattern: of the whole token, or of more with the token as group 1.
    """

    kind: str
    needle: str
    pattern: str


def _shape(kind: str, needle: str, rest: str) -> TokenShape:
    literal = "".join([f"\\{char}" if char in ".$/-" else char for char in needle])
    return TokenShape(kind, needle, f"{literal}(?<![A-Za-z0-9]{literal}){rest}")


def _shapes(kind: str, needles: str, rest: str) -> list[TokenShape]:
    return [_shape(kind, needle, rest) for needle in needles.split()]


_END = r"(?![A-Za-z0-9])"
_WORD = r"[A-Za-z0-9]"
_SAFE = r"[A-Za-z0-9_-]"

TOKEN_SHAPES: tuple[TokenShape, ...] = (
    *_shapes("github-token", "ghp_ gho_ ghu_ ghs_ ghr_", f"{_WORD}{{30,}}"),
    _shape("vade-token", "vade_", r"[a-z][a-z0-9-]{0,39}_[a-z0-9]{12}_[0-9a-f]{64}"),
    _shape("github-token", "github_pat_", r"[A-Za-z0-9_]{30,}"),
    *_shapes("gitlab-token",
    "glpat- gldt- glrt- glptt- glcbt- glsoat- glft- glimt-", r"[A-Za-z0-9_.-]{18,}"),
    *_shapes("aws-key", "AKIA ASIA ABIA ACCA", f"[A-Z0-9]{{16}}{_END}"),
    _shape("aws-key", "ABSK", r"[A-Za-z0-9+/]{80,}={0,2}"),
    _shape("gcp-key", "AIza", f"{_SAFE}{{35}}{_END}"),
    _shape("gcp-key", "ya29.", r"[A-Za-z0-9_.-]{20,}"),
    _shape("gcp-key", "GOCSPX-", f"{_SAFE}{{24,}}"),
    _shape("gcp-key", "1//0", f"{_SAFE}{{40,}}"),
    TokenShape("azure-key", "Q~", r"(?<![\w.~-])[A-Za-z0-9_.~-]{3}[78]Q~[A-Za-z0-9_.~-]{30,36}"),
    TokenShape("azure-key", "sig=", r"sig=([A-Za-z0-9%+/_-]{40,}={0,2})"),
    TokenShape("azure-key", "AccountKey=", r"AccountKey=([A-Za-z0-9+/]{40,}={0,2})"),
    TokenShape("azure-key", "SharedAccessKey=", r"SharedAccessKey=([A-Za-z0-9+/]{40,}={0,2})"),
    *_shapes("slack-token",
    "xoxb- xoxp- xoxa- xoxr- xoxs- xoxc- xoxd- xoxe- xapp-", r"[A-Za-z0-9.%-]{16,}"),
    _shape("slack-token", "xoxe.xox", r"[bp]-[A-Za-z0-9-]{16,}"),
    TokenShape(
        "slack-token",
        "hooks.slack.com/", r"hooks\.slack\.com/(?:services|workflows|triggers)/([\w/-]{20,})"
    ),
    TokenShape("discord-token", "/api/webhooks/", r"/api/webhooks/\d{10,20}/([\w-]{40,})"),
    *_shapes("stripe-key", "sk_live_ sk_test_ rk_live_ rk_test_ whsec_", r"[A-Za-z0-9+/=]{16,}"),
    *_shapes("model-key", "sk-ant- sk-proj- sk-svcacct- sk-admin- sk-or- sk-lf-", f"{_SAFE}{{20,}}"),
    _shape("model-key", "sk-", f"{_WORD}{{20,}}{_END}"),
    *_shapes("model-key",
    "hf_ gsk_ r8_ xai- pplx- pcsk_ tvly- lsv2_pt_ lsv2_sk_ nvapi- jina_", f"{_SAFE}{{28,}}"),
    _shape("npm-token", "npm_", f"{_WORD}{{36}}{_END}"),
    _shape("pypi-token", "pypi-AgE", f"{_SAFE}{{50,}}"),
    _shape("rubygems-token", "rubygems_", r"[a-f0-9]{40,}"),
    _shape("crates-token", "cio", f"{_WORD}{{32}}{_END}"),
    _shape("nuget-token", "oy2", f"[a-z0-9]{{43}}{_END}"),
    *_shapes("docker-token", "dckr_pat_ dckr_oat_", f"{_SAFE}{{20,}}"),
    *_shapes("vault-token", "hvs. hvb. hvr.", f"{_SAFE}{{20,}}"),
    TokenShape("terraform-token", ".atlasv1.", r"(?<!\w)\w{10,20}\.atlasv1\.[\w-]{40,}"),
    *_shapes("digitalocean-token", "dop_v1_ doo_v1_ dor_v1_", r"[a-f0-9]{40,}"),
    *_shapes("doppler-token", "dp.pt. dp.st. dp.ct. dp.sa.", r"[A-Za-z0-9._-]{30,}"),
    *_shapes("shopify-token", "shpat_ shpca_ shppa_ shpss_", r"[A-Fa-f0-9]{32,}"),
    _shape("sendgrid-key", "SG.", r"[\w-]{16,32}\.[\w-]{30,64}"),
    _shape("twilio-key", "SK", f"[0-9a-f]{{32}}{_END}"),
    _shape("mailgun-key", "key-", f"[0-9a-f]{{32}}{_END}"),
    TokenShape("mailchimp-key", "-us", r"(?<!\w)[0-9a-f]{32}-us\d{1,2}(?!\w)"),
    *_shapes("square-token", "sq0csp- sq0atp- sq0idp-", f"{_SAFE}{{22,}}"),
    TokenShape("telegram-token", ":AA", r"(?<!\d)\d{8,10}:AA[\w-]{32,36}(?![\w-])"),
    _shape("notion-token", "ntn_", f"{_WORD}{{40,}}"),
    _shape("notion-token", "secret_", f"{_WORD}{{43}}{_END}"),
    *_shapes("linear-token", "lin_api_ lin_oauth_", f"{_WORD}{{32,}}"),
    _shape("figma-token", "figd_", f"{_SAFE}{{36,}}"),
    _shape("airtable-token", "pat", r"[A-Za-z0-9]{14}\.[a-f0-9]{64}"),
    *_shapes("atlassian-token", "ATATT3 ATCTT3", r"[A-Za-z0-9_=-]{60,}"),
    _shape("atlassian-token", "ATBB", f"{_WORD}{{28,}}"),
    _shape("databricks-token", "dapi", f"[a-f0-9]{{32}}(?:-\\d)?{_END}"),
    _shape("newrelic-key", "NRAK-", r"[A-Z0-9]{24,}"),
    *_shapes("grafana-token", "glsa_ glc_", r"[A-Za-z0-9_+/=-]{32,}"),
    *_shapes("sentry-token", "sntrys_ sntryu_", r"[A-Za-z0-9_+/=-]{40,}"),
    _shape("postman-key", "PMAK-", r"[a-f0-9]{24}-[a-f0-9]{34}"),
    *_shapes("supabase-key", "sbp_ sb_secret_", f"{_SAFE}{{20,}}"),
    *_shapes("planetscale-token", "pscale_tkn_ pscale_pw_ pscale_oauth_", r"[A-Za-z0-9_.-]{32,}"),
    *_shapes("fly-token", "fm2_ fo1_", r"[A-Za-z0-9_+/=-]{40,}"),
    *_shapes("netlify-token", "nfp_ nfc_", f"{_WORD}{{36,}}"),
    _shape("age-key", "AGE-SECRET-KEY-1", r"[A-Z0-9]{50,}"),
    *_shapes("tailscale-key", "tskey-auth- tskey-api- tskey-client-", r"[A-Za-z0-9-]{20,}"),
    _shape("onepassword-token", "ops_eyJ", r"[A-Za-z0-9_=-]{80,}"),
    _shape("pulumi-token", "pul-", f"[a-f0-9]{{40}}{_END}"),
    _shape("hubspot-token", "pat-", r"[a-z]{2}\d-[0-9a-f]{8}-[0-9a-f-]{27}"),
    _shape("heroku-key", "HRKU-", f"{_SAFE}{{32,}}"),
    *_shapes("circleci-token", "CCIPAT_ CCIPRJ_", f"{_SAFE}{{30,}}"),
    *_shapes("sonar-token", "sqp_ squ_ sqa_", r"[a-f0-9]{40}"),
    _shape("alibaba-key", "LTAI", f"{_WORD}{{16,24}}{_END}"),
    _shape("tencent-key", "AKID", f"{_WORD}{{32}}{_END}"),
    _shape("dynatrace-token", "dt0c01.", r"[A-Z0-9]{24}\.[A-Z0-9]{64}"),
    _shape("buildkite-token", "bkua_", r"[a-f0-9]{40}"),
    TokenShape("mapbox-token", "sk.eyJ", r"sk\.eyJ(?<!\wsk\.eyJ)[\w-]{20,}\.[\w-]{16,}"),
    TokenShape("jwt", "eyJ", r"eyJ(?<![\w.-]eyJ)[\w-]{8,}\.[\w-]{8,}(?:\.[\w-]*){1,3}"),
)  # fmt: skip
"""Publishable keys (Stripe's `pk_live_`, Mapbox's `pk.`) and account ids (`AC…`) are no secrets."""


# ── what a secret is called ──────────────────────────────────────────────────────────────────────────────

NAMES: dict[str, tuple[str, ...]] = {
    "password": (
        "password", "passwort", "passwd", "passphrase", "passcode", "pass key", "passkey", "kennwort",
        "zugangscode", "wachtwoord", "mot de passe", "mdp", "contraseña", "contrasena", "clave de acceso",
        "senha", "palavra-passe", "lösenord", "passord", "adgangskode", "salasana", "hasło", "hasła",
        "hasłem", "heslo", "jelszó", "şifre", "lozinka", "парол", "κωδικός", "סיסמה", "סיסמת",
        "كلمة المرور", "كلمة مرور", "كلمة السر", "رمز عبور", "पासवर्ड", "mật khẩu", "kata sandi",
        "รหัสผ่าน", "密码", "密碼", "口令", "パスワード", "비밀번호", "암호", "seed phrase",
        "mnemonic phrase",
    ),
    "short": (
        "pass", "pw", "pwd", "psw", "parola",
    ),
    "secret": (
        "secret", "token", "schlüssel", "geheimnis", "jeton", "clé d'api", "clé api", "clave api",
        "clave secreta", "clave privada", "chave de api", "chave api", "chave secreta", "segredo",
        "chiave api", "chiave segreta", "токен", "ключ", "секрет", "密钥", "密鑰", "令牌",
        "トークン", "キー", "토큰",
        "키",
    ),
    "weak": (
        "key", "auth", "authorization", "credential", "credentials", "session", "sessionid", "cookie",
        "signature", "salt", "sig", "sid",
    ),
    "pin": (
        "pin", "door code", "gate code", "alarm code", "access code", "entry code", "safe code",
        "türcode", "geheimzahl", "пин-код", "пин", "暗証番号",
    ),
}  # fmt: skip
"""By how much a name gives away. *Password*: what a person types to be let in; any value counts that is no
ordinary word. *Short*: the same abbreviated, too common to be heeded in prose. *Secret*: what machines use;
the value must look made by one. *Weak*: a name of other things too; the value must look random. *Pin*: digits
only."""

SECRET_KEYS = frozenset([
    "access", "account", "admin", "api", "apikey", "app", "auth", "deploy", "encryption", "license",
    "master", "private", "secret", "service", "session", "shared", "signing", "ssh", "storage",
    "subscription", "webhook",
])  # fmt: skip
"""Words that make a `key` behind them a secret."""

PUBLIC_BEFORE = frozenset([
    "bos", "cache", "candidate", "cls", "column", "composite", "continuation", "csrf", "dedupe", "eos",
    "foreign", "group", "hash", "i18n", "idempotency", "lookup", "map", "mask", "music", "natural", "next",
    "object", "ordering", "pad", "page", "partition", "piano", "primary", "public", "react", "routing",
    "row", "sep", "shard", "sort", "sorting", "special", "stop", "surrogate", "translation", "unique",
    "unk",
])  # fmt: skip
"""Words in front of a name after which it is no secret: a public key, a page token."""

NEUTRAL_AFTER = frozenset([
    "admin", "b64", "backup", "base", "base64", "db", "default", "dev", "en", "env", "et", "hex", "live",
    "main", "new", "old", "plain", "primary", "prod", "production", "raw", "root", "secondary", "stage",
    "staging", "string", "test", "testing", "text", "user", "value",
])  # fmt: skip
"""Words behind a name after which it still is the secret itself: `password_prod`, `secret_key_base`."""

HARMLESS_NAME = (
    r"(?:id|ids|uuid|guid|hash|sha\d*|digest|checksum|integrity|etag|commit|rev|revision|ref|version|url|uri|href"
    r"|src|path|file|filename|image|img|data|content|fingerprint|cursor|address|wallet|cid|public|pub|nonce|name"
    r"|class|build|sum|h1|md5|crc|blob|tree|parent|slug|code|query|regex|pattern|link|video|sheet|doc|document)"
)
"""Last word of a name whose value may look as random as it likes."""


# ── how a secret is stated ───────────────────────────────────────────────────────────────────────────────

LINK_WORDS = (
    "is", "was", "are", "be", "equals", "to", "ist", "lautet", "war", "heißt", "est", "c'est", "était",
    "devient",
    "es",
    "era", "é", "è", "här", "är", "er", "on", "jest", "je", "az", "adalah", "là", "este", "είναι", "это",
    "был", "теперь", "هي", "هو", "است", "है", "הוא", "היא",
)  # fmt: skip

LINK_ADVERBS = (
    "still", "now", "currently", "again", "just", "simply", "jetzt", "noch", "wieder", "nun", "maintenant",
    "toujours", "ahora", "agora", "ora", "adesso", "nu", "nog", "теперь", "сейчас", "nadal", "teraz",
)  # fmt: skip
"""Words that may stand between a link and the value."""

TURNED = (
    "as|is|was|ist|war|als|est|es|é|è",
    "the|our|my|your|his|her|their|a|das|mein|unser|le|mon|notre|la|mi|nuestra|minha|nossa|il|mia|nostra",
)
"""Words that turn a statement around, and the article behind them: `… is the password`."""

LINK_SIGNS = (
    "：", "->", "→", "—", "–", r":(?=\s)", "改成了", "改成", "改为", "改為", "设为", "設為",
    "คือ", "是", "为", "為", "は",
    "는", "은", "가", "이", "を", "를", "을",
)  # fmt: skip


# ── what a value is that is none ─────────────────────────────────────────────────────────────────────────

PLACEHOLDER = (
    r"(?:^|[^a-z])(?:your|my|example|placeholder|change[-_ ]?me|changeit|redacted|dummy|sample|insert|replace"
    r"|todo|tbd|fake|foo|bar|foobar|mock|masked|hidden|removed|censored|unset|undefined|enter|put)(?:[^a-z]|$)"
)

ORDINARY = frozenset([
    "a", "abgelaufen", "account", "admin", "again", "alphanumeric", "already", "also", "alt", "always",
    "an", "and", "annoying", "any", "anything", "are", "argument", "array", "as", "at", "basic", "be",
    "bearer", "been", "bitwarden", "bool", "boolean", "both", "broken", "but", "by", "bytearray", "bytes",
    "can", "char", "character", "characters", "chosen", "clear", "confidential", "correct", "credential",
    "credentials", "critical", "crucial", "dashlane", "data", "date", "datetime", "default", "deprecated",
    "dict", "different", "digest", "disabled", "doppler", "dynamic", "easy", "either", "else", "email",
    "empty", "enabled", "encrypted", "enough", "env", "environment", "erforderlich", "etc", "every",
    "everyone", "everything", "expired", "falsch", "false", "field", "file", "fine", "first", "flag",
    "for", "forgot", "forgotten", "found", "fout", "from", "frozen", "func", "function", "gesetzt",
    "geändert", "given", "gone", "good", "handled", "hard", "hashed", "hashicorp", "held", "here",
    "hidden", "how", "identical", "important", "in", "incorrect", "incorrecta", "infisical", "input",
    "int", "integer", "interface", "invalid", "it", "json", "just", "keepass", "kennwort", "kept",
    "kerberos", "keychain", "keyring", "known", "last", "lastpass", "later", "ldap", "leeg", "leer",
    "left", "list", "login", "long", "lost", "mail", "mandatory", "manual", "masked", "matching",
    "maximum", "maybe", "minimum", "missing", "must", "name", "necesario", "needed", "neu", "never", "new",
    "next", "no", "nobody", "none", "not", "nothing", "now", "null", "number", "numeric", "oauth",
    "object", "obligatoire", "obligatorio", "off", "often", "ok", "old", "on", "once", "one",
    "onepassword", "only", "option", "optional", "or", "other", "oublié", "our", "out", "outdated",
    "paramount", "parole", "pass", "passphrase", "passwd", "password", "passwort", "pending", "perdu",
    "personal", "pflicht", "phone", "plain", "plaintext", "please", "plus", "private", "prompt",
    "protected", "public", "random", "read", "readonly", "refused", "rejected", "requerida", "requerido",
    "required", "requis", "reset", "richtig", "right", "root", "rotated", "safe", "same", "saml", "saved",
    "scaduta", "secret", "secrets", "secure", "security", "see", "sensitive", "sent", "set", "setting",
    "shared", "short", "shown", "simple", "some", "sometimes", "soon", "spoken", "sso", "static", "still",
    "stolen", "store", "stored", "str", "string", "strong", "such", "taken", "temporary", "terrible",
    "test", "text", "that", "the", "their", "them", "then", "there", "they", "this", "to", "today",
    "token", "tomorrow", "too", "trivial", "true", "tuple", "twice", "type", "unbekannt", "undefined",
    "under", "unique", "unknown", "unset", "unused", "url", "used", "user", "username", "usually", "uuid",
    "valid", "value", "varchar", "variable", "vault", "vergessen", "verlopen", "verplicht", "vide",
    "visible", "void", "weak", "what", "when", "where", "which", "while", "why", "with", "without",
    "written", "wrong", "yes", "yesterday", "you", "your", "yubikey", "забыт", "неверный", "обязателен",
    "пустой",
])  # fmt: skip
"""Words that follow a name and say something about the secret instead of it."""

ORDINARY_ENDING = (
    r"(?:ed|ing|ble|ive|ous|ful|less|ly|ment|tion|sion|ory|ary|ent|ant|ity|ness|ism|ist|ical|ional"
    r"|igen|lich|isch)$"
)
"""An English or German word that ends so is likelier to speak of a password than to be one."""

TECHNICAL = frozenset([
    "1password", "2fa", "3des", "a11y", "argon2", "argon2d", "argon2i", "argon2id", "auth0", "base16",
    "base32", "base58", "base62", "base64", "base64url", "bcrypt2", "bip32", "bip39", "blake2", "blake2b",
    "blake3", "blowfish2", "char8", "crypt3", "curve25519", "ec2", "ecdsa256", "ed25519", "es256", "es384",
    "fido2", "float32", "float64", "ftp2", "h2", "hs256", "hs384", "hs512", "http2", "http3", "i18n",
    "int32", "int64", "ipv4", "ipv6", "jwt2", "k8s", "l10n", "latin1", "log4j", "md4", "md5", "mp3", "mp4",
    "ntlmv2", "nvarchar2", "oauth", "oauth1", "oauth2", "oauth2.0", "oauth20", "p12", "pbkdf2", "pgp2",
    "pkcs1", "pkcs12", "pkcs7", "pkcs8", "python2", "python3", "rs256", "rs384", "rs512", "rsa2048",
    "rsa4096", "s3", "scrypt2", "sha1", "sha2", "sha256", "sha3", "sha384", "sha512", "srp6a", "tls1.2",
    "tls1.3", "totp6", "u2f", "uint32", "uint64", "uint8", "utf16", "utf32", "utf8", "v1", "v2", "v3",
    "varchar2", "varchar255", "web2", "web3", "win32", "win64", "wpa2", "wpa3", "x25519", "x509", "x86",
])  # fmt: skip
"""Letters with digits that are the names of things."""
