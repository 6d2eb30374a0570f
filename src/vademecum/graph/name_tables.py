"""Words and letters that make no difference between names of one and the same."""

from __future__ import annotations

LEGAL_FORMS = frozenset({
    "ab", "ag", "aps", "as", "asa", "bhd", "bv", "co", "company", "corp", "corporation", "gmbh",
    "holding", "holdings", "inc", "incorporated", "kg", "kgaa", "kk", "limited", "llc", "llp", "ltd",
    "ltda", "mbh", "nv", "oao", "ooo", "oy", "oyj", "pao", "plc", "pte", "pty", "sa", "sarl", "sas",
    "se", "spa", "srl", "zao", "株式", "式会", "会社", "有限", "限公", "公司",
})  # fmt: skip
"""Legal forms as words, those of Chinese and Japanese companies as the pairs into which runs are cut."""

SMALL_WORDS = frozenset({
    "al", "and", "da", "das", "de", "del", "der", "des", "di", "do", "dos", "du", "el", "et", "for",
    "la", "le", "les", "of", "the", "und", "van", "von",
})  # fmt: skip
"""Words that are left out of initials, and of names at will."""

NUMERALS = frozenset({
    "i", "ii", "iii", "iv", "vi", "vii", "viii", "ix", "xi", "xii", "xiii", "xiv", "xv", "xvi", "jr",
    "sr", "junior", "senior",
})  # fmt: skip
"""Words that count: Elizabeth I and Elizabeth II are two, and so are father and son. A lone v or x is more
often an initial."""

_CYRILLIC = {
    "а": "a", "б": "b", "в": "v", "г": "g", "д": "d", "е": "e", "ё": "yo", "ж": "zh", "з": "z", "и": "i",
    "й": "y", "к": "k", "л": "l", "м": "m", "н": "n", "о": "o", "п": "p", "р": "r", "с": "s", "т": "t",
    "у": "u", "ф": "f", "х": "kh", "ц": "ts", "ч": "ch", "ш": "sh", "щ": "shch", "ъ": "", "ы": "y", "ь": "",
    "э": "e", "ю": "yu", "я": "ya", "і": "i", "ї": "yi", "є": "ye", "ґ": "g", "ђ": "dj", "ј": "j", "љ": "lj",
    "њ": "nj", "ћ": "c", "џ": "dz",
}  # fmt: skip
_GREEK = {
    "α": "a", "β": "v", "γ": "g", "δ": "d", "ε": "e", "ζ": "z", "η": "i", "θ": "th", "ι": "i", "κ": "k",
    "λ": "l", "μ": "m", "ν": "n", "ξ": "x", "ο": "o", "π": "p", "ρ": "r", "σ": "s", "ς": "s", "τ": "t",
    "υ": "y", "φ": "f", "χ": "ch", "ψ": "ps", "ω": "o", "ά": "a", "έ": "e", "ή": "i", "ί": "i", "ό": "o",
    "ύ": "y", "ώ": "o", "ϊ": "i", "ϋ": "y", "ΐ": "i", "ΰ": "y",
}  # fmt: skip
_LATIN = {
    "ä": "ae", "ö": "oe", "ü": "ue", "ß": "ss", "æ": "ae", "ø": "o", "œ": "oe", "ł": "l", "đ": "d", "ð": "d",
    "þ": "th", "ı": "i", "å": "a",
}  # fmt: skip

LETTERS = {**_CYRILLIC, **_GREEK, **_LATIN}
"""Letters in lower case as they are written without accents; Russian, Ukrainian and Greek as in passports."""

SPOKEN = (
    ("ae", "a"), ("oe", "o"), ("ue", "u"), ("kh", "h"), ("ch", "h"), ("ph", "f"), ("th", "t"), ("ck", "k"),
    ("ks", "x"), ("yu", "u"), ("iu", "u"), ("ya", "a"), ("ia", "a"), ("yo", "o"), ("io", "o"), ("ye", "e"),
    ("ts", "z"), ("c", "k"), ("q", "k"), ("w", "v"), ("y", "i"), ("j", "i"), ("ei", "e"), ("ie", "i"),
    ("ij", "i"), ("b", "v"), ("ii", "i"),
)  # fmt: skip
"""What is written in several ways, in the order in which it is replaced."""
