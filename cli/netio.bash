# SPDX-License-Identifier: MIT
# bash completion of netio; the words come from the program itself.
# shellcheck shell=bash

# The option that the word under the cursor is an argument of, and what of it is typed so far.
_netio_option() {
	local cur=$1 prev=$2 before=$3 takes_argument=$4

	# bash splits words at "=": --size = 64
	if [[ $cur == '=' && $prev == --* ]]; then
		echo "$prev "
	elif [[ $prev == '=' && $before == --* ]]; then
		echo "$before $cur"
	elif [[ $cur == --*=* ]]; then
		echo "${cur%%=*} ${cur#*=}"
	else
		case $prev in
		-t) echo "--transport $cur" ;;
		-c) echo "--copy $cur" ;;
		-m)
			# plot and report have no modes.
			if grep -qxF -- --metric= <<<"$takes_argument"; then
				echo "--metric $cur"
			else
				echo "--mode $cur"
			fi
			;;
		-k) echo "--kind $cur" ;;
		-f) echo "--format $cur" ;;
		--*) grep -qxF -- "$prev=" <<<"$takes_argument" && echo "$prev $cur" ;;
		esac
	fi
}

_netio() {
	local cur=${COMP_WORDS[COMP_CWORD]} prev='' before='' command=run option typed list word options

	((COMP_CWORD > 0)) && prev=${COMP_WORDS[COMP_CWORD - 1]}
	((COMP_CWORD > 1)) && before=${COMP_WORDS[COMP_CWORD - 2]}
	((COMP_CWORD > 1)) && [[ ${COMP_WORDS[1]} == [a-z]* ]] && command=${COMP_WORDS[1]}
	COMPREPLY=()
	options=$("${COMP_WORDS[0]}" complete "$command" 2>/dev/null)
	read -r option typed <<<"$(_netio_option "$cur" "$prev" "$before" "$options")"
	if [[ $option == --output ]]; then
		mapfile -t COMPREPLY < <(compgen -f -- "$typed")
	elif [[ $option ]]; then
		# In a comma list the last item is the one to complete.
		list=''
		[[ $typed == *,* ]] && list=${typed%,*},
		for word in $("${COMP_WORDS[0]}" complete "$command" "$option" 2>/dev/null); do
			[[ $word == "${typed##*,}"* ]] && COMPREPLY+=("$list$word")
		done
	elif [[ $cur == -* ]]; then
		mapfile -t COMPREPLY < <(compgen -W "$options" -- "$cur")
		[[ ${#COMPREPLY[@]} -eq 1 && ${COMPREPLY[0]} == *= ]] && compopt -o nospace 2>/dev/null
	elif ((COMP_CWORD == 1)); then
		mapfile -t COMPREPLY < <(compgen -W "$("${COMP_WORDS[0]}" complete 2>/dev/null)" -- "$cur")
	elif [[ $command == list ]]; then
		mapfile -t COMPREPLY < <(compgen -W 'transports routines placements machine' -- "$cur")
	elif [[ $command == @(show|compare|plot|report) ]]; then
		mapfile -t COMPREPLY < <(compgen -f -- "$cur")
	elif [[ $command == help || $command == complete ]]; then
		mapfile -t COMPREPLY < <(compgen -W "$("${COMP_WORDS[0]}" complete 2>/dev/null)" -- "$cur")
	fi
	return 0
}

complete -F _netio netio
