/* SPDX-License-Identifier: MIT */
#ifndef NETIO_CLI_RUN_ROWS_H
#define NETIO_CLI_RUN_ROWS_H

#include <limits.h>

#include "cli/limits.h"
#include "cli/run_options.h"
#include "transport/skb_geometry.h"

/*
 * Rows of option tables that `run` and `gate` share: what is measured, and by which ends. Whoever expands them says with
 * RUN_AT(field) where that field of a struct run_options is in its own struct. Commas stand between the rows, none
 * behind the last.
 */

const char *run_mode_name(size_t index);
const char *run_ends_name(size_t index);
const char *run_layout_name(size_t index);

/* clang-format off */
#define RUN_ROWS_WHAT \
	{ OPT_WORDS, 't', "transport", "LIST", RUN_AT(transports), "unix", .words = transport_name, \
		.help = "how the bytes move" }, \
	{ OPT_NAMES, 'c', "copy", "LIST", RUN_AT(copies), "none", .words = copy_name, \
		.help = "routine that copies to a staging buffer before a send and from one after " \
			"a receive" }, \
	{ OPT_TEXTS, 0, "plugin", "FILE", RUN_AT(plugins), \
		.help = "a shared object with more routines (netio/copy.h); may be given again" }, \
	{ OPT_LIST, 's', "size", "LIST", RUN_AT(config.sizes), NULL, 1, MESSAGE_MAX_BYTES, \
		.help = "bytes a message" }, \
	{ OPT_LIST, 'o', "offset", "LIST", RUN_AT(offsets), NULL, 0, MESSAGE_MAX_BYTES, \
		.help = "bytes past a page boundary, both buffers alike" }, \
	{ OPT_LIST, 0, "send-offset", "LIST", RUN_AT(config.send_offsets), NULL, 0, MESSAGE_MAX_BYTES, \
		.help = "of the send buffer; every combination with --recv-offset" }, \
	{ OPT_LIST, 0, "recv-offset", "LIST", RUN_AT(config.recv_offsets), NULL, 0, MESSAGE_MAX_BYTES, \
		.help = "of the receive buffer" }, \
	{ OPT_TEXT, 0, "cpus", "LIST", RUN_AT(cpus), "same", \
		.help = "where the two ends run: same, smt, l2, l3, package, any or two CPU " \
			"numbers S,R" }

#define RUN_ROWS_ENDS \
	{ OPT_WORD, 'm', "mode", "NAME", RUN_AT(mode), "pair", .words = run_mode_name, \
		.help = "two ends at once, or one thread that sends and then receives, timed " \
			"apart" }, \
	{ OPT_WORD, 0, "ends", "NAME", RUN_AT(ends), "threads", .words = run_ends_name, \
		.help = "what the two ends are" }

#define RUN_ROW_SEED \
	{ OPT_NUMBER, 0, "seed", "N", RUN_AT(config.seed), NULL, 0, 0, \
		.help = "of the random order and the data; without it one is drawn and printed" }

#define RUN_ROWS_SAMPLE_AND_SOCKET \
	{ OPT_NUMBER, 0, "count", "N", RUN_AT(config.count), NULL, 1, 1ULL << 40, \
		.help = "messages a sample, in place of --batch-time" }, \
	{ OPT_NUMBER, 0, "bytes", "N", RUN_AT(config.bytes), NULL, 1, 1ULL << 50, \
		.help = "bytes a sample, cut to whole messages, in place of --batch-time" }, \
	{ OPT_DURATION, 0, "batch-time", "T", RUN_AT(config.sampling.batch_ns), "10ms", 1000000, \
		60 * SECOND_NS, .help = "what the fastest sample should last" }, \
	{ OPT_FLAG, 0, "verify", .at = RUN_AT(config.verify), \
		.help = "fill every message anew and check every byte; in pair mode inside the " \
			"timed part" }, \
	{ OPT_DURATION, 0, "timeout", "T", RUN_AT(config.timeout_ns), "10s", 100000000, \
		3600 * SECOND_NS, .help = "give a point up when no message moves for this long" }, \
	{ OPT_GROUP, .help = "Socket options (without them, the system's defaults)" }, \
	{ OPT_NUMBER, 0, "sndbuf", "N", RUN_AT(config.options.sndbuf_bytes), NULL, 1, INT_MAX, \
		.help = "SO_SNDBUF of the sender; the capacity of a pipe" }, \
	{ OPT_NUMBER, 0, "rcvbuf", "N", RUN_AT(config.options.rcvbuf_bytes), NULL, 1, INT_MAX, \
		.help = "SO_RCVBUF of the receiver" }, \
	{ OPT_FLAG, 0, "nodelay", .at = RUN_AT(config.options.nodelay), .help = "TCP_NODELAY" }, \
	{ OPT_TEXT, 0, "congestion", "NAME", RUN_AT(config.options.congestion), \
		.help = "TCP_CONGESTION: cubic, reno, bbr, ..." }, \
	{ OPT_GROUP, .help = "The emulated socket (--transport=skb)" }, \
	{ OPT_LIST, 0, "l1-shift", "LIST", RUN_AT(l1_shifts), "6", SKB_SHIFT_MIN, SKB_SHIFT_MAX, \
		.help = "cache lines of 1 << N bytes are assumed; several are compared in one " \
			"run" }, \
	{ OPT_WORD, 0, "layout", "NAME", RUN_AT(layout), "unix", .words = run_layout_name, \
		.help = "of its buffers: those of AF_UNIX or TCP in Linux 2.5, or bare chunks" }, \
	{ OPT_NUMBER, 0, "header", "N", RUN_AT(header_bytes), NULL, 1, 16384, \
		.help = "bytes before the data; tcp: 160, else none" }, \
	{ OPT_NUMBER, 0, "shinfo", "N", RUN_AT(shinfo_bytes), NULL, 1, 16384, \
		.help = "bytes behind the data; 160" }
/* clang-format on */

#endif
