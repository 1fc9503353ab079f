"""One page of every kind, by its path in the folder of a language."""

LANGUAGES = {"en": "", "cs": "cs/", "sk": "sk/", "hu": "hu/", "pl": "pl/"}

RULEBOOK = "rules/origins/tribe-3.html"
SUMMARY = "rules/origins/tribe-3-summary.html"
RULE = "r/origins/place.fits.html"
CASE = "c/origins/place/rejects-overlap.html"
CASES = "cases.html"

KINDS = [
    "index.html",
    "rules/origins.html",
    RULEBOOK,
    SUMMARY,
    "components/origins.html",
    RULE,
    CASES,
    CASE,
    "editions/origins.html",
    "rulings/origins.html",
    "glossary.html",
]
ENGLISH = [
    "validate.html",
    "house-rule.html",
    "language.html",
    "protocol.html",
    "schemas/protocol.html",
    "positions.html",
    "diagnostics.html",
    "diagnostics/T203.html",
    "decisions/index.html",
]
