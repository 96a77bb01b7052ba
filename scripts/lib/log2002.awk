# SPDX-License-Identifier: MIT
# Logs of 2002, shapes A1 and A2 of reference/README.md, as "GROUP KEY RATE": the buffer size (- without a
# head), the offset with how often it has come, and Mbytes (2^20) a second. With -v name=... the group is
# that.
/buffer size \(/ {
	size = $0
	sub(/.*:/, "", size)
	sub(/\).*/, "", size)
}
/\(off:[0-9]+,/ {
	offset = $0
	sub(/.*\(off:/, "", offset)
	sub(/,.*/, "", offset)
}
/ at [0-9.]+ Mbytes\/sec/ {
	rate = $0
	sub(/.* at /, "", rate)
	sub(/ Mbytes.*/, "", rate)
	group = name != "" ? name : size == "" ? "-" : size
	print group, offset "/" ++seen[group, offset], rate
}
