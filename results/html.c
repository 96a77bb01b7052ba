/* SPDX-License-Identifier: MIT */
#include "results/html.h"

#include <math.h>

#include "results/clean_text.h"

static const char style[] =
	":root{color-scheme:light dark;--paper:#fff;--ink:#1a1a1a;--faint:#666;--line:#ccc;"
	"--bad:#b2182b;--good:#1b7837;--unsure:#8a6100}\n"
	"@media(prefers-color-scheme:dark){:root{--paper:#161616;--ink:#e4e4e4;--faint:#a0a0a0;"
	"--line:#444;--bad:#ff8a80;--good:#81d08c;--unsure:#e6b85c}}\n"
	"body{margin:0 auto;padding:1rem;max-width:60rem;background:var(--paper);color:var(--ink);"
	"font:16px/1.5 system-ui,sans-serif;overflow-wrap:anywhere}\n"
	"h1{font-size:1.4rem}h2{font-size:1.15rem;margin-top:2rem}\n"
	".verdict{font-size:1.2rem;font-weight:600;border-left:.4rem solid var(--line);"
	"padding-left:.7rem}\n"
	".regression,.failed,.missing,.unstable{color:var(--bad)}.improvement{color:var(--good)}\n"
	".inconclusive,.new,.noisy,.few{color:var(--unsure)}.remark{color:var(--faint)}\n"
	"figure{margin:1rem 0;overflow-x:auto}\n"
	"img{width:100%;min-width:38rem;max-width:50rem;height:auto;background:#fff}\n"
	".wide{overflow-x:auto}\n"
	"table{border-collapse:collapse;font-size:.85rem;font-variant-numeric:tabular-nums;"
	"overflow-wrap:normal}\n"
	"th,td{padding:.15rem .6rem;border-bottom:1px solid var(--line);text-align:left;"
	"vertical-align:top}\n"
	"td.n,th.n{text-align:right;white-space:nowrap}\n"
	"summary{cursor:pointer}\n"
	"@media print{:root{--paper:#fff;--ink:#000;--faint:#444}body{max-width:none;padding:0;"
	"font-size:10pt}img{min-width:0}.wide,figure{overflow:visible}figure,tr{break-inside:avoid}"
	"}\n";

void html_text(FILE *f, const char *text)
{
	clean_text_put(f, text, clean_text_markup);
}

void html_element(FILE *f, const char *tag, const char *text)
{
	fprintf(f, "<%s>", tag);
	html_text(f, text);
	fprintf(f, "</%s>\n", tag);
}

void html_begin(FILE *f, const char *title)
{
	fputs("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\"/>\n"
	      "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"/>\n",
		f);
	html_element(f, "title", title);
	fprintf(f, "<style>\n%s</style>\n</head>\n<body>\n", style);
	html_element(f, "h1", title);
}

void html_end(FILE *f)
{
	fputs("</body>\n</html>\n", f);
}

void html_table_begin(FILE *f, const char *const *columns)
{
	fputs("<div class=\"wide\"><table>\n<thead><tr>", f);
	for (; *columns; columns++)
		html_element(f, "th", *columns);
	fputs("</tr></thead>\n<tbody>\n", f);
}

void html_table_end(FILE *f)
{
	fputs("</tbody></table></div>\n", f);
}

void html_cell(FILE *f, const char *text)
{
	html_element(f, "td", text);
}

void html_number(FILE *f, int digits, double value)
{
	if (isfinite(value))
		fprintf(f, "<td class=\"n\">%.*f</td>\n", digits, value);
	else
		fputs("<td class=\"n\">-</td>\n", f);
}

static void put_base64(FILE *f, const unsigned char *bytes, size_t n)
{
	static const char digits[] =
		"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

	for (size_t i = 0; i < n; i += 3) {
		unsigned a = bytes[i];
		unsigned b = i + 1 < n ? bytes[i + 1] : 0;
		unsigned c = i + 2 < n ? bytes[i + 2] : 0;

		fputc(digits[a >> 2], f);
		fputc(digits[(a & 3) << 4 | b >> 4], f);
		fputc(i + 1 < n ? digits[(b & 15) << 2 | c >> 6] : '=', f);
		fputc(i + 2 < n ? digits[c & 63] : '=', f);
	}
}

void html_svg(FILE *f, const char *svg, size_t n, const char *description)
{
	fputs("<img alt=\"", f);
	html_text(f, description);
	fputs("\" src=\"data:image/svg+xml;base64,", f);
	put_base64(f, (const unsigned char *)svg, n);
	fputs("\"/>\n", f);
}
