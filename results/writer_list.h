/* SPDX-License-Identifier: MIT */
/* Expanded twice by writer.c: as declarations, then as the table. The first is the default. */
WRITER(table)
WRITER(netio2)
WRITER(csv)
WRITER(jsonl)
