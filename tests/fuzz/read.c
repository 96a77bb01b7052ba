/* SPDX-License-Identifier: MIT */
#include "tests/fuzz/walk.h"

/* `make fuzz`: libFuzzer calls this with bytes of its own. */
int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n);

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n)
{
	read_and_walk((const char *)bytes, n);
	return 0;
}
