/* SPDX-License-Identifier: MIT */
#include "tests/unit/stories.h"

/* The logs of reference/ as mail programs would have left them, against the ratios that are known. */

/* The geometric mean of new / base over the points of that size (0: all), each offset once or each line. */
static double mean_ratio(
	const struct stored *base, const struct stored *new, uint64_t size, bool once, size_t *n)
{
	double sum = 0;

	*n = 0;
	for (size_t i = 0; i < base->n_points; i++) {
		const struct stored_point *a = &base->points[i];
		const struct stored_point *b = &new->points[i];

		assert_int_equal(stored_key_compare(&a->key, &b->key), 0);
		if ((size && a->key.size_bytes != size) || (once && a->key.occurrence > 0))
			continue;
		sum += log(b->mb_per_s / a->mb_per_s);
		++*n;
	}
	return exp(sum / (double)*n);
}

/* Ways that a log takes through the mail; %s is the file. Each leaves the figures as they were. */
static const char *const mailers[] = {
	"cat %s",
	"sed 's/^/> /' %s",
	"sed 's/^/>> | /; s/$/\\r/' %s",
	"sed 's/$/\\r/' %s",
	"tr ' ' '\\t' <%s",
	"fold -s -w 72 %s",
	"fold -s -w 72 %s | sed 's/^/> /'",
	"sed 's/^/> /' %s | fold -s -w 72",
	"fold -s -w 30 %s | sed 's/ *$//; s/^/> /; s/$/\\r/'",
	/* Quoted-printable: lines of at most 40 characters, joined by "="; the signs that need it are encoded. */
	"awk '{ gsub(/=/, \"=3D\"); gsub(/:/, \"=3A\"); while (length($0) > 40) { n = 39; "
	"while (substr($0, n - 1, 2) ~ /=/) n--; print substr($0, 1, n) \"=\"; "
	"$0 = substr($0, n + 1) } print $0 \"=20\" }' %s",
	"awk '{ while (length($0) > 75) { print substr($0, 1, 75) \"=\"; $0 = substr($0, 76) } "
	"print }' %s | sed 's/^/> /; s/$/\\r/'",
	"sed 's/^/> /' %s | awk '{ while (length($0) > 75) { print substr($0, 1, 75) \"=\"; "
	"$0 = substr($0, 76) } print }'",
	"(echo 'Hello,'; echo; cat %s; echo; echo '-- '; echo 'a person = me')",
};

static struct story read_mailed(const char *mailer, const char *file)
{
	char command[512];
	struct story s;
	char *text;

	snprintf(command, sizeof(command), mailer, file);
	text = output_of(command);
	s = read_text(text);
	CHECK(s.ret == 0 && s.stored.n_ignored == 0 && !s.stored.interrupted,
		"%s; %zu ignored, line %zu: %s; by %s", s.err.text, s.stored.n_ignored,
		s.stored.first_ignored, s.stored.ignored_reason, command);
	free(text);
	return s;
}

static void expect_ratio(const char *mailer, const struct stored *base, const struct stored *new,
	uint64_t size, bool once, size_t n_expected, double expected)
{
	size_t n;
	double ratio = mean_ratio(base, new, size, once, &n);

	CHECK(n == n_expected && fabs(ratio - expected) <= 0.0005,
		"size %llu: %.5f over %zu, expected %.3f over %zu; by %s", (unsigned long long)size,
		ratio, n, expected, n_expected, mailer);
}

/* The figures of reference/README.md's mails: 1.081, 1.730 and 1.033 a buffer are of all 113 lines. */
static void the_athlon_mp_logs_give_the_known_ratios(void **state)
{
	(void)state;
	for (size_t i = 0; i < N_OF(mailers); i++) {
		struct story a = read_mailed(mailers[i], "reference/athlon-mp1800-shift6.log");
		struct story b = read_mailed(mailers[i], "reference/athlon-mp1800-shift5.log");

		assert_int_equal(a.stored.n_points, 339);
		assert_int_equal(b.stored.n_points, 339);
		assert_string_equal(a.stored.shape, "A1");
		expect_ratio(mailers[i], &a.stored, &b.stored, 8192, false, 113, 1.081);
		expect_ratio(mailers[i], &a.stored, &b.stored, 65536, false, 113, 1.730);
		expect_ratio(mailers[i], &a.stored, &b.stored, 1048576, false, 113, 1.033);
		expect_ratio(mailers[i], &a.stored, &b.stored, 0, false, 339, 1.2455);
		/* Offsets 8 and 32 counted once. */
		expect_ratio(mailers[i], &a.stored, &b.stored, 0, true, 333, 1.2447);
		forget(&a);
		forget(&b);
	}
}

static void the_athlon_k7_logs_give_the_known_ratio(void **state)
{
	(void)state;
	for (size_t i = 0; i < N_OF(mailers); i++) {
		struct story a = read_mailed(mailers[i], "reference/athlon-k7-shift6.log");
		struct story b = read_mailed(mailers[i], "reference/athlon-k7-shift5.log");

		assert_int_equal(a.stored.n_points, 5);
		assert_string_equal(b.stored.shape, "A2");
		expect_ratio(mailers[i], &a.stored, &b.stored, 0, false, 5, 1.324);
		forget(&a);
		forget(&b);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_athlon_mp_logs_give_the_known_ratios),
		cmocka_unit_test(the_athlon_k7_logs_give_the_known_ratio),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
