/* SPDX-License-Identifier: MIT */
#include "copy/routine.h"

const struct copy_ops copy_ops_none = {
	.name = "none",
	.desc = "no copy in user space: the socket call takes the user's buffer",
	.needs = "nothing",
	.min_bytes = 1,
	.dst_align = 1,
	.src_align = 1,
};
