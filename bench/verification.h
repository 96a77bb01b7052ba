/* SPDX-License-Identifier: MIT */
#ifndef NETIO_BENCH_VERIFICATION_H
#define NETIO_BENCH_VERIFICATION_H

#include <signal.h>
#include <stdint.h>

#include "base/err.h"
#include "copy/copy.h"

/*
 * copy_verify() of one routine in a process of its own. 0: it is right. -EBADMSG: it is wrong, and err
 * says where. -EINTR: interrupted. Else a negative errno with err: it died, did not come from one length to
 * the next within timeout_ns, or could not be tried.
 */
int verification_run(const struct copy_ops *ops, uint64_t timeout_ns,
	const volatile sig_atomic_t *interrupted, struct err *err);

#endif
