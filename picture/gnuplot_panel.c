/* SPDX-License-Identifier: MIT */
#include "picture/gnuplot_panel.h"

#include <math.h>

#include "picture/gnuplot_text.h"

/* An interval may take this much more than the values do; what is beyond ends at the frame. */
#define WHISKER_SHARE 1.0
#define LEAST_SHARE   0.02 /* of a value: a flat curve is not blown up to its noise */
#define PADDING       0.06
#define WHITE_SHARE   0.2 /* of the colours: less has no room for labels of its own */

static void put_mark(FILE *f, const struct picture_mark *m)
{
	if (m->is_break) {
		fputc('\n', f);
		return;
	}
	gnuplot_number(f, m->x);
	fputc(' ', f);
	gnuplot_number(f, m->y);
	fputc(' ', f);
	gnuplot_number(f, m->low);
	fputc(' ', f);
	gnuplot_number(f, m->high);
	fprintf(f, " %d %d\n", m->is_noisy, m->is_end);
}

/* The cells of a panel are one block, whose second column is the row. */
static void put_cells(FILE *f, const struct picture_panel *p, size_t panel)
{
	char text[GNUPLOT_CELL_BYTES];

	fprintf(f, "$d%zu << EOD\n", panel);
	for (size_t i = 0; i < p->n_curves; i++) {
		for (size_t j = 0; j < p->curves[i].n; j++) {
			const struct picture_mark *m = &p->curves[i].marks[j];

			fprintf(f, "%.10g %zu ", m->x, i);
			gnuplot_number(f, m->y);
			fprintf(f, " %d %s\n", m->is_noisy, gnuplot_cell_text(p, m, text));
		}
	}
	fputs("EOD\n", f);
}

void gnuplot_panel_data(FILE *f, const struct picture *picture, size_t panel)
{
	const struct picture_panel *p = &picture->panels[panel];

	if (p->shape == PANEL_CELLS) {
		put_cells(f, p, panel);
		return;
	}
	for (size_t i = 0; i < p->n_curves; i++) {
		fprintf(f, "$d%zu_%zu << EOD\n", panel, i);
		for (size_t j = 0; j < p->curves[i].n; j++)
			put_mark(f, &p->curves[i].marks[j]);
		fputs("EOD\n", f);
	}
}

struct range {
	double low, high;
};

static void widen(struct range *r, double value)
{
	if (!isfinite(value))
		return;
	r->low = isfinite(r->low) ? fmin(r->low, value) : value;
	r->high = isfinite(r->high) ? fmax(r->high, value) : value;
}

static struct range range_of(const struct picture_panel *p, bool whole)
{
	struct range r = { NAN, NAN };

	for (size_t i = 0; i < p->n_curves; i++) {
		for (size_t j = 0; j < p->curves[i].n; j++) {
			const struct picture_mark *m = &p->curves[i].marks[j];

			if (m->is_break)
				continue;
			widen(&r, m->y);
			if (whole) {
				widen(&r, m->low);
				widen(&r, m->high);
			}
		}
	}
	return r;
}

/* Of y. Whiskers widen it, but one that is very long must not flatten all the rest. */
static struct range frame_of(const struct picture_panel *p)
{
	struct range values = range_of(p, p->shape == PANEL_DOTS);
	struct range all = range_of(p, true);
	double room = fmax(values.high - values.low, LEAST_SHARE * fabs(values.high));
	struct range r = { fmax(all.low, values.low - WHISKER_SHARE * room),
		fmin(all.high, values.high + WHISKER_SHARE * room) };

	if (!isfinite(r.low))
		return (struct range) { 0, 1 };
	if (p->y_from_zero)
		r.low = 0;
	room = fmax(r.high - r.low, LEAST_SHARE * fabs(r.high));
	if (room <= 0)
		room = 1;
	r.high += PADDING * room;
	if (!p->y_from_zero)
		r.low = fmax(r.low - PADDING * room, r.low > 0 ? r.low / 2 : r.low - room);
	return r;
}

