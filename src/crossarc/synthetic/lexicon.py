"""The words of one language, and what each of them asks of its surroundings.

Attachment and labels depend on words, not on tags: a verb's frame says which cases, adpositions and clauses
it takes, a relational noun brings its own adposition, an adposition leans towards nouns or verbs, a particle
belongs to certain verbs only. Frequencies follow Zipf's law, so that some words of a test set are never seen
in training.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

from crossarc.synthetic.chance import Draw, Wheel
from crossarc.synthetic.morphology import CASES, GENDERS, NUMBERS, Morphology, Nominal
from crossarc.synthetic.phonology import Phonology

Frame: TypeAlias = Literal[
    "intransitive",
    "transitive",
    "dative",
    "ditransitive",
    "prepositional",
    "transitive-prepositional",
    "clausal",
    "subject-control",
    "object-control",
]

FRAME_TYPES: dict[Frame, float] = {
    "intransitive": 0.18,
    "transitive": 0.36,
    "dative": 0.06,
    "ditransitive": 0.08,
    "prepositional": 0.11,
    "transitive-prepositional": 0.06,
    "clausal": 0.06,
    "subject-control": 0.04,
    "object-control": 0.05,
}
"""How many verbs have each frame, as shares of all verbs."""

FRAME_TOKENS: dict[Frame, float] = {
    "intransitive": 17,
    "transitive": 30,
    "dative": 6,
    "ditransitive": 9,
    "prepositional": 10,
    "transitive-prepositional": 6,
    "clausal": 9,
    "subject-control": 7,
    "object-control": 5,
}
"""How often each frame is used."""


@dataclass(eq=False)
class Adposition:
    form: str
    case: str
    adnominal: bool
    """Leans towards nouns; the others lean towards verbs."""
    fuses: bool
    """May be one written word with a following article."""


@dataclass(eq=False)
class Noun:
    stem: str
    gender: str
    endings: Nominal
    selects: Adposition | None = None
    """The adposition of a relational noun, as in "hope for", "road to"."""
    clausal: bool = False
    """Takes a clause or an infinitive, as in "the news that", "the plan to"."""

    @property
    def lemma(self) -> str:
        return self.stem + self.endings["Nom", "Sing"]


@dataclass(eq=False)
class Verb:
    stem: str
    lemma: str
    frame: Frame
    adposition: Adposition | None = None
    particle: str | None = None
    reflexive: bool = False
    controller: str = "Acc"
    """The case of the object that controls an infinitive."""
    marked: bool = False
    """Its infinitives and clauses have a marker of their own: "try to" beside "must"."""
    asks: bool = False
    """Its clauses are questions."""


@dataclass(eq=False)
class Pronoun:
    person: int
    number: str
    gender: str
    forms: dict[str, str]


@dataclass
class FunctionWords:
    """Closed classes, by what they are for."""

    definite: str
    demonstrative: str
    universal: str
    interrogative: str
    relative: str
    possessive: tuple[str, ...]
    that: str
    whether: str
    to: str
    than: str
    polar: str
    negation: str
    conjunctions: tuple[str, ...]
    adverbial: tuple[str, ...]
    interjections: tuple[str, ...]
    numerals: tuple[str, ...]
    degree: tuple[str, ...]
    focus: tuple[str, ...]
    particles: tuple[str, ...]
    reflexive: dict[str, str]
    copula: str
    perfect: str
    future: str
    passive: str


@dataclass
class InventedLexicon:
    """Everything that a sentence can be made of."""

    morphology: Morphology
    function: FunctionWords
    nouns: Wheel[Noun]
    relational: Wheel[Noun]
    clausal: Wheel[Noun]
    names: Wheel[Noun]
    adjectives: Wheel[str]
    adverbs: Wheel[str]
    verbs: dict[Frame, Wheel[Verb]]
    frames: Wheel[Frame]
    adnominal: Wheel[Adposition]
    adverbal: Wheel[Adposition]
    pronouns: Wheel[Pronoun]
    postnominal: frozenset[str]
    """Lemmas of the adjectives that follow their nouns."""
    fusing: frozenset[str]
    """Adpositions that may be one written word with a following article."""


def lexicon(language: int, vocabulary: int, ambiguity: float) -> InventedLexicon:
    """The language of that number; the same arguments give the same words."""
    draw = Draw(7, language, vocabulary)
    phonology = Phonology(draw)
    morphology = Morphology(phonology, draw, ambiguity)
    adpositions = _adpositions(phonology, draw)
    stems: list[str] = []

    def stem(rank: int) -> str:
        """Frequent words are short, and some stems serve two word classes."""
        if stems and draw.chance(0.15 * ambiguity):
            return draw.pick(stems)
        made = phonology.stem(1 + (rank > 12) + (rank > 150 and draw.chance(0.6)))
        stems.append(made)
        return made

    nouns = []
    for rank in range(int(vocabulary * 0.45)):
        gender = draw.pick(GENDERS)
        noun = Noun(stem(rank), gender, draw.pick(morphology.declensions[gender]))
        noun.selects = draw.pick(adpositions) if draw.chance(0.3) else None
        noun.clausal = draw.chance(0.12)
        nouns.append(noun)
    names = []
    for _ in range(int(vocabulary * 0.1)):
        gender = "Masc" if draw.chance(0.5) else "Fem"
        name = phonology.stem(2).capitalize()
        names.append(Noun(name, gender, draw.pick(morphology.declensions[gender])))
    adjectives = [stem(rank) for rank in range(int(vocabulary * 0.14))]
    adverb_suffix = draw.pick(("ost", "ind", "erk", "al"))
    adverbs = [
        phonology.stem(1 + (rank > 10), adverb_suffix if rank % 2 else "") for rank in range(int(vocabulary * 0.06))
    ]
    function = _function_words(phonology, draw, ambiguity, adpositions)
    verbs = {
        frame: Wheel.zipfian(
            [
                _verb(frame, stem(rank), morphology.infinitive, draw, adpositions, particles=function.particles)
                for rank in range(max(4, int(vocabulary * 0.25 * share)))
            ]
        )
        for frame, share in FRAME_TYPES.items()
    }
    pronouns = _pronouns(phonology, draw)
    return InventedLexicon(
        morphology,
        function,
        nouns=Wheel.zipfian(nouns),
        relational=Wheel.zipfian([noun for noun in nouns if noun.selects] or nouns),
        clausal=Wheel.zipfian([noun for noun in nouns if noun.clausal] or nouns),
        names=Wheel.zipfian(names),
        adjectives=Wheel.zipfian(adjectives),
        adverbs=Wheel.zipfian(adverbs),
        verbs=verbs,
        frames=Wheel.of(FRAME_TOKENS),
        adnominal=Wheel(adpositions, [12 if adposition.adnominal else 1 for adposition in adpositions]),
        adverbal=Wheel(adpositions, [1 if adposition.adnominal else 12 for adposition in adpositions]),
        pronouns=Wheel(pronouns, [3 if pronoun.person == 3 else 2 for pronoun in pronouns]),
        postnominal=frozenset(
            stem + morphology.agreeing["Masc", "Nom", "Sing"] for stem in adjectives if draw.chance(0.4)
        ),
        fusing=frozenset(adposition.form for adposition in adpositions if adposition.fuses),
    )


def _adpositions(phonology: Phonology, draw: Draw) -> list[Adposition]:
    cases = ("Acc", "Gen", "Dat", "Ins")
    return [
        Adposition(phonology.function_word(), cases[rank % 4], draw.chance(0.45), rank % 2 == 0) for rank in range(14)
    ]


def _verb(
    frame: Frame,
    stem: str,
    infinitive: str,
    draw: Draw,
    adpositions: list[Adposition],
    *,
    particles: tuple[str, ...],
) -> Verb:
    verb = Verb(stem, stem + infinitive, frame)
    if "prepositional" in frame:
        verb.adposition = draw.pick(adpositions)
    if frame in ("intransitive", "transitive", "ditransitive", "clausal") and draw.chance(0.2):
        verb.particle = draw.pick(particles)
    if frame in ("intransitive", "prepositional", "subject-control"):
        verb.reflexive = draw.chance(0.15)
    verb.controller = draw.pick(("Acc", "Dat"))
    verb.marked = draw.chance(0.35)
    verb.asks = draw.chance(0.25)
    return verb


def _function_words(phonology: Phonology, draw: Draw, ambiguity: float, adpositions: list[Adposition]) -> FunctionWords:
    new = phonology.function_word

    def new_or(shared: str) -> str:
        """A word of its own, unless the language uses one that it has."""
        return shared if draw.chance(ambiguity) else new()

    def stem() -> str:
        return phonology.stem(1)

    demonstrative, interrogative, that, copula = stem(), stem(), new(), stem()
    return FunctionWords(
        definite=draw.pick(phonology.onsets[:12]),
        demonstrative=demonstrative,
        universal=stem(),
        interrogative=interrogative,
        relative=(demonstrative if draw.chance(0.5) else interrogative) if draw.chance(ambiguity) else stem(),
        possessive=tuple(stem() for _ in range(4)),
        that=that,
        whether=new(),
        to=new_or(adpositions[0].form),
        than=new_or(that),
        polar=new(),
        negation=new(),
        conjunctions=(new(), new(), new()),
        adverbial=tuple(new_or(adposition.form) for adposition in adpositions[:5]),
        interjections=(new(), new(), new()),
        numerals=tuple(new() for _ in range(9)),
        degree=(new(), new(), new()),
        focus=(new(), new(), new()),
        particles=tuple(new_or(adposition.form) for adposition in adpositions[4:12]),
        reflexive={case: new() for case in ("Acc", "Dat")},
        copula=copula,
        perfect=copula if draw.chance(ambiguity) else stem(),
        future=stem(),
        passive=copula if draw.chance(ambiguity) else stem(),
    )


def _pronouns(phonology: Phonology, draw: Draw) -> list[Pronoun]:
    pronouns = []
    for person in (1, 2, 3):
        for number in NUMBERS:
            for gender in GENDERS if person == 3 and number == "Sing" else ("",):
                onset = draw.pick(phonology.onsets)
                endings = phonology.endings()
                forms = {case: onset + endings[rank] for rank, case in enumerate(CASES)}
                pronouns.append(Pronoun(person, number, gender, forms))
    return pronouns
