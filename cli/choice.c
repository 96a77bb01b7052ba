/* SPDX-License-Identifier: MIT */
#include "cli/choice.h"

static struct view_texts texts_of(const struct opt_texts *t)
{
	return (struct view_texts) { t->text, t->n };
}

static struct view_numbers numbers_of(const struct units_list *list)
{
	return (struct view_numbers) { list->values, list->n };
}

void choice_of(const struct choice_options *o, struct view_choice *out)
{
	*out = (struct view_choice) {
		.metric = (enum view_metric)o->metric,
		.transport = texts_of(&o->transports),
		.copy = texts_of(&o->copies),
		.state = texts_of(&o->states),
		.placement = { (char *const *)&o->cpus, o->cpus ? 1 : 0 },
		.size = numbers_of(&o->sizes),
		.offset = numbers_of(&o->offsets),
		.send_offset = numbers_of(&o->send_offsets),
		.recv_offset = numbers_of(&o->recv_offsets),
	};
}
