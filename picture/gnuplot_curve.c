/* SPDX-License-Identifier: MIT */
#include "picture/gnuplot_panel.h"

#define MANY_DOTS  300
#define MANY_STEPS 600

/*
 * Seven colours of Okabe and Ito (2008), which readers with any colour vision tell apart, black last; in place of their
 * yellow, which is pale on white, an olive.
 */
static const char *const colours[] = { "#0072b2", "#d55e00", "#009e73", "#cc79a7", "#56b4e9",
	"#e69f00", "#999933", "#000000" };

#define N_COLOURS (sizeof(colours) / sizeof(colours[0]))

const char *gnuplot_colour(size_t colour)
{
	return colours[colour % N_COLOURS];
}

static size_t round_of(size_t colour)
{
	return colour / N_COLOURS % 3;
}

/* Solid, dotted, dashed: short enough to show in the legend. */
const char *gnuplot_dash(size_t colour)
{
	static const char *const dashes[] = { "1", "(4,6)", "(12,6)" };

	return dashes[round_of(colour)];
}

/* In the order of the line types of gnuplot's terminal "dumb", from 1. */
static const char *const letters[] = { "*", "#", "$", "%", "@", "&", "=" };

#define N_LETTERS (sizeof(letters) / sizeof(letters[0]))
_Static_assert(N_LETTERS == GNUPLOT_LETTERS, "a letter a line type");

int gnuplot_line_type(size_t colour)
{
	return (int)(colour % N_LETTERS) + 1;
}

const char *gnuplot_letter(size_t colour)
{
	return letters[colour % N_LETTERS];
}

/* Closer together than can be told apart: the intervals are a band, and no mark is set. */
static void put_dense_steps(FILE *f, size_t panel, size_t i, const char *colour, const char *dash)
{
	fprintf(f,
		"$d%zu_%zu using 1:3:4 with filledcurves fillstyle transparent solid 0.25 noborder "
		"fillcolor rgb '%s', "
		"$d%zu_%zu using 1:2 with steps linewidth 1 dashtype %s linecolor rgb '%s'",
		panel, i, colour, panel, i, dash, colour);
}

static void put_steps(FILE *f, size_t panel, size_t i, const char *colour, const char *dash)
{
	fprintf(f,
		"$d%zu_%zu using 1:2 with steps linewidth 2 dashtype %s linecolor rgb '%s', "
		"$d%zu_%zu using 1:3:(0):($4-$3) with vectors nohead linewidth 1 linecolor "
		"rgb '%s', "
		"$d%zu_%zu using 1:($6 > 0 ? NaN : $2) with points pointtype 7 pointsize 0.3 "
		"linecolor rgb '%s'",
		panel, i, dash, colour, panel, i, colour, panel, i, colour);
}

static void put_band(
	FILE *f, const struct picture_curve *c, size_t panel, size_t i, const char *colour)
{
	if (!c->is_bound)
		fprintf(f,
			"$d%zu_%zu using 1:3:4 with filledcurves fillstyle transparent solid 0.25 "
			"noborder fillcolor rgb '%s', ",
			panel, i, colour);
	fprintf(f,
		"$d%zu_%zu using 1:2 with linespoints pointtype 7 pointsize 0.5 linewidth 2 "
		"dashtype %s linecolor rgb '%s'",
		panel, i, c->is_bound ? "2" : gnuplot_dash(c->colour), colour);
}

static void put_bars(
	FILE *f, const struct picture_panel *p, size_t panel, size_t i, const char *colour)
{
	static const char *const fills[] = { "solid 0.85", "pattern 5", "pattern 6" };
	double wide = 0.84 / (double)p->n_curves;
	double shift = ((double)i - ((double)p->n_curves - 1) / 2) * wide;

	fprintf(f,
		"$d%zu_%zu using ($1%+.6f):2:(%.6f) with boxes fillstyle %s noborder fillcolor "
		"rgb '%s', "
		"$d%zu_%zu using ($1%+.6f):3:(0):($4-$3) with vectors nohead linewidth 1 "
		"linecolor "
		"rgb '#000000'",
		panel, i, shift, wide, fills[round_of(p->curves[i].colour)], colour, panel, i,
		shift);
}

/* The bars are pale, so that the dots show on them. */
static void put_dots(
	FILE *f, const struct picture_curve *c, size_t panel, size_t i, const char *colour)
{
	fprintf(f,
		"$d%zu_%zu using 1:3:(0):($4-$3) with vectors nohead linewidth 1 linecolor rgb "
		"'#b0%s', $d%zu_%zu using 1:2 with points pointtype 7 pointsize %g linecolor rgb "
		"'%s'",
		panel, i, colour + 1, panel, i, c->n > MANY_DOTS ? 0.3 : 0.6, colour);
}

static void put_curve(FILE *f, const struct picture_panel *p, size_t panel, size_t i)
{
	const struct picture_curve *c = &p->curves[i];
	const char *colour = gnuplot_colour(c->colour);

	switch (p->shape) {
	case PANEL_STEPS:
		(c->n > MANY_STEPS ? put_dense_steps : put_steps)(
			f, panel, i, colour, gnuplot_dash(c->colour));
		break;
	case PANEL_BAND:
		put_band(f, c, panel, i, colour);
		break;
	case PANEL_DOTS:
		put_dots(f, c, panel, i, colour);
		break;
	case PANEL_IMPULSES:
		fprintf(f, "$d%zu_%zu using 1:2 with impulses linewidth 1 linecolor rgb '%s'",
			panel, i, colour);
		break;
	case PANEL_BARS:
		put_bars(f, p, panel, i, colour);
		break;
	case PANEL_CELLS:
		break;
	}
}

/* As text: no colours, no whiskers. */
static void put_plain_curve(FILE *f, const struct picture_panel *p, size_t panel, size_t i)
{
	static const char *const styles[] = {
		[PANEL_STEPS] = "steps",
		[PANEL_BAND] = "lines",
		[PANEL_DOTS] = "points pointtype 1",
		[PANEL_IMPULSES] = "impulses",
		[PANEL_BARS] = "impulses",
	};
	double shift = p->shape == PANEL_BARS ? ((double)i - ((double)p->n_curves - 1) / 2) * 0.8 /
							(double)p->n_curves
					      : 0;

	fprintf(f, "$d%zu_%zu using ($1%+.6f):2 with %s linetype %d", panel, i, shift,
		styles[p->shape], gnuplot_line_type(p->curves[i].colour));
}

void gnuplot_curve(
	FILE *f, const struct picture_panel *panel, size_t panel_at, size_t curve, bool plain)
{
	if (plain)
		put_plain_curve(f, panel, panel_at, curve);
	else
		put_curve(f, panel, panel_at, curve);
}
