/* SPDX-License-Identifier: MIT */
#ifndef NETIO_COPY_VERIFY_H
#define NETIO_COPY_VERIFY_H

#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>

#include "copy/copy.h"

/*
 * Whether a routine does what copy.h asks of it. Tried are
 *
 *   - every length up to 2000, each with every source and every destination offset 0..63: between
 *     one length and the next the two move against each other, so that 64 lengths see all pairs
 *   - all 64 x 64 pairs at lengths around the steps that routines take
 *   - 2^k-1, 2^k and 2^k+1 bytes up to 64 KiB, and around 256 KiB
 *   - source or destination or both ending just before, or starting just behind, an unmapped page
 *
 * with 64 guard bytes on both sides of the destination, which like its old contents differ from what
 * any copy would write there. Lengths and addresses are those that min_bytes and the alignments
 * permit. A routine that sums is tried with copy and with csum. Takes a fraction of a second.
 *
 * A load or store beyond the ends may hit the unmapped page: the process then dies by SIGSEGV, as it
 * may from anything else the routine does. Who does not trust it calls from a child process.
 */

/* Where a routine went wrong; the first kind that applies, in this order. */
enum copy_fault_kind {
	COPY_FAULT_DATA,     /* the destination does not hold the source's bytes */
	COPY_FAULT_BEFORE,   /* wrote before the destination */
	COPY_FAULT_AFTER,    /* wrote behind it */
	COPY_FAULT_SOURCE,   /* changed the source, or bytes next to it */
	COPY_FAULT_CHECKSUM, /* copied, but returned another sum than expected */
};

struct copy_fault {
	enum copy_fault_kind kind;
	size_t n;
	size_t src_offset; /* of the address in its page */
	size_t dst_offset;
	ptrdiff_t at; /* the first wrong byte, from the start of the buffer; 0 for a checksum */
	uint16_t expected; /* a byte, or the checksum */
	uint16_t found;
};

/*
 * 0 when it is right; also for those that are not meant to copy, `none` and COPY_EMPTY.
 * -EBADMSG: it is wrong, and *fault says where. -ENOTSUP: this machine cannot run it. -EINVAL: it
 * asks for more than 64 KiB or for an alignment that is no power of two or beyond a page, so nothing
 * could be tried. Another negative errno: no memory. *fault is set with -EBADMSG alone.
 *
 * *progress (NULL: nobody looks) is added to after each length. Any thread; holds about 2 MiB meanwhile.
 */
int copy_verify(const struct copy_ops *ops, struct copy_fault *fault, atomic_ullong *progress);

/* The fault in one line: "n 65, source +3, destination +0: byte 64 is 0x12 and should be 0x34". */
void copy_fault_text(const struct copy_fault *fault, char *text, size_t size);

/*
 * The checksum that copy.h asks for, by adding one 16-bit word after the other. The words are read as
 * they lie in memory, in the machine's own byte order, so that the sum stored to memory has the same
 * two bytes on every machine.
 */
uint16_t copy_checksum(const void *data, size_t n);

#endif
