"""`crossarc parse --out-dir`: one output for each of many files."""

from __future__ import annotations

import json
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from crossarc.cli.annotating import tell_problems
from crossarc.cli.corpus_progress import Progress, shown_progress
from crossarc.cli.messages import complain
from crossarc.messages import counted
from crossarc.parser import Parser
from crossarc.scale import Corpus, CorpusPart, Manifest, ManyFiles
from crossarc.scale.manifest import sha256_of
from crossarc.scale.parsing import Parsing
from crossarc.scale.work import Work
from crossarc.tokenizer import FORMATS

if TYPE_CHECKING:
    from crossarc.scale.cluster_files import ClusterFiles

_COUNTS = ("sentences", "words", "broken", "long")


class OnCluster(NamedTuple):
    """Which cluster, and how many processes there with how many threads each."""

    address: str
    workers: int | None
    threads: int


@dataclass(frozen=True)
class CorpusRun:
    """Which files are to be parsed, how, and where to."""

    corpus: Corpus
    parsing: Parsing
    folder: Path
    part: CorpusPart
    resume: bool

    @classmethod
    def of(cls, inputs: Sequence[str], folder: Path, parsing: Parsing, part: CorpusPart, resume: bool) -> CorpusRun:
        return cls(Corpus.of(inputs, folder, is_text=parsing.format in FORMATS), parsing, folder, part, resume)

    def go(
        self,
        work: Work,
        parser: Parser,
        model: str,
        *,
        json_wanted: bool,
        quiet: bool,
        cluster: OnCluster | None = None,
    ) -> int:
        """The exit code: 1 if a file failed."""
        self.parsing.inputs(parser, [str(file.source) for file in self.corpus.files]).check()
        made_with = self.parsing.made_with(sha256_of(Path(model)))
        self.folder.mkdir(parents=True, exist_ok=True)
        part = self.corpus.part(self.part)
        began = time.perf_counter()
        with (
            Manifest(self.folder, self.part, made_with, resume=self.resume) as manifest,
            shown_progress(part, quiet) as progress,
        ):
            run: ManyFiles | ClusterFiles
            if cluster is None:
                run = self._run_here(part, work, parser, manifest, progress)
            else:
                run = self._run_there(part, cluster, parser, manifest, progress)
        summary = _summary(run, time.perf_counter() - began)
        _tell(run, summary, quiet)
        if json_wanted:
            print(json.dumps(summary))
        return 1 if run.failures else 0

    def _run_here(
        self, corpus: Corpus, work: Work, parser: Parser, manifest: Manifest, progress: Progress
    ) -> ManyFiles:
        def make(source: Path, output: Path) -> dict[str, int]:
            account = work.run(self.parsing.inputs(parser, [str(source)]), output, progress.words)
            progress.clear(lambda: tell_problems(account))
            return account.counts()

        run = ManyFiles(corpus, self.folder, make)
        run.go(manifest, progress)
        return run

    def _run_there(
        self, corpus: Corpus, cluster: OnCluster, parser: Parser, manifest: Manifest, progress: Progress
    ) -> ClusterFiles:
        from crossarc.scale import ray  # noqa: PLC0415 (an extra)

        with ray.connected(cluster.address):
            return ray.parse_corpus(
                *(corpus, parser, self.parsing, self.folder, manifest),
                workers=cluster.workers,
                worker_threads=cluster.threads,
                watch=progress,
                problems=lambda account: progress.clear(lambda: tell_problems(account)),
            )


def _summary(run: ManyFiles | ClusterFiles, seconds: float) -> dict[str, Any]:
    made = [result for result in run.results if not result.resumed]
    counts = {name: sum(result.record.get(name, 0) for result in made) for name in _COUNTS}
    return {
        "files": len(run.results) + len(run.failures),
        "done": len(made),
        "resumed": len(run.results) - len(made),
        "failed": {str(failure.file.source): failure.reason for failure in run.failures},
        **counts,
        "seconds": round(seconds, 3),
    }


def _tell(run: ManyFiles | ClusterFiles, summary: Mapping[str, Any], quiet: bool) -> None:
    if not quiet:
        resumed = summary["resumed"]
        skipped = f", {resumed:,} {'was' if resumed == 1 else 'were'} finished before" if resumed else ""
        speed = summary["words"] / max(summary["seconds"], 1e-9)
        complain(
            f"parsed {counted(summary['done'], 'file')}, {counted(summary['sentences'], 'sentence')}, "
            f"{counted(summary['words'], 'word')}, {speed:,.0f} words/s{skipped}"
        )
    for failure in run.failures:
        complain(f"error: {failure.reason}")
    if run.failures:
        complain(f"error: {counted(len(run.failures), 'file')} failed; the others are done")
