/* SPDX-License-Identifier: MIT */
#include "results/writer.h"

#include <inttypes.h>

#include "results/statistics.h"

/*
 * The lines of netio2.c of 2002, shape A1 of reference/README.md. Mbytes are 2^20 bytes; a sample is
 * several passes of classic_pass_bytes. A new size starts a section. Points that failed or were skipped
 * have no line: the shape has no word for them, and a zero would be read as a measurement.
 */

#define MBYTE 1048576.0

static void begin(FILE *f, const struct run_record *run)
{
	if (run->cpu_mhz > 0)
		fprintf(f, "cpu: %.0f MHz\n", run->cpu_mhz);
	fprintf(f, "\n################ to(0x%" PRIx64 ") from(0x%" PRIx64 ") ##############\n",
		run->to_addr, run->from_addr);
}

static void section(FILE *f, const struct point_record *p, const struct point_record *before)
{
	if (before && before->size_bytes == p->size_bytes)
		return;
	fprintf(f,
		"######################### buffer size (0x%" PRIx64 ":%" PRIu64
		") ######################\n",
		p->size_bytes, p->size_bytes);
}

/* The size of a pass, where the sample is made of whole ones; else the sample is one pass. */
static uint64_t pass_bytes(const struct run_record *run, const struct point_record *p)
{
	uint64_t bytes = p->samples[0].bytes;
	uint64_t pass = run->classic_pass_bytes;

	return pass && bytes % pass == 0 ? pass : bytes;
}

static void point(FILE *f, const struct run_record *run, const struct point_record *p,
	const struct point_record *before)
{
	struct point_estimates e;
	double mbytes;
	double rate;

	section(f, p, before);
	if (point_estimates(p, &e) || e.mb_per_s.n == 0)
		return;
	mbytes = (double)p->samples[0].bytes / MBYTE;
	rate = e.mb_per_s.median * 1e6 / MBYTE;
	/* The classic sweep has one offset for both sides; where they differ, the sender's is printed. */
	fprintf(f,
		"send/recv(off:%" PRIu64 ", size:0x%" PRIx64
		") send/recv: copied %.1f Mbytes in %.3f seconds "
		"at %.1f Mbytes/sec\n",
		p->send_offset_bytes, pass_bytes(run, p), mbytes, mbytes / rate, rate);
}

static void end(FILE *f, const struct run_record *run)
{
	(void)f;
	(void)run;
}

extern const struct writer_ops writer_ops_netio2;
const struct writer_ops writer_ops_netio2 = {
	.name = "netio2",
	.desc = "the lines of netio2.c of 2002 (Mbytes are 2^20 bytes)",
	.only_measured = true,
	.suffix = ".netio2",
	.begin = begin,
	.point = point,
	.end = end,
};
