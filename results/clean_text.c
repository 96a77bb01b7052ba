/* SPDX-License-Identifier: MIT */
#include "results/clean_text.h"

#include <stddef.h>

/* The length of the UTF-8 sequence there, RFC 3629; 0 when it is none. */
static size_t utf8_length(const unsigned char *s)
{
	size_t n = s[0] < 0x80   ? 1
		   : s[0] < 0xc2 ? 0
		   : s[0] < 0xe0 ? 2
		   : s[0] < 0xf0 ? 3
		   : s[0] < 0xf5 ? 4
				 : 0;

	for (size_t i = 1; i < n; i++) {
		if ((s[i] & 0xc0) != 0x80)
			return 0;
	}
	if ((s[0] == 0xe0 && s[1] < 0xa0) || (s[0] == 0xed && s[1] > 0x9f) ||
		(s[0] == 0xf0 && s[1] < 0x90) || (s[0] == 0xf4 && s[1] > 0x8f))
		return 0;
	/* U+FFFE and U+FFFF are no characters, and XML 1.0 forbids them. */
	return s[0] == 0xef && s[1] == 0xbf && s[2] >= 0xbe ? 0 : n;
}

void clean_text_put(FILE *f, const char *text, const char *(*escape)(unsigned char byte))
{
	const unsigned char *s = (const unsigned char *)text;

	while (*s) {
		size_t n = utf8_length(s);
		const char *words = n == 1 && escape ? escape(*s) : NULL;

		if (words)
			fputs(words, f);
		else if (n == 0 || *s < 0x20 || *s == 0x7f)
			fputs("\xef\xbf\xbd", f);
		else
			fwrite(s, 1, n, f);
		s += n ? n : 1;
	}
}

const char *clean_text_markup(unsigned char byte)
{
	switch (byte) {
	case '<':
		return "&lt;";
	case '>':
		return "&gt;";
	case '&':
		return "&amp;";
	case '"':
		return "&quot;";
	case '\'':
		return "&#39;";
	default:
		return NULL;
	}
}
