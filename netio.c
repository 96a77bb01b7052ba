/* SPDX-License-Identifier: MIT */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/nearest.h"
#include "cli/command.h"

static const struct command *const commands[] = {
	&command_run,
	&command_copy,
	&command_show,
	&command_compare,
	&command_gate,
	&command_plot,
	&command_report,
	&command_worker,
	&command_list,
	&command_help,
	&command_complete,
};

const struct command *command_at(size_t index)
{
	return index < sizeof(commands) / sizeof(commands[0]) ? commands[index] : NULL;
}

const char *command_name(size_t index)
{
	const struct command *c = command_at(index);

	return c ? c->name : NULL;
}

const struct command *command_find(const char *name, struct err *err)
{
	const struct command *c;
	const char *near;

	for (size_t i = 0; (c = command_at(i)) != NULL; i++) {
		if (strcmp(c->name, name) == 0)
			return c;
	}
	near = nearest_name(name, command_name);
	err_set(err, EINVAL, "unknown command '%s'%s%s%s", name,
		near ? "; did you mean '" : ": netio --help lists them", near ? near : "",
		near ? "'?" : "");
	return NULL;
}

/*
 * A descriptor 0, 1 or 2 that is closed would be handed out as a socket, and results printed into it.
 * A descriptor that is only a place (O_PATH) can neither be read nor written: each still fails as a closed
 * one does.
 */
static void hold_standard_descriptors(void)
{
	int fd;

	do
		fd = open("/", O_PATH | O_CLOEXEC);
	while (fd >= 0 && fd <= STDERR_FILENO);
	if (fd >= 0)
		close(fd);
}

/* Whether nothing follows argv[1]: what would be ignored is refused. */
static int alone(int argc, char **argv, struct err *err)
{
	return argc == 2
		       ? 0
		       : err_set(err, EINVAL, "unexpected argument '%s': expected nothing after %s",
				 argv[2], argv[1]);
}

static enum status dispatch(int argc, char **argv, struct err *err)
{
	const struct command *command;

	if (argc > 1 && strcmp(argv[1], "--version") == 0)
		return alone(argc, argv, err) ? STATUS_USAGE : print_version(err);
	if (argc > 1 && (strcmp(argv[1], "--help") == 0 || strcmp(argv[1], "-h") == 0))
		return alone(argc, argv, err) ? STATUS_USAGE : print_help(NULL, err);
	if (argc < 2 || argv[1][0] == '-')
		return command_run.run(&command_run, argc, argv, err);
	command = command_find(argv[1], err);
	return command ? command->run(command, argc - 1, argv + 1, err) : STATUS_USAGE;
}

int main(int argc, char **argv)
{
	struct err err = { 0 };
	enum status status;

	hold_standard_descriptors();
	/* A peer or a reader that is gone, a limit on file size: an error of that call, not our end. */
	signal(SIGPIPE, SIG_IGN);
	signal(SIGXFSZ, SIG_IGN);
	/* Whoever started us may ignore it; then no child's end could be waited for. */
	signal(SIGCHLD, SIG_DFL);
	status = dispatch(argc, argv, &err);
	if (status != STATUS_OK && err.text[0])
		fprintf(stderr, "netio: %s\n", err.text);
	return status;
}
