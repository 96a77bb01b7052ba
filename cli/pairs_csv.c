/* SPDX-License-Identifier: MIT */
#include "cli/pairs_csv.h"

#include <errno.h>
#include <inttypes.h>
#include <string.h>

FILE *pairs_csv_open(const char *path, struct err *err)
{
	FILE *f = fopen(path, "we");

	if (!f) {
		err_set(err, errno, "--pairs-csv: cannot write to '%s': %s", path, strerror(errno));
		return NULL;
	}
	fprintf(f,
		"gate,point,transport_a,copy_a,transport_b,copy_b,size_bytes,send_offset_a_bytes,"
		"recv_offset_a_bytes,send_offset_b_bytes,recv_offset_b_bytes,cpu_send,cpu_recv,"
		"n_messages,inject_bytes,block,pair,a_elapsed_ns,b_elapsed_ns,a_cpu_send_ns,"
		"a_cpu_recv_ns,b_cpu_send_ns,b_cpu_recv_ns,a_flags,b_flags\n");
	return f;
}

static void write_pair(FILE *f, const struct duet_pair *pair)
{
	fprintf(f,
		",%" PRIu64 ",%" PRIu64 ",%" PRIu64 ",%" PRIu64 ",%" PRIu64 ",%" PRIu64 ",%u,%u\n",
		pair->a.elapsed_ns, pair->b.elapsed_ns, pair->a.send.cpu_ns, pair->a.recv.cpu_ns,
		pair->b.send.cpu_ns, pair->b.recv.cpu_ns, pair->a.flags, pair->b.flags);
}

/* Names of plug-ins hold no comma and no quote: they are refused where they do. */
static void write_point(FILE *f, uint64_t gate, size_t index, const struct duet_point *p)
{
	for (size_t i = 0; i < p->n_blocks; i++) {
		const struct duet_block *block = &p->blocks[i];

		for (size_t j = 0; j < block->n_pairs; j++) {
			fprintf(f,
				"%" PRIu64 ",%zu,%s,%s,%s,%s,%" PRIu64 ",%" PRIu64 ",%" PRIu64
				",%" PRIu64 ",%" PRIu64 ",%d,%d,%" PRIu64 ",%" PRIu64 ",%zu,%zu",
				gate, index, p->a->transport, p->a->copy, p->b->transport,
				p->b->copy, p->a->size_bytes, p->a->send_offset_bytes,
				p->a->recv_offset_bytes, p->b->send_offset_bytes,
				p->b->recv_offset_bytes, p->a->cpu_send, p->a->cpu_recv,
				p->n_messages, p->inject_bytes, i + 1, j + 1);
			write_pair(f, &p->pairs[block->first_pair + j]);
		}
	}
}

void pairs_csv_write(FILE *f, uint64_t gate, const struct duet_record *record)
{
	for (size_t i = 0; f && i < record->n_points; i++)
		write_point(f, gate, i + 1, &record->points[i]);
	if (f)
		fflush(f);
}

enum status pairs_csv_close(FILE *f, const char *path, enum status status, struct err *err)
{
	bool lost;

	if (!f)
		return status;
	lost = ferror(f);
	lost |= fclose(f) != 0;
	if (!lost || status == STATUS_FAILED || status == STATUS_CORRUPT)
		return status;
	err_set(err, EIO, "--pairs-csv: cannot write to '%s': what was measured is not all there",
		path);
	return STATUS_FAILED;
}
