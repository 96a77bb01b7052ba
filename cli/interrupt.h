/* SPDX-License-Identifier: MIT */
#ifndef NETIO_CLI_INTERRUPT_H
#define NETIO_CLI_INTERRUPT_H

#include <signal.h>
#include <stdbool.h>

/*
 * SIGINT, SIGTERM and SIGHUP: the first one sets a flag, so that what is finished can be printed; the
 * second one ends the program at once.
 */

/* Installs the handlers; a signal that is ignored (nohup) stays ignored. The flag lives for ever. */
const volatile sig_atomic_t *interrupt_catch(void);

/* Whether one came. */
bool interrupt_caught(void);

/* Dies of the signal that was caught; returns when there was none. */
void interrupt_die(void);

#endif
