/* SPDX-License-Identifier: MIT */
#define _GNU_SOURCE
#include "bench/arena.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

#include "bench/child.h"
#include "bench/worker.h"

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
	size_t size = units_list_max(&config->sizes);
	int ret;

	*arena = (struct arena) {
		.config = config, .topology = topology, .interrupted = interrupted
	};
	if (sigaction(worker_kick_signal(), &action, &arena->old_kick))
		return err_set(err, errno, "cannot handle signal %d: %s", worker_kick_signal(),
			strerror(errno));
	arena->shared = child_share(sizeof(*arena->shared), err);
	if (!arena->shared)
		return -err->code;
	ret = buffer_reserve(&arena->from, units_list_max(&config->send_offsets) + size, err);
	if (!ret)
		ret = buffer_reserve(&arena->to, units_list_max(recv) + size, err);
	if (!ret && wants_stage(config))
		ret = buffer_reserve(&arena->from_stage, arena_stage_offset() + size, err);
	if (!ret && wants_stage(config))
		ret = buffer_reserve(&arena->to_stage, arena_stage_offset() + size, err);
	return ret;
}

void arena_release(struct arena *arena)
{
	sigaction(worker_kick_signal(), &arena->old_kick, NULL);
	child_unshare(arena->shared, sizeof(*arena->shared));
	buffer_release(&arena->from);
	buffer_release(&arena->to);
	buffer_release(&arena->from_stage);
	buffer_release(&arena->to_stage);
}
