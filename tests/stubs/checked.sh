#!/bin/sh
# A brain for the protocol check: keeps to what is mandatory, sees fives on the board, and does wrong
# what its first argument says.

fault=${1:-none}

# `memory`: a child fills 400 MB, then waits for ever with what it cannot write. Its first byte tells
# that it holds them; the brain that gives answers comes after that, so no answer is too early, and
# keeps the end of the pipe open.
if [ "$fault" = memory ]; then
    exec 3<&0
    dd if=/dev/zero bs=400000000 count=1 2>/dev/null | {
        dd bs=1 count=1 >/dev/null 2>&1
        sh "$0" memory-held 4<&0 <&3
    }
    exit
fi

size=15
own=' '
all=' '

say() { printf '%s\n' "$1"; }

# Whether four stones of the list lie in one line with the point, without a gap between.
makes_five() { # list x y
    for step in '1 0' '0 1' '1 1' '1 -1'; do
        dx=${step% *}
        dy=${step#* }
        run=1
        for sign in 1 -1; do
            i=1
            while :; do
                case $1 in
                *" $(($2 + sign * i * dx)),$(($3 + sign * i * dy)) "*) i=$((i + 1)) run=$((run + 1)) ;;
                *) break ;;
                esac
            done
        done
        [ "$run" -ge 5 ] && return 0
    done
    return 1
}

# The first free point beside a run that would make a five for the list.
find_five() { # list
    for stone in $1; do
        sx=${stone%,*}
        sy=${stone#*,}
        for near in '1 0' '-1 0' '0 1' '0 -1' '1 1' '-1 -1' '1 -1' '-1 1'; do
            x=$((sx + ${near% *}))
            y=$((sy + ${near#* }))
            [ "$x" -ge 0 ] && [ "$y" -ge 0 ] && [ "$x" -lt "$size" ] && [ "$y" -lt "$size" ] || continue
            case $all in *" $x,$y "*) continue ;; esac
            makes_five "$1" "$x" "$y" && return 0
        done
    done
    return 1
}

choose() {
    [ "$fault" != blind ] && find_five "$own" && return
    [ "$fault" != blind ] && find_five "$theirs" && return
    y=0
    while [ "$y" -lt "$size" ]; do
        x=0
        while [ "$x" -lt "$size" ]; do
            case $all in *" $x,$y "*) ;; *) return ;; esac
            x=$((x + 1))
        done
        y=$((y + 1))
    done
}

think() {
    [ "$fault" = slow ] && sleep 0.5
    [ "$fault" = silent ] && return
    [ "$fault" = stderr ] && echo oops >&2
    choose
    own="$own$x,$y "
    all="$all$x,$y "
    case $fault in
    blanks) say " $x, $y" ;;
    far) say "$x,$size" ;;
    *) say "$x,$y" ;;
    esac
    [ "$fault" = twice ] && say "$x,$y"
    [ "$fault" = chatty ] && say "MESSAGE done"
}

reset() {
    own=' ' theirs=' ' all=' '
}

[ "$fault" = deaf ] && while :; do sleep 1; done
cr=$(printf '\r')
reset
while read -r line; do
    line=${line%"$cr"}
    case $line in
    'START 15' | 'START 20')
        size=${line#START }
        [ "$fault" = keeps ] || reset
        say OK
        ;;
    START*) say 'ERROR size' ;;
    ABOUT) if [ "$fault" = banner ]; then say 'UNKNOWN'; else say 'name="Stub", version="1"'; fi ;;
    INFO*) [ "$fault" = info ] && say 'ERROR I know no settings' ;;
    BEGIN) think ;;
    TURN*)
        point=${line#TURN }
        case $all in *" $point "*) taken=1 ;; *) taken= ;; esac
        case $point in
        [0-9],[0-9] | [0-9],1[0-9] | 1[0-9],[0-9] | 1[0-9],1[0-9]) ;;
        *) taken=1 ;;
        esac
        if [ -z "$taken" ] && { [ "${point%,*}" -ge "$size" ] || [ "${point#*,}" -ge "$size" ]; }; then
            taken=1
        fi
        if [ -n "$taken" ]; then
            [ "$fault" = fragile ] && exit 3
            say 'ERROR no such move'
        else
            theirs="$theirs$point "
            all="$all$point "
            think
        fi
        ;;
    BOARD)
        reset
        while read -r line; do
            line=${line%"$cr"}
            [ "$line" = DONE ] && break
            point=${line%,*}
            case $line in
            *,*,1) own="$own$point " ;;
            *,*,2) theirs="$theirs$point " ;;
            esac
            all="$all$point "
        done
        think
        ;;
    END) [ "$fault" = stays ] && sleep 5; exit 0 ;;
    *) [ "$fault" = mute ] || say "UNKNOWN $line" ;;
    esac
done
[ "$fault" = orphan ] && sleep 5