static void put_rectangle(
	FILE *f, const struct picture_span *s, const char *colour, size_t *n_objects)
{
	fprintf(f,
		"set object %zu rectangle from first %.10g, graph 0 to first %.10g, graph 1 behind "
		"fillcolor rgb '%s' fillstyle solid noborder\n",
		++*n_objects, s->low, s->high, colour);
}

static void put_spans(FILE *f, const struct picture_panel *p)
{
	size_t n = 0;

	for (size_t i = 0; i < p->n_spans; i++)
		put_rectangle(f, &p->spans[i], p->spans[i].is_gap ? "#e4e4e4" : "#fde3c4", &n);
}

static void put_grid(FILE *f, const struct picture_panel *p)
{
	for (size_t i = 0; i < p->n_grid; i++)
		fprintf(f,
			"set arrow from first %.10g, graph 0 to first %.10g, graph 1 nohead back "
			"linewidth %s linecolor rgb '%s'\n",
			p->grid[i].at, p->grid[i].at, p->grid[i].is_strong ? "2" : "1",
			p->grid[i].is_strong ? "#888888" : "#cfcfcf");
}

static void put_levels(FILE *f, const struct gnuplot_layout *l, const struct picture_panel *p)
{
	char label[GNUPLOT_NAME_BYTES];

	for (size_t i = 0; i < p->n_levels; i++) {
		fprintf(f,
			"set arrow from graph 0, first %.10g to graph 1, first %.10g nohead front "
			"dashtype 2 linecolor rgb '#000000'\n",
			p->levels[i].at, p->levels[i].at);
		fprintf(f, "set label ");
		gnuplot_quote(
			f, gnuplot_cut(p->levels[i].label, l->name_most, label, sizeof(label)));
		fprintf(f, " at graph 1, first %.10g offset character 0.7, 0 left\n",
			p->levels[i].at);
	}
}

/* The width of a label, on the axis. */
static double label_width(const struct gnuplot_layout *l, const char *label)
{
	return l->is_upright ? 0 : l->character * (double)gnuplot_length(label);
}

/* Whether the label has room beside the one that ends at *free_from; bars have one each, whatever happens. */
static bool label_fits(const struct gnuplot_layout *l, const struct picture_panel *p,
	const struct picture_tic *tic, double *free_from)
{
	double half = label_width(l, tic->label) / 2;
	double at = gnuplot_in_frame(l, p, tic->at);

	if (p->shape == PANEL_BARS)
		return true;
	if (l->canvas->terminal == GNUPLOT_TEXT && p->shape == PANEL_CELLS &&
		(size_t)tic->at % gnuplot_text_columns(l, p) != 0)
		return false;
	if (at - half < *free_from || at + half > gnuplot_in_frame(l, p, p->x_high) + l->right)
		return false;
	*free_from = at + half + 2 * l->character;
	return true;
}

/* As many characters as stand under a group of bars; of other labels all. */
static size_t label_most(const struct gnuplot_layout *l, const struct picture_panel *p)
{
	double n = gnuplot_in_frame(l, p, p->x_low + 1) / l->character - 1;

	if (p->shape != PANEL_BARS)
		return GNUPLOT_NAME_MAX;
	return l->is_upright ? GNUPLOT_LABEL_MOST : n > 1 ? (size_t)n : 1;
}

static void put_x_tics(FILE *f, const struct gnuplot_layout *l, const struct picture_panel *p)
{
	char label[GNUPLOT_NAME_BYTES];
	double free_from = -l->width;
	bool any = false;

	if (!p->n_x_tics) {
		fputs("set xtics auto nomirror out\n", f);
		return;
	}
	fprintf(f, "set xtics nomirror out %s (",
		l->is_upright ? "rotate by 90 right" : "norotate autojustify");
	for (size_t i = 0; i < p->n_x_tics; i++) {
		if (!label_fits(l, p, &p->x_tics[i], &free_from))
			continue;
		fputs(any ? ", " : "", f);
		gnuplot_quote_tic(
			f, gnuplot_cut(p->x_tics[i].label, label_most(l, p), label, sizeof(label)));
		fprintf(f, " %.10g", p->x_tics[i].at);
		any = true;
	}
	fputs(")\n", f);
}

