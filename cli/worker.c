/* SPDX-License-Identifier: MIT */
#include "cli/command.h"

#include <errno.h>
#include <stdlib.h>
#include <unistd.h>

#include "bench/duet_wire.h"
#include "bench/plan.h"
#include "cli/interrupt.h"
#include "cli/run_options.h"
#include "version.h"

static enum status serve(
	const struct run_options *o, const struct topology *topology, struct err *err)
{
	struct duet_wire *wire = calloc(1, sizeof(*wire));
	struct run_record run = { 0 };
	struct duet_side *side = NULL;
	int ret = wire ? plan_build(&o->config, &run, err) : err_set(err, ENOMEM, "out of memory");

	if (!ret) {
		side = duet_side_local(&o->config, topology, &run, interrupt_catch(), err);
		ret = side ? 0 : -err->code;
	}
	if (!ret) {
		wire->in = STDIN_FILENO;
		wire->out = STDOUT_FILENO;
		ret = duet_serve(wire, side, run.n_points, NETIO_VERSION " (" NETIO_GIT ")", err);
	}
	if (side)
		side->ops->free(side);
	plan_release(&run);
	free(wire);
	interrupt_die();
	return ret ? STATUS_FAILED : STATUS_OK;
}

static enum status run(const struct command *command, int argc, char **argv, struct err *err)
{
	struct topology *topology = topology_new(err);
	struct run_options o;
	enum status status;
	int ret;

	if (!topology)
		return STATUS_FAILED;
	ret = run_options_parse(&o, topology, argc, argv, err);
	if (ret == OPT_HELP)
		status = print_help(command, err);
	else if (ret)
		status = STATUS_USAGE;
	else
		status = routines_admit(&o.routines, o.config.timeout_ns, err);
	if (!ret && status == STATUS_OK)
		status = serve(&o, topology, err);
	run_options_release(&o);
	topology_free(topology);
	return status;
}

const struct command command_worker = {
	.name = "worker",
	.synopsis = "[options of run]",
	.summary = "the other side of gate --b-binary: takes its orders on standard input",
	.options = run_options,
	.run = run,
};
