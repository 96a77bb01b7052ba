/* SPDX-License-Identifier: MIT */
#include "picture/gnuplot_panel.h"

#include <math.h>

#include "picture/gnuplot_text.h"

/* An interval may take this much more than the values do; what is beyond ends at the frame. */
#define WHISKER_SHARE 1.0
#define LEAST_SHARE   0.02 /* of a value: a flat curve is not blown up to its noise */
#define PADDING       0.06

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
	fprintf(f, "$d%zu << EOD\n", panel);
	for (size_t i = 0; i < p->n_curves; i++) {
		for (size_t j = 0; j < p->curves[i].n; j++) {
			const struct picture_mark *m = &p->curves[i].marks[j];

			fprintf(f, "%.10g %zu ", m->x, i);
			gnuplot_number(f, m->y);
			fprintf(f, " %d\n", m->is_noisy);
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

static void put_levels(FILE *f, const struct picture_panel *p)
{
	char label[GNUPLOT_NAME_BYTES];

	for (size_t i = 0; i < p->n_levels; i++) {
		fprintf(f,
			"set arrow from graph 0, first %.10g to graph 1, first %.10g nohead front "
			"dashtype 2 linecolor rgb '#000000'\n",
			p->levels[i].at, p->levels[i].at);
		fprintf(f, "set label ");
		gnuplot_quote(
			f, gnuplot_cut(p->levels[i].label, GNUPLOT_NAME_MAX, label, sizeof(label)));
		fprintf(f, " at graph 1, first %.10g offset character 0.7, 0 left\n",
			p->levels[i].at);
	}
}

static void put_x_tics(FILE *f, const struct picture_panel *p)
{
	if (!p->n_x_tics) {
		fputs("set xtics auto nomirror out\n", f);
		return;
	}
	fputs("set xtics nomirror out (", f);
	for (size_t i = 0; i < p->n_x_tics; i++) {
		if (i)
			fputs(", ", f);
		gnuplot_quote_tic(f, p->x_tics[i].label);
		fprintf(f, " %.10g", p->x_tics[i].at);
	}
	fputs(")\n", f);
}

static void put_y_axis(FILE *f, const struct picture_panel *p)
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
			f, gnuplot_cut(p->curves[i].name, GNUPLOT_NAME_MAX, name, sizeof(name)));
		fprintf(f, " %zu", i);
	}
	fputs(")\n", f);
}

static void put_frame(FILE *f, const struct gnuplot_layout *l, size_t panel)
{
	double top = l->head + (l->above + l->frame + l->below) * (double)panel + l->above;

	fprintf(f,
		"set lmargin at screen %.6f\nset rmargin at screen %.6f\n"
		"set tmargin at screen %.6f\nset bmargin at screen %.6f\n",
		gnuplot_x(l, l->left), gnuplot_x(l, l->width - l->right), gnuplot_y(l, top),
		gnuplot_y(l, top + l->frame));
}

static void put_axes(FILE *f, const struct picture_panel *p, bool plain)
{
	if (p->x_is_log2)
		fputs("set logscale x 2\n", f);
	else
		fputs("unset logscale x\n", f);
	fprintf(f, "set xrange [%.10g:%.10g]\nset xlabel ", p->x_low, p->x_high);
	gnuplot_quote(f, p->x_label ? p->x_label : "");
	fputs("\nset title\n", f);
	fputs("set label ", f);
	gnuplot_quote(f, p->title ? p->title : "");
	fprintf(f, " at graph 0, graph 1 offset character 0, %s left\n", plain ? "1" : "0.7");
	put_x_tics(f, p);
	put_y_axis(f, p);
}

/* Viridis (van der Walt and Smith, 2015) by nine of its colours; or blue, white and red. */
static void put_palette(FILE *f, const struct picture_panel *p)
{
	if (!isfinite(p->white_low)) {
		fputs("set palette defined (0 '#440154', 1 '#472c7a', 2 '#3b518b', 3 '#2c718e', "
		      "4 '#21908d', 5 '#27ad81', 6 '#5cc863', 7 '#aadc32', 8 '#fde725')\n",
			f);
	} else {
		fprintf(f,
			"set palette defined (%.10g '#b2182b', %.10g '#fddbc7', %.10g '#ffffff', "
			"%.10g '#ffffff', %.10g '#d1e5f0', %.10g '#2166ac')\n",
			p->colour_low, p->white_low, p->white_low, p->white_high, p->white_high,
			p->colour_high);
	}
	fprintf(f, "set cbrange [%.10g:%.10g]\nset cblabel ", p->colour_low, p->colour_high);
	gnuplot_quote(f, p->y_label ? p->y_label : "");
	fputs("\nset colorbox user vertical\n", f);
}

static void put_colour_box(FILE *f, const struct gnuplot_layout *l, size_t panel)
{
	double top = l->head + (l->above + l->frame + l->below) * (double)panel + l->above;

	fprintf(f,
		"set colorbox user vertical origin screen %.6f, screen %.6f size screen %.6f, "
		"screen %.6f\n",
		gnuplot_x(l, l->width - l->right + 12), gnuplot_y(l, top + l->frame), 14 / l->width,
		l->frame / l->height);
}

static void plot_cells(
	FILE *f, const struct gnuplot_layout *l, const struct picture_panel *p, size_t panel)
{
	if (l->canvas->terminal == GNUPLOT_TEXT) {
		fprintf(f, "plot $d%zu using 1:2:(sprintf('%%.0f', $3)) with labels\n", panel);
		return;
	}
	put_palette(f, p);
	put_colour_box(f, l, panel);
	fprintf(f,
		"plot $d%zu using 1:2:3 with image pixels, "
		"$d%zu using ($4 > 0 ? $1 : NaN):2:(0.5):(0.5) with boxxyerror fillstyle "
		"transparent "
		"pattern 4 noborder linecolor rgb '#808080'\n",
		panel, panel);
}

void gnuplot_panel_plot(
	FILE *f, const struct gnuplot_layout *l, const struct picture *picture, size_t panel)
{
	const struct picture_panel *p = &picture->panels[panel];
	bool plain = l->canvas->terminal == GNUPLOT_TEXT;

	put_frame(f, l, panel);
	put_axes(f, p, plain);
	if (!plain) {
		put_spans(f, p);
		put_grid(f, p);
	}
	put_levels(f, p);
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
