/* SPDX-License-Identifier: MIT */
/* Expanded twice by transport.c: as declarations, then as the table. The order is that of the listing. */
TRANSPORT(unix_stream)
TRANSPORT(unix_seqpacket)
TRANSPORT(unix_dgram)
TRANSPORT(tcp)
TRANSPORT(tcp6)
TRANSPORT(pipe)
TRANSPORT(skb)
TRANSPORT(null)
