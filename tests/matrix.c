/* SPDX-License-Identifier: MIT */
/*
 * matrix [NAME...]: verifies the routines of the catalogue, or those named, on the machine it was
 * built for. One line each; status 1 when one is wrong or a name is unknown. See matrix.sh.
 */
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "copy/catalogue.h"
#include "copy/verify.h"

static int verify(const struct copy_ops *ops)
{
	struct copy_fault fault;
	char text[128];
	int rc = copy_verify(ops, &fault, NULL);

	if (rc == -EBADMSG) {
		copy_fault_text(&fault, text, sizeof(text));
		printf("%s: WRONG: %s\n", ops->name, text);
	} else if (rc) {
		printf("%s: FAILED: %s\n", ops->name, strerror(-rc));
	} else {
		printf("%s: right\n", ops->name);
	}
	return rc != 0;
}

/* In a child, since a wrong routine may die of a signal. */
static int verify_apart(const struct copy_ops *ops)
{
	int status = 0;
	pid_t pid;
	int failed;

	fflush(stdout);
	pid = fork();
	if (pid == 0) {
		failed = verify(ops);
		fflush(stdout);
		_exit(failed);
	}
	if (pid < 0 || waitpid(pid, &status, 0) != pid) {
		printf("%s: FAILED: no child process\n", ops->name);
		return 1;
	}
	if (WIFSIGNALED(status))
		printf("%s: DIED of signal %d\n", ops->name, WTERMSIG(status));
	return status != 0;
}

static int try(const struct copy_ops *ops)
{
	const char *reason = copy_unsupported(ops);

	if (!reason)
		return verify_apart(ops);
	printf("%s: not here: %s\n", ops->name, reason);
	return 0;
}

int main(int argc, char **argv)
{
	int failed = 0;

	for (size_t i = 0; argc < 2 && copy_at(i); i++)
		failed |= try(copy_at(i));
	for (int i = 1; i < argc; i++) {
		const struct copy_ops *ops = copy_find(argv[i]);

		if (!ops)
			printf("%s: FAILED: no such routine\n", argv[i]);
		failed |= ops ? try(ops) : 1;
	}
	return failed;
}
