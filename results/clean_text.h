/* SPDX-License-Identifier: MIT */
#ifndef NETIO_RESULTS_CLEAN_TEXT_H
#define NETIO_RESULTS_CLEAN_TEXT_H

#include <stdio.h>

/*
 * Texts come from outside: names of files and of plug-ins, words of the system. Prints one so that it is valid UTF-8
 * without control characters, whatever it holds: what is not becomes U+FFFD. Where escape has words for a byte (NULL:
 * it has none), they stand for it.
 */
void clean_text_put(FILE *f, const char *text, const char *(*escape)(unsigned char byte));

/* An escape: what XML and HTML would take for markup, also within the quotes of an attribute. */
const char *clean_text_markup(unsigned char byte);

#endif
