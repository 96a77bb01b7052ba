/* SPDX-License-Identifier: MIT */
#define _GNU_SOURCE
#include "bench/arena.h"

#include <errno.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "bench/worker.h"

static size_t list_max(const struct units_list *list)
{
	size_t max = 0;

	for (size_t i = 0; i < list->n; i++)
		max = list->values[i] > max ? list->values[i] : max;
	return max;
}

static bool wants_stage(const struct run_config *config)
{
	for (size_t i = 0; i < config->n_copies; i++) {
		if (config->copies[i]->copy)
			return true;
	}
	return false;
}

size_t arena_stage_offset(void)
{
	return (size_t)sysconf(_SC_PAGESIZE) / 2;
}

/* Its only purpose is to make a blocking call of an end return EINTR: no SA_RESTART. */
static void kick(int signal_number)
{
	(void)signal_number;
}

int arena_init(struct arena *arena, const struct run_config *config,
	const struct topology *topology, const volatile sig_atomic_t *interrupted, struct err *err)
{
	const struct units_list *recv =
		config->offsets_alike ? &config->send_offsets : &config->recv_offsets;
	struct sigaction action = { .sa_handler = kick };
	size_t size = list_max(&config->sizes);
	int ret;

	*arena = (struct arena) { config, topology, interrupted, .shared = MAP_FAILED };
	if (sigaction(worker_kick_signal(), &action, &arena->old_kick))
		return err_set(err, errno, "cannot handle signal %d: %s", worker_kick_signal(),
			strerror(errno));
	arena->shared = mmap(NULL, sizeof(*arena->shared), PROT_READ | PROT_WRITE,
		MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	if (arena->shared == MAP_FAILED)
		return err_set(err, errno, "cannot share memory: %s", strerror(errno));
	ret = buffer_reserve(&arena->from, list_max(&config->send_offsets) + size, err);
	if (!ret)
		ret = buffer_reserve(&arena->to, list_max(recv) + size, err);
	if (!ret && wants_stage(config))
		ret = buffer_reserve(&arena->from_stage, arena_stage_offset() + size, err);
	if (!ret && wants_stage(config))
		ret = buffer_reserve(&arena->to_stage, arena_stage_offset() + size, err);
	return ret;
}

void arena_release(struct arena *arena)
{
	sigaction(worker_kick_signal(), &arena->old_kick, NULL);
	if (arena->shared != MAP_FAILED)
		munmap(arena->shared, sizeof(*arena->shared));
	buffer_release(&arena->from);
	buffer_release(&arena->to);
	buffer_release(&arena->from_stage);
	buffer_release(&arena->to_stage);
}
