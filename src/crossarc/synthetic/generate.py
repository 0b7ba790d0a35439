"""How many sentences of which kind, and the treebank that comes of it."""

from __future__ import annotations

from collections.abc import Mapping
from numbers import Real
from typing import TYPE_CHECKING, TypedDict

from crossarc.arguments import require_text
from crossarc.calls import called_as
from crossarc.choices import did_you_mean
from crossarc.errors import ArgumentError
from crossarc.synthetic.chance import Draw
from crossarc.synthetic.clauses import Clauses
from crossarc.synthetic.contractions import contract_articles
from crossarc.synthetic.kinds import KINDS, Kind
from crossarc.synthetic.lexicon import lexicon
from crossarc.synthetic.orthography import orthography
from crossarc.synthetic.paragraphs import Paragraphs
from crossarc.synthetic.scribe import Scribe
from crossarc.synthetic.sentences import Sentences
from crossarc.synthetic.write import conllu_sentence
from crossarc.whole_numbers import whole_number

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from crossarc.treebank import Treebank

NATURAL: dict[Kind, float] = {"planar": 0.1, "2-planar": 0.7, "ill-nested": 0.12, "beyond": 0.08}
"""The shares of `kind="any"` among the sentences that are not projective."""


class Options(TypedDict, total=False):
    """The options of `conllu`, which describes them, but for the seed."""

    kind: str | Mapping[str, float]
    crossing: str | Mapping[str, float] | None  # an older name of kind
    rate: float
    language: int
    vocabulary: int
    ambiguity: float
    multiword: float
    max_words: int


def conllu(
    sentences: int = 1000,
    *,
    seed: int = 1,
    kind: str | Mapping[str, float] = "2-planar",
    crossing: str | Mapping[str, float] | None = None,
    rate: float = 0.3,
    language: int = 1,
    vocabulary: int = 2000,
    ambiguity: float = 0.5,
    multiword: float = 0.5,
    max_words: int = 40,
) -> str:
    """A treebank of invented sentences as CoNLL-U text; the same arguments always give the same text.

    `kind` is the kind of tree that a share `rate` of the sentences has; all others are projective. Each kind
    excludes the others: `planar` (the root is covered by an arc, nothing crosses), `2-planar` (arcs
    cross, two planes are enough, and the tree is well-nested), `ill-nested` (two planes are enough, but two
    disjoint subtrees interleave), `beyond` (two planes are not enough). `projective` makes all trees
    projective; `any` mixes the other four. A mapping such as `{"2-planar": 0.2, "ill-nested": 0.05}` sets
    several shares at once, and then `rate` has no effect. (`crossing` is an older name of `kind`.)

    `language` and `vocabulary` (how many nouns, verbs and so on it has) fix the words, `seed` the sentences.
    `ambiguity` says how much looks alike: syncretism, homographs, abbreviations that are words, relative clauses that
    agree with two nouns. `multiword` is the share of the pairs of words that can be contracted (an adposition and an
    article, a verb and its object pronoun …) that are. No sentence has more than `max_words` words.

    >>> text = conllu(10, rate=0.5)
    >>> text.count("# crossing = 2-planar"), text.count("# crossing = projective")
    (5, 5)
    """
    sentences = whole_number(sentences, "the number of sentences")
    seed = whole_number(seed, "the seed", least=None, most=None)
    language = whole_number(language, "the number of the language", least=None, most=None)
    vocabulary = whole_number(vocabulary, "the number of words of the vocabulary", least=100)
    max_words = whole_number(max_words, "the number of words of a sentence", least=20)
    for name, share in (("rate", rate), ("ambiguity", ambiguity), ("multiword", multiword)):
        if not isinstance(share, Real) or not 0 <= share <= 1:
            raise ArgumentError(f"{name} must be between 0 and 1: {share}")
    source = f"language{language}-seed{seed}"
    words = lexicon(language, vocabulary, ambiguity)
    draw, writing = Draw(11, language, seed), Draw(17, language, seed)
    maker = Sentences(Clauses(words, draw), max_words)
    scribe = Scribe(orthography(language, words), words, writing, multiword=multiword, max_words=max_words)
    paragraphs = Paragraphs(writing, source)
    kinds = draw.shuffled(_kinds(sentences, _shares(kind if crossing is None else crossing, rate)))
    written = []
    for number, own in enumerate(kinds, start=1):
        sentence = maker.sentence(own)
        contract_articles(sentence.words, words.fusing, draw, multiword)
        sentence.words = scribe.write_out(sentence.words)
        comments = [*paragraphs.comments(sentence.words), f"# sent_id = {source}-{number}"]
        written.append(conllu_sentence(sentence, comments))
    return "".join(written)


@called_as("synthetic.generate")
def generate(sentences: int = 1000, *, seed: int = 1, **options: Unpack[Options]) -> Treebank:
    """The treebank of `conllu`, with the same options, as an object."""
    from crossarc.treebank import Treebank  # noqa: PLC0415 (the text alone needs no native core)

    return Treebank.from_conllu(conllu(sentences, seed=seed, **options), path="<synthetic>")


@called_as("synthetic.splits")
def splits(
    train: int = 1000, dev: int = 200, test: int = 200, *, seed: int = 1, **options: Unpack[Options]
) -> dict[str, str]:
    """Training, development and test data of one language, as CoNLL-U texts by name; options as of `conllu`.

    The three come from seeds of their own (3 * seed, and one and two more), so that no two splits of any seed
    share a stream, and changing the size of one leaves the others as they are.

    >>> parts = splits(train=30, dev=10, test=10)
    >>> {name: text.count("# sent_id") for name, text in parts.items()}
    {'train': 30, 'dev': 10, 'test': 10}
    """
    seed = whole_number(seed, "seed", least=None, most=None)
    return {
        name: conllu(size, seed=3 * seed + offset, **options)
        for offset, (name, size) in enumerate((("train", train), ("dev", dev), ("test", test)))
    }


def _shares(wanted: str | Mapping[str, float], rate: float) -> dict[Kind, float]:
    """The share of each kind that is not projective."""
    if isinstance(wanted, Mapping):
        given = dict(wanted)
        given.pop("projective", None)
    elif require_text(wanted, "kind") == "any":
        given = {kind: share * rate for kind, share in NATURAL.items()}
    elif wanted == "projective":
        given = {}
    else:
        given = {wanted: rate}
    shares: dict[Kind, float] = {}
    for kind in KINDS:
        if kind in given:
            shares[kind] = given.pop(kind)
    if given:
        known = ", ".join((*KINDS, "any"))
        unknown = next(iter(given))
        raise ArgumentError(f"unknown kind of tree: {unknown!r} (one of {known}){did_you_mean(unknown, KINDS)}")
    if any(not isinstance(share, Real) or share < 0 for share in shares.values()) or sum(shares.values()) > 1 + 1e-9:
        raise ArgumentError("the shares of the kinds of trees must be at least 0 and at most 1 in sum")
    return shares


def _kinds(sentences: int, shares: dict[Kind, float]) -> list[Kind]:
    """The kinds of all sentences: the shares are met exactly, but for rounding."""
    kinds: list[Kind] = []
    upto = 0.0
    for kind, share in shares.items():
        upto += share
        kinds += [kind] * (min(sentences, int(upto * sentences + 0.5)) - len(kinds))
    return kinds + ["projective"] * (sentences - len(kinds))
