"""A treebank that tries to be more than text: markup, scripts, TeX, control characters, in every column and comment."""

from __future__ import annotations

_TRIES = (
    "<img/src=x/onerror=alert(1)>",
    "</text></svg><script>alert(1)</script>",
    "</script><script>alert(1)</script>",
    "</title></style><svg/onload=alert(1)>",
    "\"'`onmouseover=alert(1)/x=",
    "<!--", "-->", "]]>", "<![CDATA[", "&lt;b&gt;&#60;script&#62;", "&amp;", "javascript:alert(1)",
    "{{7*7}}", "${alert(1)}", "%s%n", "\\u003cscript\\u003e", "\\",
    "\x01\x08\x1b[31m", "\u202eesrever", "\u2028\u2029", "\ufeff\ufffe\uffff", "\x7f\x85",
    "\\input{/etc/passwd}", "\\end{dependency}\\end{document}", "$x^2_3~#%&{}", "--``''", "a&b|c[d]e", "[|x|]",
    "z͑ͫ̓ͪ̂ͫ̽͏̴̙̤̞͉͚̯̞̠͍A̵̵̜̰͔ͫ͗͢L̠ͨͧͩ͘G̴̻͈͍͔̹̑͗̎̅͛́Ǫ̵̹̻̝̳͂̌̌͘", "x" * 3000, "👩‍👩‍👧‍👦🏴",
)  # fmt: skip


def _sentence(text: str) -> str:
    columns = "\t".join([text, text, text, text, text])
    label = text or "x"
    rows = [
        f"# sent_id = {text}",
        f"# text = {text}",
        f"1-2\t{text}\t_\t_\t_\t_\t_\t_\t_\t{text}",
        f"1\t{columns}\t2\t{label}\t3.1:{label}\t{text}",
        f"2\t{columns}\t0\t{label}\t_\t{text}",
        f"3\t{columns}\t1\t{label}\t_\t{text}",
        f"3.1\t{columns}\t_\t_\t1:{label}\t{text}",
    ]
    return "\n".join(rows) + "\n\n"


HOSTILE = "".join(map(_sentence, _TRIES))
