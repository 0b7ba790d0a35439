"""A sentence that has what CoNLL-U can have: comments, a multiword token, an empty node, enhanced dependencies."""

from __future__ import annotations

CAT = """\
# sent_id = one
# text = Le chat du voisin dort.
1\tLe\tle\tDET\tD\tGender=Masc\t2\tdet\t2:det\t_
2\tchat\tchat\tNOUN\tN\t_\t6\tnsubj\t6:nsubj\t_
3-4\tdu\t_\t_\t_\t_\t_\t_\t_\t_
3\tde\tde\tADP\tP\t_\t5\tcase\t5:case\t_
4\tle\tle\tDET\tD\t_\t5\tdet\t5:det\t_
5\tvoisin\tvoisin\tNOUN\tN\t_\t2\tnmod\t2:nmod|6:dep\t_
6\tdort\tdormir\tVERB\tV\t_\t0\troot\t0:root\tSpaceAfter=No
6.1\tlà\tlà\tADV\t_\t_\t_\t_\t6:advmod\t_
7\t.\t.\tPUNCT\t.\t_\t6\tpunct\t6:punct\t_

"""
