/* SPDX-License-Identifier: MIT */
#ifndef NETIO_RESULTS_WORDS_H
#define NETIO_RESULTS_WORDS_H

#include <stdbool.h>
#include <stddef.h>

/*
 * The words of a text that may have gone through the mail: between blanks, wherever a line was wrapped, without the
 * marks of quoting ("> ", ">>", "| ") at the starts of lines, and with quoted-printable undone (RFC 2045, 6.7: "=" at
 * the end of a line joins it with the next; "=3D" is a character). Every byte is looked at once or twice; nothing is
 * allocated.
 *
 * Quoted-printable is recognised where it stands, not by a header. A "=" after another "=" joins nothing, since
 * quoted-printable has no such pair, but rulers do.
 */

#define WORD_BYTES 96

struct word {
	char text[WORD_BYTES]; /* ended by NUL */
	size_t n;
	size_t line; /* where it begins, 1-based */
	bool cut;    /* it was longer */
};

struct words {
	const char *at;
	const char *end;
	size_t line;
	bool starts; /* a line */
	bool quoted; /* the line */
};

/* Of n bytes, which must live as long as the words are read. */
void words_init(struct words *words, const char *text, size_t n);

/* The next word; false at the end. */
bool words_next(struct words *words, struct word *word);

#endif
