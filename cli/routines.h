/* SPDX-License-Identifier: MIT */
#ifndef NETIO_CLI_ROUTINES_H
#define NETIO_CLI_ROUTINES_H

#include <stdbool.h>
#include <stddef.h>

#include "base/err.h"
#include "cli/command.h"
#include "cli/options.h"
#include "copy/copy.h"

/*
 * The routines that --copy may name: the catalogue and what --plugin adds to it; and those that it did
 * name. Zeroed by the caller; released by routines_release, also after a failure.
 */
struct routines {
	const struct copy_ops **all; /* the catalogue first */
	size_t n_all;
	size_t n_built_in;

	const struct copy_ops **chosen; /* in the order of --copy */
	char **broken;                  /* for each of them NULL, or why its points must fail */
	size_t n_chosen;
};

/*
 * Loads the plug-ins and looks the names up. Without names (not `given`) the routines of the plug-ins are
 * chosen where there are some, else `names`, which then hold the default. -EINVAL for a name that there is
 * not, -EEXIST for one that there is twice, -ENOMEM, or the errno of plugin_load, with err.
 */
int routines_choose(struct routines *r, const struct opt_texts *plugins,
	const struct opt_texts *names, bool given, struct err *err);
void routines_release(struct routines *r);

/* Whether a chosen routine comes from a plug-in. */
bool routines_foreign(const struct routines *r);

/*
 * Verifies those of the chosen ones that come from a plug-in, before a command measures; it dies of a signal
 * that comes meanwhile. STATUS_OK: each is right, or its ->broken says how it died or why it could not be
 * tried. Else the status to end with, and err: STATUS_USAGE when one is wrong, STATUS_FAILED.
 */
enum status routines_admit(struct routines *r, uint64_t timeout_ns, struct err *err);

#endif
