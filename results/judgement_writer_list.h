/* SPDX-License-Identifier: MIT */
/* Expanded twice by judgement_writer.c: as declarations, then as the table. The first is the default. */
WRITER(table)
WRITER(markdown)
WRITER(junit)
WRITER(tap)
WRITER(jsonl)
WRITER(html)
