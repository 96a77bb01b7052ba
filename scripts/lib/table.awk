# SPDX-License-Identifier: MIT
# The table of netio run as "GROUP KEY VALUE". The group is the routine and the size, the key the offset
# with how often it has come. -v transport=... takes only that one; -v column=... names the value.
$1 == "transport" {
	for (i = 1; i <= NF; i++)
		if ($i == column)
			at = i
	next
}
$1 == transport && $7 ~ /^[0-9]/ {
	group = $2 "," $4
	print group, $5 "/" ++seen[group, $5], $at
}
