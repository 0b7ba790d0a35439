"""What comments of all sentences say, such as `# text = …`, at once: asking each sentence for it takes long."""

from __future__ import annotations

from crossarc.treebank.treebank import Treebank


def comment_values(treebank: Treebank, key: str) -> list[str]:
    """For each sentence the value of a comment, empty where it has none."""
    blocks = blocks_of(treebank)
    if blocks is None:
        return [sentence.metadata.get(key, "") for sentence in treebank]
    name, usual = key.encode(), f"\n# {key} = ".encode()
    values = []
    for number, block in enumerate(blocks):
        end = 0 if block.startswith(b"1") else block.find(b"\n1")  # where comments end, or later
        head = b"\n" + block[: len(block) if end < 0 else end] + b"\n"
        count = head.count(name)
        place = head.find(usual)
        if count == 0:
            values.append("")
        elif count > 1 or place < 0 or b"\r" in head:  # written in another way, or more than once
            values.append(treebank[number].metadata.get(key, ""))
        else:
            place += len(usual)
            values.append(head[place : head.find(b"\n", place)].decode("utf-8").strip())
    return values


def blocks_of(treebank: Treebank) -> list[bytes] | None:
    """The lines of each sentence; None if blank lines do not tell which those are."""
    blocks = treebank.to_bytes().strip(b"\n").split(b"\n\n") if len(treebank) else []
    if len(blocks) != len(treebank) or any(block.startswith(b"\n") for block in blocks):
        return None
    return blocks
