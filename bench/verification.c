/* SPDX-License-Identifier: MIT */
#include "bench/verification.h"

#include <errno.h>
#include <stdatomic.h>
#include <string.h>

#include "bench/child.h"
#include "copy/verify.h"

struct job {
	const struct copy_ops *ops;
	struct shared {
		atomic_ullong progress;
		int ret;
		struct copy_fault fault;
	} * shared;
};

static int verify(void *arg)
{
	struct job *job = arg;

	job->shared->ret = copy_verify(job->ops, &job->shared->fault, &job->shared->progress);
	return 0;
}

static int verdict(const struct shared *shared, struct err *err)
{
	char text[160];

	if (shared->ret != -EBADMSG)
		return shared->ret ? err_set(err, -shared->ret, "%s", strerror(-shared->ret)) : 0;
	copy_fault_text(&shared->fault, text, sizeof(text));
	return err_set(err, EBADMSG, "%s", text);
}

int verification_run(const struct copy_ops *ops, uint64_t timeout_ns,
	const volatile sig_atomic_t *interrupted, struct err *err)
{
	struct job job = { ops, child_share(sizeof(*job.shared), err) };
	struct child_limits limits = { .timeout_ns = timeout_ns, .interrupted = interrupted };
	int ret;

	if (!job.shared)
		return -err->code;
	limits.progress = &job.shared->progress;
	ret = child_run(verify, &job, &limits, err);
	if (!ret)
		ret = verdict(job.shared, err);
	child_unshare(job.shared, sizeof(*job.shared));
	return ret;
}
