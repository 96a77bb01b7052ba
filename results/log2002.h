/* SPDX-License-Identifier: MIT */
#ifndef NETIO_RESULTS_LOG2002_H
#define NETIO_RESULTS_LOG2002_H

#include <stddef.h>

#include "results/stored.h"

/*
 * The logs of 2002, shapes A1, A2, B and C of reference/README.md, by themselves or somewhere in the text of a mail:
 * quoted, wrapped at any blank, quoted-printable (results/words.h). What `--format=netio2` prints today is of these
 * shapes too.
 *
 * Each line becomes a point with one invocation of one sample. Its elapsed_ns is bytes over the printed rate, not the
 * printed seconds, which have fewer digits. The key of a point:
 *
 * transport  "send/recv" or "buf", the line's word for what moved the bytes; any other word there is a routine of
 *            `netio copy`: transport "memory" and that word for the routine
 * copy       else "none": what was measured is the kernel's copy
 * size       of the section's head, "buffer size (0x2000:8192)"; without one that of the line, "size:0x800000", which
 *            counts the bytes of a pass and not the buffer's; 0 where there is neither
 * offsets    A: "off:" on both sides. C: what follows "+", the source's and the destination's. B: how far the address is
 *            past one of the section's addresses, "to(0x804e000) from(0x886e000)", if under 64 KiB, else mod 4096
 *
 * Prose and heads are passed over in silence. A line that looks like a result, since it begins like one or has a figure
 * in Mbytes/sec, but cannot be used, is counted in ->n_ignored: a part is missing or is no number, or it is absurd: 0
 * bytes or seconds, more than 10^9 Mbytes/sec or 10^9 seconds. A line cut by the end of the file is not counted: it makes the file an
 * interrupted one, as does the remark "# interrupted:" of netio.
 */
int log2002_parse(const char *text, size_t n, struct stored *out, struct err *err);

#endif
