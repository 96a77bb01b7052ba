/* SPDX-License-Identifier: MIT */
#ifndef NETIO_COPY_PLUGIN_H
#define NETIO_COPY_PLUGIN_H

#include "base/err.h"
#include "copy/copy.h"

/*
 * Loads a shared object and checks what it says of its routines, but not what they do: that is for
 * copy_verify(), in a process of its own. Loading runs the object's constructors in this process, where
 * unsupported() is called as well.
 *
 * `path` names a file: without a slash one in the current folder, never one of the library path. 0 with
 * *plugin, which lives as long as the process; else a negative errno with err, which names the file:
 * -ELIBBAD when it cannot be loaded, -ENOENT when it exports no COPY_PLUGIN_SYMBOL, -EPROTO when that has
 * another COPY_ABI, -EINVAL when a routine's description breaks the contract of copy.h. Any thread.
 */
int plugin_load(const char *path, const struct copy_plugin **plugin, struct err *err);

#endif
