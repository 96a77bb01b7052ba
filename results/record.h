/* SPDX-License-Identifier: MIT */
#ifndef NETIO_RESULTS_RECORD_H
#define NETIO_RESULTS_RECORD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "base/fact.h"

/*
 * What was measured: plain data that the measurement fills and the writers read. Counted integers
 * only; rates are derived by whoever shows them. Strings belong to whoever filled the record and live
 * as long as it does.
 */

/* What one thread used in a sample, and what was done to it (machine/usage.h). */
struct sample_side {
	uint64_t cpu_ns;
	uint64_t n_preempted;
	uint64_t n_faults;
	uint64_t run_delay_ns; /* SAMPLE_UNKNOWN: not counted here */
};

#define SAMPLE_UNKNOWN UINT64_MAX

/* What there is to say of a sample; nothing is dropped because of it. */
#define SAMPLE_WARMUP    1u /* before the steady state: kept apart, in no statistic */
#define SAMPLE_PREEMPTED 2u /* an end was taken off its CPU against its will */
#define SAMPLE_WAITED    4u /* an end waited for a CPU for more than 1 % of the sample */

/* One timed move of a fixed number of messages. */
struct sample {
	uint64_t elapsed_ns;     /* wall time from the first send to the last byte received */
	uint64_t bytes;          /* received */
	uint64_t send_ns;        /* lockstep: wall time in the sending halves; else 0 */
	uint64_t recv_ns;        /* lockstep: wall time in the receiving halves; else 0 */
	struct sample_side send; /* lockstep: the one thread */
	struct sample_side recv; /* lockstep: all 0 */
	uint32_t flags;          /* SAMPLE_... */
};

/* One invocation of a point: where its samples stand among the point's. */
struct invocation_record {
	size_t first_warmup;
	size_t n_warmup;
	size_t first_sample;
	size_t n_samples;
	bool steady;       /* the warm-up ended in a steady state; false: at its limit of time */
	uint64_t begin_ms; /* Unix time */
};

enum point_status {
	POINT_PENDING,     /* not measured, or not often enough yet */
	POINT_DONE,        /* all its samples are there */
	POINT_SKIPPED,     /* this machine cannot do it; ->reason */
	POINT_FAILED,      /* went wrong; ->reason; the samples before that are kept */
	POINT_CORRUPT,     /* data received differ from data sent; ->reason */
	POINT_INTERRUPTED, /* the run ended before all its samples were taken */
};

/* Why a point that is done has no more samples. */
enum point_ended {
	POINT_NOT_ENDED,
	POINT_PRECISE,     /* its interval became as narrow as was asked for */
	POINT_AT_MOST,     /* it has as many invocations as it may */
	POINT_OUT_OF_TIME, /* the time of the run was spent */
};

/*
 * How often the ends of an emulated socket slept and were woken, over all messages of its invocations, those
 * of calibration and warm-up too.
 */
struct flow_record {
	uint64_t n_messages; /* 0: nothing was counted */
	uint64_t send_sleeps;
	uint64_t send_wakes;
	uint64_t recv_sleeps;
	uint64_t recv_wakes;
};

/* One point of a sweep and its samples. */
struct point_record {
	const char *transport; /* the name in its struct transport_record */
	size_t transport_at;   /* index of that */
	const char *copy;
	size_t copy_at;        /* index of the routine in the configuration */
	const char *placement; /* as asked for: a name, or "S,R" */
	int cpu_send;          /* -1: not bound */
	int cpu_recv;
	uint64_t size_bytes;
	uint64_t send_offset_bytes;
	uint64_t recv_offset_bytes;
	uint64_t n_messages; /* a sample; 0 before calibration */
	bool moves_nothing;  /* the null transport: its rate is notional */

	enum point_status status;
	char reason[256];
	enum point_ended ended;
	struct sample *samples; /* in the order taken, without those of the warm-up; the heap's */
	size_t n_samples;
	size_t n_samples_asked; /* at least */
	struct sample *warmup;  /* the heap's */
	size_t n_warmup;
	struct invocation_record *invocations; /* that were finished; the heap's */
	size_t n_invocations;
	struct flow_record flow;

	/* With --explain: of the bytes, how many are predicted to be copied slowly; below 0: no model. */
	double slow_send_percent;
	double slow_recv_percent;
};

/* The layout of an emulated socket, bytes (transport/skb_geometry.h). */
struct skb_record {
	const char *layout; /* NULL: not an emulated socket */
	unsigned l1_shift;
	uint64_t header_bytes;
	uint64_t shinfo_bytes;
	uint64_t descriptor_bytes;
	uint64_t linear_bytes; /* payload of a full chunk */
	uint64_t alloc_bytes;
	uint64_t class_bytes;
	uint64_t truesize_bytes;
	uint64_t phase_bytes;  /* where the second chunk's source starts, mod 64 */
	uint64_t full_chunks;  /* that go in until the writer sleeps */
	uint64_t chunks_awake; /* that are left when it is woken */
};

/* Facts of one transport, read back from the kernel with the options of this run. */
struct transport_record {
	char name
		[24]; /* of the transport; with its cache shift, as "skb:5", where that is a choice */
	char unavailable[256];         /* why this machine cannot; empty when it can */
	uint64_t sndbuf_asked_bytes;   /* 0: the system's default */
	uint64_t sndbuf_granted_bytes; /* 0: has none */
	uint64_t rcvbuf_asked_bytes;
	uint64_t rcvbuf_granted_bytes;
	bool sndbuf_capped; /* less was granted than asked for: by a limit of the kernel */
	bool rcvbuf_capped;
	char congestion[16]; /* empty: none, or not known */
	struct skb_record skb;
};

/* The whole run: what it was and its points in the order asked for. */
struct run_record {
	const char *version;
	const char *command_line; /* as typed, for a person; NULL: not known */
	uint64_t begin_ms;        /* Unix time */
	struct facts environment; /* what stands still during the run (machine/environment.h) */
	struct facts
		noise; /* what else happened meanwhile (machine/noise.h); empty until the end */
	char cpu[96];
	double cpu_mhz; /* 0: not known */
	char kernel[160];
	uint64_t seed;
	const char *mode;  /* "pair" or "lockstep" */
	const char *ends;  /* "threads" or "processes" */
	const char *order; /* "random" or "linear" */
	bool verified;     /* every message filled and every byte checked */
	uint64_t n_invocations;
	uint64_t n_samples;          /* an invocation */
	uint64_t to_addr;            /* where the receive buffer starts (offset 0), page-aligned */
	uint64_t from_addr;          /* where the send buffer starts */
	uint64_t classic_pass_bytes; /* what "size:" says in a classic line: bytes of a pass */
	bool interrupted;

	char **explanations; /* with --explain: lines about the transports and sizes */
	size_t n_explanations;

	struct transport_record *transports;
	size_t n_transports;
	struct point_record *points;
	size_t n_points;
};

/* Whether one thread sent and received, so that samples have halves. */
static inline bool run_is_lockstep(const struct run_record *run)
{
	return strcmp(run->mode, "lockstep") == 0;
}

#endif
