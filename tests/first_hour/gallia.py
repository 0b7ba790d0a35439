"""Caesar's sentence, as a file would have it."""

GALLIA = """\
# sent_id = caesar-1
# text = Gallia est omnis divisa in partes tres.
1\tGallia\tGallia\tPROPN\t_\tCase=Nom|Gender=Fem|Number=Sing\t4\tnsubj:pass\t_\t_
2\test\tsum\tAUX\t_\tMood=Ind|Number=Sing|Person=3|Tense=Pres\t4\taux:pass\t_\t_
3\tomnis\tomnis\tDET\t_\tCase=Nom|Gender=Fem|Number=Sing\t1\tdet\t_\t_
4\tdivisa\tdivido\tVERB\t_\tCase=Nom|Gender=Fem|Number=Sing|VerbForm=Part\t0\troot\t_\t_
5\tin\tin\tADP\t_\t_\t6\tcase\t_\t_
6\tpartes\tpars\tNOUN\t_\tCase=Acc|Gender=Fem|Number=Plur\t4\tobl\t_\t_
7\ttres\ttres\tNUM\t_\tCase=Acc|Gender=Fem|Number=Plur\t6\tnummod\t_\tSpaceAfter=No
8\t.\t.\tPUNCT\t_\t_\t4\tpunct\t_\t_

"""
