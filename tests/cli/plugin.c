/* SPDX-License-Identifier: MIT */
/*
 * Plug-ins for plugins.bats. Built as it is: routines that are wrong, crash or hang, each in its own way.
 * With -DREFUSED=N: one whose description is refused.
 */
#define _GNU_SOURCE
#include <signal.h>
#include <sys/mman.h>
#include <unistd.h>

#include "copy/copy.h"

static void bytes(void *dst, const void *src, size_t n)
{
	volatile unsigned char *d = dst;
	const unsigned char *s = src;

	for (size_t i = 0; i < n; i++)
		d[i] = s[i];
}

#ifndef REFUSED

static void short1(void *dst, const void *src, size_t n)
{
	bytes(dst, src, n - 1);
}

static void over1(void *dst, const void *src, size_t n)
{
	volatile unsigned char *d = dst;

	bytes(dst, src, n);
	d[n] = (unsigned char)~d[n];
}

static void offset1(void *dst, const void *src, size_t n)
{
	volatile unsigned char *d = dst;

	bytes(dst, src, n);
	if ((uintptr_t)dst % 64 == 37 && n > 5)
		d[5] ^= 1;
}

static void write_nowhere(void)
{
	volatile char *p = mmap(NULL, 4096, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

	*p = 0;
}

/* From the first call on, so that verification sees it. */
static void segv(void *dst, const void *src, size_t n)
{
	bytes(dst, src, n);
	write_nowhere();
}

static void hang(void *dst, const void *src, size_t n)
{
	bytes(dst, src, n);
	for (;;)
		pause();
}

/* As if it were the whole program. */
static void quits(void *dst, const void *src, size_t n)
{
	bytes(dst, src, n);
	_exit(0);
}

/* Nobody can see that it is there still. */
static void close_all(void)
{
	for (int fd = 3; fd < 1024; fd++)
		close(fd);
}

/* Right for every length that verification tries, but not for this one. */
#define LATE 30000

static void late_segv(void *dst, const void *src, size_t n)
{
	if (n == LATE)
		write_nowhere();
	bytes(dst, src, n);
}

static void late_ill(void *dst, const void *src, size_t n)
{
	if (n == LATE)
		__builtin_trap();
	bytes(dst, src, n);
}

/* A page beyond the end of its file. */
static void late_bus(void *dst, const void *src, size_t n)
{
	if (n == LATE) {
		int fd = memfd_create("empty", 0);
		volatile char *p = mmap(NULL, 4096, PROT_READ, MAP_SHARED, fd, 0);

		(void)*p;
	}
	bytes(dst, src, n);
}

static void late_hang(void *dst, const void *src, size_t n)
{
	while (n == LATE)
		pause();
	bytes(dst, src, n);
}

static void late_quits(void *dst, const void *src, size_t n)
{
	if (n == LATE)
		_exit(0);
	bytes(dst, src, n);
}

static void late_hides(void *dst, const void *src, size_t n)
{
	if (n == LATE)
		close_all();
	while (n == LATE)
		pause();
	bytes(dst, src, n);
}

/* Aborts where the contract is broken: see its row. */
static void aligned(void *dst, const void *src, size_t n)
{
	if (((uintptr_t)dst | (uintptr_t)src) % 4096)
		__builtin_trap();
	bytes(dst, src, n);
}

#define ROUTINE(name)                                                                              \
	{                                                                                          \
#name, "a test of plug-ins", "nothing", 0, 1, 1, 1, NULL, name, NULL               \
	}

static const struct copy_ops routines[] = {
	ROUTINE(bytes),
	ROUTINE(short1),
	ROUTINE(over1),
	ROUTINE(offset1),
	ROUTINE(segv),
	ROUTINE(hang),
	ROUTINE(late_segv),
	ROUTINE(late_ill),
	ROUTINE(late_bus),
	ROUTINE(late_hang),
	ROUTINE(quits),
	ROUTINE(late_quits),
	ROUTINE(late_hides),
	{ "aligned", "a test of plug-ins", "nothing", 0, 1, 4096, 4096, NULL, aligned, NULL },
};

#define N_ROUTINES (sizeof(routines) / sizeof(routines[0]))

extern const struct copy_plugin netio_copy_plugin;
const struct copy_plugin netio_copy_plugin = { COPY_ABI, N_ROUTINES, routines };

#else

#define ABI       (REFUSED == 1 ? COPY_ABI + 6 : COPY_ABI)
#define N         (REFUSED == 2 ? 0 : 1)
#define NAME      (REFUSED == 3 ? "memcpy" : REFUSED == 4 ? "no name" : REFUSED == 5 ? "" : "mine")
#define DESC      (REFUSED == 6 ? NULL : "a test of plug-ins")
#define FLAGS     (REFUSED == 7 ? 64 : 0)
#define MIN_BYTES (REFUSED == 8 ? 0 : 1)
#define ALIGN     (REFUSED == 9 ? 3 : 1)
#define FUNCTION  (REFUSED == 10 ? NULL : bytes)

static const struct copy_ops routine = { NAME, DESC, "nothing", FLAGS, MIN_BYTES, ALIGN, 1, NULL,
	FUNCTION, NULL };

#if REFUSED == 11
#define netio_copy_plugin another_symbol
#endif

extern const struct copy_plugin netio_copy_plugin;
const struct copy_plugin netio_copy_plugin = { ABI, N, &routine };

#endif