static void put_y_axis(FILE *f, const struct gnuplot_layout *l, const struct picture_panel *p)
{
	char name[GNUPLOT_NAME_BYTES];
	struct range r;

	if (p->shape != PANEL_CELLS) {
		r = frame_of(p);
		fprintf(f, "set yrange [%.10g:%.10g]\nset ytics auto nomirror out\nset ylabel ",
			r.low, r.high);
		gnuplot_quote(f, p->y_label ? p->y_label : "");
		fputc('\n', f);
		return;
	}
	fprintf(f, "set yrange [-0.5:%.1f]\nunset ylabel\nset ytics nomirror out (",
		(double)p->n_curves - 0.5);
	for (size_t i = 0; i < p->n_curves; i++) {
		fputs(i ? ", " : "", f);
		gnuplot_quote_tic(
			f, gnuplot_cut(p->curves[i].name, l->name_most, name, sizeof(name)));
		fprintf(f, " %zu", i);
	}
	fputs(")\n", f);
}

static void put_frame(FILE *f, const struct gnuplot_layout *l, size_t panel)
{
	double top = gnuplot_frame_top(l, panel);

	fprintf(f,
		"set lmargin at screen %.6f\nset rmargin at screen %.6f\n"
		"set tmargin at screen %.6f\nset bmargin at screen %.6f\n",
		gnuplot_x(l, l->left), gnuplot_x(l, l->width - l->right), gnuplot_y(l, top),
		gnuplot_y(l, top + l->frame));
}

/* A heat map has no title; as text it says there what has no room. */
static void put_title(FILE *f, const struct gnuplot_layout *l, const struct picture_panel *p)
{
	bool plain = l->canvas->terminal == GNUPLOT_TEXT;
	size_t step = plain && p->shape == PANEL_CELLS ? gnuplot_text_columns(l, p) : 1;
	char title[64];

	snprintf(title, sizeof(title), "1 column of %zu is shown", step);
	fputs("set title\nset label ", f);
	gnuplot_quote(f, step > 1 ? title : p->title ? p->title : "");
	fprintf(f, " at graph 0, graph 1 offset character 0, %s left\n", plain ? "1" : "0.7");
}

/* The first column that is shown as text needs room for its half. */
static void put_x_range(FILE *f, const struct gnuplot_layout *l, const struct picture_panel *p)
{
	double x_low = p->x_low;

	if (l->canvas->terminal == GNUPLOT_TEXT && p->shape == PANEL_CELLS)
		x_low = -0.5 * (double)gnuplot_text_columns(l, p);
	fprintf(f, "set xrange [%.10g:%.10g]\n", x_low, p->x_high);
}

static void put_axes(FILE *f, const struct gnuplot_layout *l, const struct picture_panel *p)
{
	fputs(p->x_is_log2 ? "set logscale x 2\n" : "unset logscale x\n", f);
	put_x_range(f, l, p);
	fputs("set xlabel ", f);
	gnuplot_quote(f, p->x_label ? p->x_label : "");
	fputs(l->is_upright ? " offset character 0, -0.7\n" : " offset 0, 0\n", f);
	put_title(f, l, p);
	put_x_tics(f, l, p);
	put_y_axis(f, l, p);
}

/* Viridis (van der Walt and Smith, 2015) by nine of its colours. */
static void put_viridis(FILE *f)
{
	fputs("unset logscale cb\nset palette defined (0 '#440154', 1 '#472c7a', 2 '#3b518b', "
	      "3 '#2c718e', 4 '#21908d', 5 '#27ad81', 6 '#5cc863', 7 '#aadc32', 8 '#fde725')\n"
	      "set cbtics auto\nset format cb '%.6g'\n",
		f);
}

