/* SPDX-License-Identifier: MIT */
#include "base/units.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct suffix {
	const char *text;
	uint64_t factor;
};

static const struct suffix size_suffixes[] = {
	{ "", 1 },
	{ "K", 1024 },
	{ "M", 1048576 },
	{ "G", 1073741824 },
	{ "Ki", 1024 },
	{ "Mi", 1048576 },
	{ "Gi", 1073741824 },
	{ "KB", 1000 },
	{ "MB", 1000000 },
	{ "GB", 1000000000 },
	{ NULL, 0 },
};

static const struct suffix time_suffixes[] = {
	{ "ns", 1 },
	{ "us", 1000 },
	{ "ms", 1000000 },
	{ "s", 1000000000 },
	{ "m", 60000000000 },
	{ NULL, 0 },
};

static int digit(char c, unsigned base)
{
	int d = c >= '0' && c <= '9'   ? c - '0'
		: c >= 'a' && c <= 'f' ? c - 'a' + 10
		: c >= 'A' && c <= 'F' ? c - 'A' + 10
				       : 16;

	return d < (int)base ? d : -1;
}

/* Digits only; *end is past the last of them. -EINVAL without a digit, -ERANGE past 64 bits. */
static int parse_digits(const char *text, const char **end, uint64_t *value)
{
	unsigned base = text[0] == '0' && (text[1] == 'x' || text[1] == 'X') ? 16 : 10;
	const char *p = base == 16 ? text + 2 : text;
	uint64_t v = 0;
	int ret = digit(*p, base) < 0 ? -EINVAL : 0;

	for (int d; (d = digit(*p, base)) >= 0; p++) {
		if (__builtin_mul_overflow(v, base, &v) || __builtin_add_overflow(v, d, &v))
			ret = -ERANGE;
	}
	*end = p;
	*value = v;
	return ret;
}

static int parse_number(const char *text, const struct suffix *suffix, uint64_t *value)
{
	const char *end;
	uint64_t v;
	int ret = parse_digits(text, &end, &v);

	if (ret == -EINVAL)
		return ret;
	while (suffix->text && strcmp(suffix->text, end) != 0)
		suffix++;
	if (!suffix->text)
		return -EINVAL;
	if (ret || __builtin_mul_overflow(v, suffix->factor, &v))
		return -ERANGE;
	*value = v;
	return 0;
}

int units_size(const char *text, uint64_t *value, struct err *err)
{
	int ret = parse_number(text, size_suffixes, value);

	if (ret == -ERANGE)
		return err_set(
			err, ERANGE, "'%s' is too large: expected a number below 2^64", text);
	if (ret)
		return err_set(err, EINVAL,
			"'%s' is not a number: expected digits or 0x digits, "
			"then at most one of K M G Ki Mi Gi KB MB GB",
			text);
	return 0;
}

int units_duration(const char *text, uint64_t *ns, struct err *err)
{
	int ret = parse_number(text, time_suffixes, ns);

	if (ret == -ERANGE)
		return err_set(err, ERANGE, "'%s' is too long a time", text);
	if (ret)
		return err_set(err, EINVAL,
			"'%s' is not a time: expected digits and one of ns us ms s m", text);
	return 0;
}

/* The digits behind the point, as thousandths; *text is moved past them. */
static int parse_thousandths(const char **text, uint64_t *value)
{
	uint64_t factor = 100;

	if (**text < '0' || **text > '9')
		return -EINVAL;
	for (; **text >= '0' && **text <= '9'; (*text)++) {
		if (factor == 0)
			return -EINVAL;
		*value += (uint64_t)(**text - '0') * factor;
		factor /= 10;
	}
	return 0;
}

int units_percent(const char *text, uint64_t *thousandths, struct err *err)
{
	size_t n_digits = strspn(text, "0123456789");
	const char *rest = text + n_digits;
	uint64_t whole = n_digits && n_digits <= 6 ? strtoull(text, NULL, 10) : 0;
	uint64_t value = whole * 1000;
	int ret = n_digits && n_digits <= 6 ? 0 : -EINVAL;

	if (!ret && *rest == '.') {
		rest++;
		ret = parse_thousandths(&rest, &value);
	}
	if (*rest == '%')
		rest++;
	if (ret || *rest)
		return err_set(err, EINVAL,
			"'%s' is not a percentage: expected a number such as 3, 2.5 or 0.5%%, "
			"below "
			"1000000 and with at most three digits behind the point",
			text);
	*thousandths = value;
	return 0;
}

/* A range as written: first, last and how to get from one value to the next. */
struct range {
	uint64_t first, last, step;
	int geometric;
};

