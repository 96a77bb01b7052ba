/* SPDX-License-Identifier: MIT */
#include "picture/report.h"

#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/units.h"
#include "picture/draw.h"
#include "picture/gnuplot.h"
#include "results/html.h"

#define ROWS_OPEN 64 /* as many are seen at once */

struct report {
	FILE *f;
	const struct view *view;
	const struct view_choice *choice;
	struct err *undrawn;
};

static size_t count_verdict(const struct view *v, const char *word)
{
	size_t n = 0;

	for (size_t i = 0; i < v->n; i++)
		n += strcmp(v->points[i].verdict, word) == 0;
	return n;
}

static bool is_interrupted(const struct view *v)
{
	bool any = false;

	for (size_t i = 0; i < v->n_files; i++)
		any |= v->files[i].interrupted;
	return any;
}

/* One sentence of what the numbers are worth. */
static void put_verdict(const struct report *r)
{
	const struct view *v = r->view;
	size_t unstable = count_verdict(v, "unstable");
	size_t noisy = count_verdict(v, "noisy");
	size_t few = count_verdict(v, "few");
	const char *class = unstable ? "unstable" : noisy ? "noisy" : few ? "few" : "ok";

	fprintf(r->f,
		"<p class=\"verdict %s\">%zu point%s: %zu ok, %zu noisy (beyond 2 %%), %zu "
		"unstable "
		"(beyond 10 %%), %zu with too few samples for an interval",
		class, v->n, v->n == 1 ? "" : "s", count_verdict(v, "ok"), noisy, unstable, few);
	if (v->n_without)
		fprintf(r->f, "; %zu more skipped, failed or without a number", v->n_without);
	fprintf(r->f, "%s.</p>\n",
		is_interrupted(v) ? "; interrupted, not all that was asked for" : "");
}

static void put_point(FILE *f, const struct view_point *p, bool many_files)
{
	const struct stored_key *key = p->key;
	char text[32];

	fprintf(f, "<tr class=\"%s\">", p->verdict);
	if (many_files)
		html_cell(f, p->file->path);
	html_cell(f, key->transport);
	html_cell(f, key->copy);
	html_cell(f, key->mode);
	html_cell(f, key->state[0] ? key->state : key->placement);
	snprintf(text, sizeof(text), "%" PRIu64, key->size_bytes);
	html_cell(f, text);
	snprintf(text, sizeof(text), "%" PRIu64, key->send_offset_bytes);
	html_cell(f, text);
	snprintf(text, sizeof(text), "%" PRIu64, key->recv_offset_bytes);
	html_cell(f, text);
	html_number(f, 1, p->value.median);
	html_number(f, 1, p->value.ci_low);
	html_number(f, 1, p->value.ci_high);
	html_cell(f, p->verdict);
	fputs("</tr>\n", f);
}

static void put_numbers(const struct report *r, const struct view *v)
{
	static const char *const columns[] = { "file", "transport", "copy", "mode", "cpus or state",
		"size", "send offset", "recv offset", NULL, "95 % from", "to", "verdict", NULL };
	const char *names[sizeof(columns) / sizeof(columns[0])];
	size_t most = v->n < REPORT_ROWS_MOST ? v->n : REPORT_ROWS_MOST;

	memcpy(names, columns, sizeof(columns));
	names[8] = view_metric_label(v->metric);
	/* What is folded is not printed on paper. */
	fprintf(r->f, "<details%s><summary>Numbers of %zu point%s</summary>\n",
		v->n <= ROWS_OPEN ? " open=\"open\"" : "", v->n, v->n == 1 ? "" : "s");
	html_table_begin(r->f, v->n_files > 1 ? names : names + 1);
	for (size_t i = 0; i < most; i++)
		put_point(r->f, &v->points[i], v->n_files > 1);
	html_table_end(r->f);
	if (v->n > most)
		fprintf(r->f, "<p>%zu more are not shown here: netio show prints them.</p>\n",
			v->n - most);
	fputs("</details>\n", r->f);
}

/* What is not the points' own fault is told to the caller too. */
static void put_undrawn(const struct report *r, int ret, const struct err *why)
{
	fputs("<p class=\"remark\">No picture: ", r->f);
	html_text(r->f, why->text);
	fputs("</p>\n", r->f);
	if (ret != -EINVAL && r->undrawn)
		err_set(r->undrawn, why->code, "%s", why->text);
}

