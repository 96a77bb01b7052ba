/* SPDX-License-Identifier: MIT */
#include "base/hot.h"

/*
 * The first piece of the section that HOT functions go to, because base/ is linked first: what follows it
 * starts on a page. An empty piece would be dropped with its alignment.
 */
__asm__(".pushsection .text.hot,\"ax\"\n\t.balign 4096\n\t.skip 64\n\t.popsection");
