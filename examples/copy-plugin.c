/* SPDX-License-Identifier: MIT */
/*
 * A plug-in with two copy routines of one's own. With netio installed:
 *
 *   cc -O2 -fPIC -shared -o my.so copy-plugin.c
 *   netio copy --verify --plugin=my.so
 *   netio copy --plugin=my.so --copy=memcpy,two_at_once,backwards -s 64,4K,1M
 *   netio run --plugin=my.so --copy=none,two_at_once -s 64K
 *
 * <netio/copy.h> says what a routine must and must not do. netio verifies each routine before it times
 * it, and runs it in processes of their own.
 */
#include <netio/copy.h>
#include <string.h>

/* memcpy() of a fixed size is a load or a store, at any alignment. */
static void two_at_once(void *dst, const void *src, size_t n)
{
	unsigned char *d = dst;
	const unsigned char *s = src;
	uint64_t a;
	uint64_t b;

	for (; n >= 16; n -= 16, d += 16, s += 16) {
		memcpy(&a, s, 8);
		memcpy(&b, s + 8, 8);
		memcpy(d, &a, 8);
		memcpy(d + 8, &b, 8);
	}
	for (; n > 0; n--)
		*d++ = *s++;
}

/* volatile, or the compiler would see a memcpy() in it. */
static void backwards(void *dst, const void *src, size_t n)
{
	volatile unsigned char *d = dst;
	const unsigned char *s = src;

	while (n-- > 0)
		d[n] = s[n];
}

static const struct copy_ops routines[] = {
	{
		.name = "two_at_once",
		.desc = "16 bytes a step, in two registers",
		.needs = "nothing",
		.min_bytes = 1,
		.dst_align = 1,
		.src_align = 1,
		.copy = two_at_once,
	},
	{
		.name = "backwards",
		.desc = "one byte a step, from the end",
		.needs = "nothing",
		.min_bytes = 1,
		.dst_align = 1,
		.src_align = 1,
		.copy = backwards,
	},
};

extern const struct copy_plugin netio_copy_plugin;
const struct copy_plugin netio_copy_plugin = { COPY_ABI, 2, routines };