static void put_picture(const struct report *r, const struct view *v, enum draw_kind kind)
{
	const struct gnuplot_canvas canvas = { GNUPLOT_SVG, GNUPLOT_WIDTH, 0, NULL };
	const struct draw_wish wish = { .kind = kind, .threshold_percent = 3 };
	struct picture picture = { 0 };
	struct err why = { 0 };
	char *svg = NULL;
	size_t n = 0;
	int ret = draw(&picture, v, &wish, &why);

	if (picture.title)
		html_element(r->f, "h2", picture.title);
	if (!ret)
		ret = gnuplot_draw(&picture, &canvas, &svg, &n, &why);
	if (ret) {
		put_undrawn(r, ret, &why);
	} else {
		fputs("<figure>", r->f);
		html_svg(r->f, svg, n, picture.title ? picture.title : "");
		fputs("</figure>\n", r->f);
	}
	free(svg);
	picture_release(&picture);
	put_numbers(r, v);
}

/* The same points by another number, where they have it: in lockstep each half. */
static void put_half(const struct report *r, enum view_metric metric)
{
	struct view_choice choice = *r->choice;
	struct view view;
	struct err none = { 0 };

	choice.metric = metric;
	if (!view_open(&view, r->view->files, r->view->n_files, &choice, &none))
		put_picture(r, &view, DRAW_AUTO);
	view_release(&view);
}

static double half_width(const struct view_point *p)
{
	double width = estimate_half_width_percent(&p->value);

	return isfinite(width) ? width : -1;
}

static bool has_samples(const struct view_point *p)
{
	return (p->run && p->run->n_samples > 1) || (p->copy && p->copy->n_samples > 1);
}

/* The samples of the point with the widest interval: why it is so wide shows there. */
static void put_worst(const struct report *r)
{
	const struct view *v = r->view;
	struct view one = *v;
	size_t worst = v->n;

	for (size_t i = 0; i < v->n; i++) {
		if (has_samples(&v->points[i]) &&
			(worst == v->n ||
				half_width(&v->points[i]) > half_width(&v->points[worst])))
			worst = i;
	}
	if (worst == v->n || v->n < 2)
		return;
	one.points = &v->points[worst];
	one.n = 1;
	one.n_without = 0;
	put_picture(r, &one, DRAW_SAMPLES);
	html_element(r->f, "p", "That is the point with the widest interval.");
}

static void put_facts(FILE *f, const char *heading, const struct facts *facts)
{
	static const char *const columns[] = { "", "value", "what it does here", NULL };
	char text[512];

	if (facts->n == 0)
		return;
	html_element(f, "h3", heading);
	html_table_begin(f, columns);
	for (size_t i = 0; i < facts->n; i++) {
		const struct fact *fact = &facts->fact[i];

		fputs("<tr>", f);
		html_cell(f, fact->name);
		html_cell(f, fact_show(fact, text, sizeof(text)));
		html_cell(f, fact->remark ? fact->remark : "");
		fputs("</tr>\n", f);
	}
	html_table_end(f);
}

static void put_time(FILE *f, uint64_t begin_ms)
{
	time_t seconds = (time_t)(begin_ms / 1000);
	struct tm tm;
	char text[64];

	if (begin_ms && gmtime_r(&seconds, &tm) &&
		strftime(text, sizeof(text), "%Y-%m-%d %H:%M:%S UTC", &tm))
		fprintf(f, "<p>Begun %s.</p>\n", text);
}

static void put_file(FILE *f, const struct stored *s)
{
	const char *command = s->run    ? s->run->command_line
			      : s->copy ? s->copy->command_line
					: NULL;
	char text[1024];

	html_element(f, "h2", s->path);
	html_element(f, "p", stored_describe(s, text, sizeof(text)));
	if (command) {
		fputs("<p><code>", f);
		html_text(f, command);
		fputs("</code></p>\n", f);
	}
	put_time(f, s->run ? s->run->begin_ms : s->copy ? s->copy->begin_ms : 0);
	put_facts(f, "Environment", &s->environment);
	put_facts(f, "Noise while it ran", &s->noise);
}

int report_write(FILE *f, const struct stored *files, size_t n, const struct view_choice *choice,
	const char *title, struct err *undrawn, struct err *err)
{
	struct view view;
	const struct report r = { f, &view, choice, undrawn };
	int ret = view_open(&view, files, n, choice, err);

	if (!ret) {
		html_begin(f, title);
		put_verdict(&r);
		put_picture(&r, &view, DRAW_AUTO);
		if (choice->metric == VIEW_MB_PER_S) {
			put_half(&r, VIEW_SEND_NS);
			put_half(&r, VIEW_RECV_NS);
		}
		put_worst(&r);
		for (size_t i = 0; i < n; i++)
			put_file(f, &files[i]);
		html_end(f);
	}
	view_release(&view);
	return ret;
}
