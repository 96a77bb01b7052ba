/* SPDX-License-Identifier: MIT */
#ifndef NETIO_BENCH_END_H
#define NETIO_BENCH_END_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#include "base/err.h"
#include "bench/buffer.h"
#include "copy/copy.h"
#include "machine/topology.h"
#include "machine/usage.h"
#include "transport/transport.h"

/*
 * One end of a channel: the code of a thread or process of its own that moves messages on command.
 *
 * Its only contact with the coordinator is a SOCK_SEQPACKET socket, on which it reads commands and
 * answers with reports, and a page of shared memory with a stop flag and a counter. So threads and
 * processes run the same code, and an end that died shows as end of file.
 */

enum end_role { END_SEND, END_RECV, END_BOTH };

enum end_command_kind {
	END_SAMPLE, /* move n messages; END_RECV and END_BOTH report, END_SEND reports only failure */
	END_COLLECT, /* END_SEND: report on the sample */
	END_FINISH,  /* end the data, check buffers and guards; report */
};

struct end_command {
	enum end_command_kind kind;
	uint64_t first; /* index of the first message, counted over the life of the channel */
	uint64_t n;
};

struct end_report {
	int32_t code;      /* 0 or a positive errno; EBADMSG: data differ; EINTR: stopped */
	uint64_t begin_ns; /* CLOCK_MONOTONIC just before the first call ... */
	uint64_t end_ns;   /* ... and just after the last */
	struct usage used; /* by this thread for the sample */
	uint64_t send_ns;  /* lockstep halves, else 0 */
	uint64_t recv_ns;
	struct transport_counts counts; /* END_FINISH: where the transport has some */
	char text[192];                 /* why, when code is not 0 */
};

/* Shared by the coordinator and both ends, also across processes. A line for each writer. */
struct end_shared {
	_Alignas(64) atomic_int stop;      /* non-zero: give up and report EINTR */
	_Alignas(64) atomic_ullong n_sent; /* over the life of the channel, to see that it moves */
	_Alignas(64) atomic_ullong n_received;
	_Alignas(64) atomic_ullong n_prepared; /* buffers filled or checked, by either end */
};

struct end {
	enum end_role role;
	int control; /* the end's side of the control socket; closed by end_main */
	struct end_shared *shared;
	const struct topology *topology;
	int cpu;
	const struct transport_ops *transport;
	struct channel channel; /* its own copy; only the sides it uses are open */
	const struct copy_ops *copy;
	struct window send;       /* END_SEND, END_BOTH */
	struct window recv;       /* END_RECV, END_BOTH */
	struct window send_stage; /* only with a copy routine */
	struct window recv_stage;
	bool verify;
	uint64_t seed;
	uint64_t inject_bytes; /* struct run_config */
	void *scratch;         /* where those go; the end's own */
};

/* Binds, touches its buffers, reports once, then serves commands until end of file. */
void end_main(struct end *end);

#endif
