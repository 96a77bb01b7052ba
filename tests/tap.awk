# SPDX-License-Identifier: MIT
# Judges the TAP of one run for tests/run. Variables: name of the run, its exit status, its limit in seconds.
#
# Prints records by first letter: C passed failed skipped; S a skipped test and its reason; F output to show.
# A plan comes before its tests, and there may be several (cmocka prints one a group). A run that is cut
# short, numbers its tests wrong, or ends badly without a failing test adds one failure, so that silence is
# never taken for success.

BEGIN { plan = -1 }

/^1\.\.[0-9]+/ {
	end_group()
	plan = substr($1, 4) + 0
	groups++
	if (plan == 0 && tolower($0) ~ /# skip/)
		skip("all", $0)
	else if (plan == 0)
		wrong("planned no test")
	next
}

/^Bail out!/ { wrong("gave up: " $0) }

/^(not )?ok( |$)/ {
	number = $1 == "ok" ? $2 : $3
	if (number != ++seen)
		wrong("test " number " came where " seen " was due")
	result($0)
	held = ""
	next
}

showing { show($0) }
{ held = held $0 "\n" }

END {
	end_group()
	if (!groups)
		wrong("printed no plan")
	cause = ending()
	if (cause) {
		failed++
		show((showing ? "" : held) "not ok: " cause)
	}
	print "C " passed + 0, failed + 0, skipped + 0
}

# cmocka marks a skipped test as `not ok N # SKIP name`, everyone else as `ok N name # skip reason`.
function result(line,    before) {
	before = showing ? "" : held
	showing = 0
	if (line ~ /^not ok [0-9]+ # SKIP/) {
		sub(/^not ok [0-9]+ # SKIP */, "", line)
		skip(line, held)
	} else if (line ~ /^ok/ && tolower(line) ~ / # skip/) {
		skip(title(line), line)
	} else if (line ~ /^ok/) {
		passed++
	} else {
		failed++
		show(before line)
		showing = 1
	}
}

function title(line) {
	sub(/^ok [0-9]+ (- )?/, "", line)
	sub(/ # [Ss][Kk][Ii][Pp].*/, "", line)
	return line
}

# The reason follows the word skip: in the line itself or, with cmocka, in a comment the test prints first.
function skip(test, text) {
	skipped++
	if (!match(tolower(text), /# skip:? */))
		text = "no reason given"
	else
		text = substr(text, RSTART + RLENGTH)
	sub(/\n.*/, "", text)
	print "S " name ", " test ": " (text == "" ? "no reason given" : text)
}

function end_group() {
	if (plan >= 0 && seen != plan)
		wrong("planned " plan " tests and reported " seen + 0)
	seen = 0
}

function wrong(text) {
	if (!malformed)
		malformed = text
}

# One cause a run, the likeliest to explain the others first. 124 is timeout(1)'s own status.
function ending() {
	if (status == 124)
		return "not done in " limit " s"
	if (status > 128)
		return "died of signal " status - 128
	if (status != 0 && !failed)
		return "exited with status " status
	return malformed
}

function show(text,    lines, n, i) {
	if (!named++)
		print "F " name ":"
	n = split(text, lines, "\n")
	for (i = 1; i <= n; i++)
		print "F " lines[i]
}
