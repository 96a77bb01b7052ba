/* SPDX-License-Identifier: MIT */
#include "results/jsonl_fields.h"

#define RUN(type, name)                                                                            \
	{                                                                                          \
#name, type, offsetof(struct run_record, name), 0                                  \
	}
#define RUN_CHARS(name)                                                                            \
	{                                                                                          \
#name, JSONL_CHARS, offsetof(struct run_record, name),                             \
			sizeof(((struct run_record *)0)->name)                                     \
	}

const struct jsonl_field jsonl_run[] = {
	RUN(JSONL_WORD, version),
	RUN(JSONL_TEXT, command_line),
	RUN(JSONL_COUNT, begin_ms),
	RUN_CHARS(cpu),
	RUN(JSONL_NUMBER, cpu_mhz),
	RUN_CHARS(kernel),
	RUN(JSONL_BIG, seed),
	RUN(JSONL_WORD, mode),
	RUN(JSONL_WORD, ends),
	RUN(JSONL_WORD, order),
	RUN(JSONL_FLAG, verified),
	RUN(JSONL_COUNT, n_invocations),
	RUN(JSONL_COUNT, n_samples),
	RUN(JSONL_BIG, to_addr),
	RUN(JSONL_BIG, from_addr),
	RUN(JSONL_COUNT, classic_pass_bytes),
	{ NULL, JSONL_END, 0, 0 },
};

#define TRANSPORT(type, name)                                                                      \
	{                                                                                          \
#name, type, offsetof(struct transport_record, name), 0                            \
	}
#define TRANSPORT_CHARS(name)                                                                      \
	{                                                                                          \
#name, JSONL_CHARS, offsetof(struct transport_record, name),                       \
			sizeof(((struct transport_record *)0)->name)                               \
	}

const struct jsonl_field jsonl_transport[] = {
	TRANSPORT_CHARS(name),
	TRANSPORT_CHARS(unavailable),
	TRANSPORT(JSONL_COUNT, sndbuf_asked_bytes),
	TRANSPORT(JSONL_COUNT, sndbuf_granted_bytes),
	TRANSPORT(JSONL_COUNT, rcvbuf_asked_bytes),
	TRANSPORT(JSONL_COUNT, rcvbuf_granted_bytes),
	TRANSPORT(JSONL_FLAG, sndbuf_capped),
	TRANSPORT(JSONL_FLAG, rcvbuf_capped),
	TRANSPORT_CHARS(congestion),
	{ NULL, JSONL_END, 0, 0 },
};

#define SKB(type, name)                                                                            \
	{                                                                                          \
#name, type, offsetof(struct skb_record, name), 0                                  \
	}

const struct jsonl_field jsonl_skb[] = {
	SKB(JSONL_TEXT, layout),
	SKB(JSONL_UNSIGNED, l1_shift),
	SKB(JSONL_COUNT, header_bytes),
	SKB(JSONL_COUNT, shinfo_bytes),
	SKB(JSONL_COUNT, descriptor_bytes),
	SKB(JSONL_COUNT, linear_bytes),
	SKB(JSONL_COUNT, alloc_bytes),
	SKB(JSONL_COUNT, class_bytes),
	SKB(JSONL_COUNT, truesize_bytes),
	SKB(JSONL_COUNT, phase_bytes),
	SKB(JSONL_COUNT, full_chunks),
	SKB(JSONL_COUNT, chunks_awake),
	{ NULL, JSONL_END, 0, 0 },
};

#define POINT(type, name)                                                                          \
	{                                                                                          \
#name, type, offsetof(struct point_record, name), 0                                \
	}

const struct jsonl_field jsonl_point[] = {
	POINT(JSONL_WORD, transport),
	POINT(JSONL_SIZE, transport_at),
	POINT(JSONL_WORD, copy),
	POINT(JSONL_SIZE, copy_at),
	POINT(JSONL_WORD, placement),
	POINT(JSONL_INT, cpu_send),
	POINT(JSONL_INT, cpu_recv),
	POINT(JSONL_COUNT, size_bytes),
	POINT(JSONL_COUNT, send_offset_bytes),
	POINT(JSONL_COUNT, recv_offset_bytes),
	POINT(JSONL_COUNT, n_messages),
	POINT(JSONL_FLAG, moves_nothing),
	POINT(JSONL_SIZE, n_samples_asked),
	POINT(JSONL_NUMBER, slow_send_percent),
	POINT(JSONL_NUMBER, slow_recv_percent),
	{ NULL, JSONL_END, 0, 0 },
};

#define FLOW(name)                                                                                 \
	{                                                                                          \
#name, JSONL_COUNT, offsetof(struct flow_record, name), 0                          \
	}

const struct jsonl_field jsonl_flow[] = {
	FLOW(n_messages),
	FLOW(send_sleeps),
	FLOW(send_wakes),
	FLOW(recv_sleeps),
	FLOW(recv_wakes),
	{ NULL, JSONL_END, 0, 0 },
};

#define COPY(type, name)                                                                           \
	{                                                                                          \
#name, type, offsetof(struct copy_run, name), 0                                    \
	}
#define COPY_CHARS(name)                                                                           \
	{                                                                                          \
#name, JSONL_CHARS, offsetof(struct copy_run, name),                               \
			sizeof(((struct copy_run *)0)->name)                                       \
	}

const struct jsonl_field jsonl_copy[] = {
	COPY(JSONL_WORD, version),
	COPY(JSONL_TEXT, command_line),
	COPY(JSONL_COUNT, begin_ms),
	COPY(JSONL_WORD, libc),
	COPY_CHARS(cpu),
	COPY_CHARS(kernel),
	COPY(JSONL_BIG, seed),
	COPY(JSONL_WORD, order),
	COPY(JSONL_WORD, pages),
	COPY(JSONL_INT, cpu_a),
	COPY(JSONL_INT, cpu_b),
	COPY(JSONL_NUMBER, round_trip_ns),
	COPY(JSONL_COUNT, n_invocations),
	COPY(JSONL_COUNT, n_samples),
	COPY(JSONL_BIG, src_addr),
	COPY(JSONL_BIG, dst_addr),
	{ NULL, JSONL_END, 0, 0 },
};

#define COPY_POINT(type, name)                                                                     \
	{                                                                                          \
#name, type, offsetof(struct copy_point, name), 0                                  \
	}

const struct jsonl_field jsonl_copy_point[] = {
	COPY_POINT(JSONL_WORD, copy),
	COPY_POINT(JSONL_SIZE, copy_at),
	COPY_POINT(JSONL_WORD, state),
	COPY_POINT(JSONL_COUNT, size_bytes),
	COPY_POINT(JSONL_COUNT, src_offset_bytes),
	COPY_POINT(JSONL_COUNT, dst_offset_bytes),
	COPY_POINT(JSONL_COUNT, distance_bytes),
	COPY_POINT(JSONL_COUNT, n_calls),
	COPY_POINT(JSONL_FLAG, is_harness),
	COPY_POINT(JSONL_SIZE, n_samples_asked),
	{ NULL, JSONL_END, 0, 0 },
};
