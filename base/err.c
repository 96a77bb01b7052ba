/* SPDX-License-Identifier: MIT */
#include "base/err.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

int err_set(struct err *err, int code, const char *format, ...)
{
	va_list args;

	if (err && !err->code) {
		err->code = code;
		va_start(args, format);
		vsnprintf(err->text, sizeof(err->text), format, args);
		va_end(args);
	}
	return -code;
}

void err_prefix(struct err *err, const char *format, ...)
{
	char prefix[128];
	size_t room;
	va_list args;
	size_t n;

	va_start(args, format);
	vsnprintf(prefix, sizeof(prefix) - 2, format, args);
	va_end(args);
	n = strlen(strcat(prefix, ": "));
	room = sizeof(err->text) - n - 1;
	memmove(err->text + n, err->text, strnlen(err->text, room) + 1);
	memcpy(err->text, prefix, n);
	err->text[sizeof(err->text) - 1] = '\0';
}
