/* SPDX-License-Identifier: MIT */
#include "cli/limits.h"

#include <sys/random.h>

#include "base/clock.h"
#include "base/random.h"

const char *order_name(size_t index)
{
	static const char *const names[] = { "random", "linear", NULL };

	return names[index];
}

uint64_t draw_seed(void)
{
	uint32_t drawn;

	if (getrandom(&drawn, sizeof(drawn), GRND_NONBLOCK) < 0)
		drawn = (uint32_t)random_mix(clock_ns());
	return drawn;
}
