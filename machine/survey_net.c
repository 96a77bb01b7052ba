/* SPDX-License-Identifier: MIT */
#include "machine/survey.h"

#include <inttypes.h>
#include <string.h>

/* SK_WMEM_DEFAULT and SK_RMEM_DEFAULT of the kernel on 64-bit machines: what a socket gets unasked. */
#define SOCKET_BUFFER_USUAL 212992

static void limit(struct survey *s, const char *name, const char *path, const char *option,
	const char *setting)
{
	int64_t bytes;

	if (!survey_integer(s, name, path))
		return;
	bytes = s->facts->fact[s->facts->n - 1].integer;
	if (bytes < SOCKET_BUFFER_USUAL)
		facts_remark(s->facts,
			"--%s of more than %" PRId64 " is cut to it, and it is less than other "
			"machines give unasked: sysctl %s=%d",
			option, bytes, setting, SOCKET_BUFFER_USUAL);
}

static void congestion(struct survey *s)
{
	const struct fact *fact;

	if (!survey_text(s, "tcp_congestion_control", "/proc/sys/net/ipv4/tcp_congestion_control"))
		return;
	fact = &s->facts->fact[s->facts->n - 1];
	if (fact->text && strncmp(fact->text, "bbr", 3) == 0)
		facts_remark(s->facts,
			"%s paces its sender and throttles loopback: --congestion=cubic does not",
			fact->text);
}

void survey_net(struct survey *s)
{
	survey_integer(s, "wmem_default_bytes", "/proc/sys/net/core/wmem_default");
	limit(s, "wmem_max_bytes", "/proc/sys/net/core/wmem_max", "sndbuf", "net.core.wmem_max");
	survey_integer(s, "rmem_default_bytes", "/proc/sys/net/core/rmem_default");
	limit(s, "rmem_max_bytes", "/proc/sys/net/core/rmem_max", "rcvbuf", "net.core.rmem_max");
	survey_text(s, "tcp_wmem_bytes", "/proc/sys/net/ipv4/tcp_wmem");
	survey_text(s, "tcp_rmem_bytes", "/proc/sys/net/ipv4/tcp_rmem");
	congestion(s);
	survey_integer(s, "unix_max_dgram_qlen", "/proc/sys/net/unix/max_dgram_qlen");
}
