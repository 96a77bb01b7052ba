/* SPDX-License-Identifier: MIT */
#include "cli/interrupt.h"

#include <stddef.h>

/* The number of the signal. At file level because a handler can reach nothing else. */
static volatile sig_atomic_t caught;

static void handle(int signal_number)
{
	if (caught) {
		signal(signal_number, SIG_DFL);
		raise(signal_number); /* taken when this handler returns */
	}
	caught = signal_number;
}

const volatile sig_atomic_t *interrupt_catch(void)
{
	static const int signals[] = { SIGINT, SIGTERM, SIGHUP };
	/* SA_RESTART: a write to stdout goes on; ppoll(), where the program waits, is never restarted. */
	struct sigaction action = { .sa_handler = handle, .sa_flags = SA_RESTART };
	struct sigaction old;

	for (size_t i = 0; i < sizeof(signals) / sizeof(signals[0]); i++) {
		if (sigaction(signals[i], NULL, &old) == 0 && old.sa_handler != SIG_IGN)
			sigaction(signals[i], &action, NULL);
	}
	return &caught;
}

bool interrupt_caught(void)
{
	return caught != 0;
}

void interrupt_die(void)
{
	int signal_number = caught;

	if (!signal_number)
		return;
	signal(signal_number, SIG_DFL);
	raise(signal_number);
}
