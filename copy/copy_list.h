/* SPDX-License-Identifier: MIT */
/* Expanded twice by copy.c: as declarations, then as the table. The order is that of the listing. */
COPY(none)
COPY(memcpy)