static uint64_t range_count(const struct range *r)
{
	uint64_t n;

	if (!r->geometric) {
		n = (r->last - r->first) / r->step;
		return n == UINT64_MAX ? n : n + 1;
	}
	n = 1;
	for (uint64_t v = r->first; v <= r->last / r->step; v *= r->step)
		n++;
	return n;
}

static int parse_range(const char *item, struct range *r, struct err *err)
{
	char *text = strdup(item);
	char *last = text ? strchr(text, ':') : NULL;
	char *step = last ? strchr(last + 1, ':') : NULL;
	int ret;

	if (!text)
		return err_set(err, ENOMEM, "out of memory");
	if (!step || strchr(step + 1, ':')) {
		ret = err_set(err, EINVAL,
			"'%s' is not a range: expected START:END:STEP or START:END:xFACTOR", item);
		goto out;
	}
	*last++ = '\0';
	*step++ = '\0';
	r->geometric = *step == 'x';
	ret = units_size(text, &r->first, err);
	if (!ret)
		ret = units_size(last, &r->last, err);
	if (!ret)
		ret = units_size(step + r->geometric, &r->step, err);
	if (ret)
		err_prefix(err, "range '%s'", item);
	else if (r->last < r->first)
		ret = err_set(
			err, EINVAL, "range '%s' runs backwards: expected START <= END", item);
	else if (!r->geometric && r->step == 0)
		ret = err_set(err, EINVAL, "range '%s' has step 0: expected at least 1", item);
	else if (r->geometric && (r->step < 2 || r->first == 0))
		ret = err_set(err, EINVAL,
			"range '%s' never ends: expected a START above 0 and a factor of 2 or more",
			item);
out:
	free(text);
	return ret;
}

/* One item of a list, a number being the range of itself. */
static int parse_item(
	const char *item, uint64_t min, uint64_t max, struct range *r, struct err *err)
{
	int ret;

	if (strchr(item, ':')) {
		ret = parse_range(item, r, err);
	} else {
		*r = (struct range) { .step = 1 };
		ret = units_size(item, &r->first, err);
		r->last = r->first;
	}
	if (!ret && (r->first < min || r->last > max))
		ret = err_set(err, ERANGE, "'%s' is out of range: expected %llu to %llu", item,
			(unsigned long long)min, (unsigned long long)max);
	return ret;
}

static int append(struct units_list *list, const struct range *r, struct err *err)
{
	uint64_t n = range_count(r);
	uint64_t *values;
	uint64_t v = r->first;

	if (n > UNITS_LIST_MAX || n > UNITS_LIST_MAX - list->n)
		return err_set(err, ERANGE, "the list has %llu values: expected at most %d",
			(unsigned long long)(n + list->n < n ? n : n + list->n), UNITS_LIST_MAX);
	values = realloc(list->values, (list->n + n) * sizeof(*values));
	if (!values)
		return err_set(err, ENOMEM, "out of memory");
	list->values = values;
	for (uint64_t i = 0; i < n; i++) {
		values[list->n++] = v;
		v = r->geometric ? v * r->step : v + r->step;
	}
	return 0;
}

int units_list(
	const char *text, uint64_t min, uint64_t max, struct units_list *list, struct err *err)
{
	struct units_list new = { 0 };
	char *copy = strdup(text);
	char *rest = copy;
	char *item;
	int ret = copy ? 0 : err_set(err, ENOMEM, "out of memory");

	while (!ret && (item = strsep(&rest, ",")) != NULL) {
		struct range r;

		if (!*item)
			ret = err_set(
				err, EINVAL, "'%s' has an empty item: expected numbers", text);
		if (!ret)
			ret = parse_item(item, min, max, &r, err);
		if (!ret)
			ret = append(&new, &r, err);
	}
	free(copy);
	if (ret) {
		units_list_release(&new);
		return ret;
	}
	units_list_release(list);
	*list = new;
	return 0;
}

const char *units_size_text(uint64_t value, char *text, size_t size)
{
	static const char *const suffixes[] = { "", "K", "M", "G" };
	size_t i = 0;

	while (value > 0 && value % 1024 == 0 && i < 3) {
		value /= 1024;
		i++;
	}
	snprintf(text, size, "%" PRIu64 "%s", value, suffixes[i]);
	return text;
}

int units_by_value(const void *a, const void *b)
{
	uint64_t x = *(const uint64_t *)a;
	uint64_t y = *(const uint64_t *)b;

	return (x > y) - (x < y);
}

uint64_t units_list_max(const struct units_list *list)
{
	uint64_t max = 0;

	for (size_t i = 0; i < list->n; i++)
		max = list->values[i] > max ? list->values[i] : max;
	return max;
}

void units_list_release(struct units_list *list)
{
	free(list->values);
	*list = (struct units_list) { 0 };
}