/* Red, white and blue, as strong for half as for twice: red is what is worse. */
static void put_diverging(FILE *f, const struct picture_panel *p)
{
	static const char *const colours[] = { "#b2182b", "#fddbc7", "#ffffff", "#ffffff",
		"#d1e5f0", "#2166ac" };
	const double places[] = { p->colour_low, p->white_low, p->white_low, p->white_high,
		p->white_high, p->colour_high };
	size_t n = sizeof(places) / sizeof(places[0]);

	fputs("set logscale cb\nset palette defined (", f);
	for (size_t i = 0; i < n; i++)
		fprintf(f, "%s%.10g '%s'", i ? ", " : "", log(places[i]),
			colours[p->high_is_worse ? n - 1 - i : i]);
	fprintf(f, ")\nset cbtics (%.10g, 1, %.10g", p->colour_low, p->colour_high);
	if (log(p->white_high) > WHITE_SHARE * log(p->colour_high))
		fprintf(f, ", %.10g, %.10g", p->white_low, p->white_high);
	fputs(")\nset format cb '%.3g'\n", f);
}

static void put_palette(FILE *f, const struct picture_panel *p)
{
	if (isfinite(p->white_low))
		put_diverging(f, p);
	else
		put_viridis(f);
	fprintf(f, "set cbrange [%.10g:%.10g]\nset cblabel ", p->colour_low, p->colour_high);
	gnuplot_quote(f, p->y_label ? p->y_label : "");
	fputs(" offset character 1.5, 0\n", f);
}

static void put_colour_box(FILE *f, const struct gnuplot_layout *l, size_t panel)
{
	double top = gnuplot_frame_top(l, panel);

	fprintf(f,
		"set colorbox user vertical origin screen %.6f, screen %.6f size screen %.6f, "
		"screen %.6f\n",
		gnuplot_x(l, l->width - l->right + 12), gnuplot_y(l, top + l->frame), 14 / l->width,
		l->frame / l->height);
}

/* As many columns as there is room for the longest text in each. */
static void plot_cell_texts(
	FILE *f, const struct gnuplot_layout *l, const struct picture_panel *p, size_t panel)
{
	size_t step = gnuplot_text_columns(l, p);

	fprintf(f, "plot $d%zu using (int($1) %% %zu == 0 ? $1 : NaN):2:5 with labels\n", panel,
		step);
}

/* Boxes rather than an image: that needs a grid without gaps, and two of each. What has none is the grey behind. */
static void plot_cells(
	FILE *f, const struct gnuplot_layout *l, const struct picture_panel *p, size_t panel)
{
	if (l->canvas->terminal == GNUPLOT_TEXT) {
		plot_cell_texts(f, l, p, panel);
		return;
	}
	put_palette(f, p);
	put_colour_box(f, l, panel);
	fprintf(f,
		"set object 1 rectangle from graph 0, graph 0 to graph 1, graph 1 behind "
		"fillcolor rgb '#d9d9d9' fillstyle solid noborder\n"
		"plot $d%zu using 1:2:(0.5):(0.5):3 with boxxyerror fillstyle solid noborder "
		"linecolor palette, "
		"$d%zu using ($4 > 0 ? $1 : NaN):2:(0.5):(0.5) with boxxyerror fillstyle "
		"transparent pattern 4 noborder linecolor rgb '#808080'\n",
		panel, panel);
}

void gnuplot_panel_plot(
	FILE *f, const struct gnuplot_layout *l, const struct picture *picture, size_t panel)
{
	const struct picture_panel *p = &picture->panels[panel];
	bool plain = l->canvas->terminal == GNUPLOT_TEXT;

	put_frame(f, l, panel);
	put_axes(f, l, p);
	if (!plain) {
		put_spans(f, p);
		put_grid(f, p);
	}
	put_levels(f, l, p);
	if (p->shape == PANEL_CELLS) {
		plot_cells(f, l, p, panel);
	} else {
		for (size_t i = 0; i < p->n_curves; i++) {
			fputs(i ? ", " : "plot ", f);
			gnuplot_curve(f, p, panel, i, plain);
		}
		fputc('\n', f);
	}
	fputs("unset label\nunset arrow\nunset object\n", f);
}
