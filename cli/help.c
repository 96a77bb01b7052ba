/* SPDX-License-Identifier: MIT */
#include "cli/command.h"

#include <errno.h>
#include <gnu/libc-version.h>
#include <stdio.h>
#include <string.h>

#include "cli/compiler.h"
#include "cli/output.h"
#include "machine/topology.h"
#include "version.h"

static void print_overview(FILE *f)
{
	const struct command *c;

	fprintf(f, "usage: netio [COMMAND] [options]\n"
		   "\n"
		   "Socket throughput by buffer alignment. Without a command it is netio run.\n"
		   "\n"
		   "commands\n");
	for (size_t i = 0; (c = command_at(i)) != NULL; i++)
		fprintf(f, "  %-10s %s\n", c->name, c->summary);
	fprintf(f,
		"\n"
		"  --version  version, compiler and libraries\n"
		"  --help     this text; netio help COMMAND for the options of one\n"
		"\n"
		"examples\n"
		"  netio                                          the default sweep, about 30 s\n"
		"  netio run -t unix,tcp -s 4K:1M:x4 -o 0,1       two transports, five sizes\n"
		"  netio run -m lockstep -s 32K --recv-offset=0:128:1\n"
		"  netio run --sweep=netio2 --format=netio2       the sweep and the lines of "
		"2002\n");
}

enum status print_help(const struct command *command, struct err *err)
{
	if (!command) {
		print_overview(stdout);
	} else {
		printf("usage: netio %s %s\n\n%s.\n", command->name, command->synopsis,
			command->summary);
		opt_help(stdout, command->options);
	}
	return output_flush_stdout(err) ? STATUS_FAILED : STATUS_OK;
}

enum status print_version(struct err *err)
{
	printf("netio %s (git %s)\n"
	       "compiler: " COMPILER ", " NETIO_CFLAGS "\n"
	       "libraries: glibc %s, %s\n",
		NETIO_VERSION, NETIO_GIT, gnu_get_libc_version(), topology_library());
	return output_flush_stdout(err) ? STATUS_FAILED : STATUS_OK;
}

static const struct opt no_options[] = { { OPT_GROUP, .help = NULL } };

static bool wants_help(const char *word)
{
	return strcmp(word, "--help") == 0 || strcmp(word, "-h") == 0;
}

static enum status run_help(const struct command *command, int argc, char **argv, struct err *err)
{
	const struct command *about = NULL;

	(void)command;
	if (argc > 2) {
		err_set(err, EINVAL, "help: unexpected argument '%s': expected one command",
			argv[2]);
		return STATUS_USAGE;
	}
	if (argc == 2 && !wants_help(argv[1])) {
		about = command_find(argv[1], err);
		if (!about)
			return STATUS_USAGE;
	}
	return print_help(about, err);
}

const struct command command_help = {
	.name = "help",
	.synopsis = "[COMMAND]",
	.summary = "the commands, or the options of one",
	.options = no_options,
	.run = run_help,
};

/* `complete` the commands, `complete run` its options, `complete run --size` the words of one. */
static enum status run_complete(
	const struct command *command, int argc, char **argv, struct err *err)
{
	const struct command *about = NULL;
	const char *name;

	if (argc > 1 && wants_help(argv[1]))
		return print_help(command, err);
	if (argc > 3) {
		err_set(err, EINVAL,
			"complete: unexpected argument '%s': expected a command and an option",
			argv[3]);
		return STATUS_USAGE;
	}
	if (argc > 1) {
		about = command_find(argv[1], err);
		if (!about)
			return STATUS_USAGE;
	}
	if (argc > 2) {
		name = argv[2] + strspn(argv[2], "-");
		if (opt_complete_words(stdout, about->options, name)) {
			err_set(err, EINVAL, "complete: '%s' is no option of %s", argv[2],
				about->name);
			return STATUS_USAGE;
		}
	} else if (about) {
		opt_complete(stdout, about->options);
	} else {
		for (size_t i = 0; (name = command_name(i)) != NULL; i++)
			printf("%s\n", name);
	}
	return output_flush_stdout(err) ? STATUS_FAILED : STATUS_OK;
}

const struct command command_complete = {
	.name = "complete",
	.synopsis = "[COMMAND [OPTION]]",
	.summary = "the words the shell completion offers, one a line",
	.options = no_options,
	.run = run_complete,
};
