#!/bin/sh
# A brain for tests. It plays along one row and, at its third move or where the name says otherwise,
# does wrong what its first argument says.
#
# usage: brain.sh FAULT [ROW]

fault=${1:-none}
row=${2:-0}
size=15
taken=' '
moves=0
cr=$(printf '\r')

choose() {
    x=0
    y=$row
    while :; do
        case $taken in
        *" $x,$y "*) x=$((x + 1)) ;;
        *) break ;;
        esac
        if [ "$x" -ge "$size" ]; then
            x=0
            y=$(((y + 1) % size))
        fi
    done
    point=$x,$y
    taken="$taken$point "
}

sleep_on() {
    while :; do sleep 1; done
}

think() {
    choose
    moves=$((moves + 1))
    [ "$fault" = slow ] && sleep 0.2
    [ "$fault" = noise ] && echo "hello"
    [ "$fault" = unknown ] && echo "UNKNOWN what"
    [ "$fault" = talk ] && echo "MESSAGE depth 7-9 ev -12 n 3K pv h8"
    [ "$fault" = resign ] && echo "MESSAGE Depth 5-6 | Eval -M4 | Time 1ms"
    if [ "$moves" -eq 3 ]; then
        case $fault in
        crash) exit 3 ;;
        killed) kill -9 $$ ;;
        hang) return ;;
        deaf-hang) sleep_on ;;
        frozen) kill -STOP $$ ;;
        late) sleep 1.1 ;;
        occupied) point=${taken#* } point=${point%% *} ;;
        outside) point=15,3 ;;
        negative) point=-1,3 ;;
        two)
            printf '14,14\n%s\n' "$point"
            return
            ;;
        partial)
            printf '7,'
            return
            ;;
        pieces)
            printf '%s' "${point%,*}"
            sleep 0.1
            printf ',%s\r\n' "${point#*,}"
            return
            ;;
        torn)
            printf '7,'
            exit 0
            ;;
        flood) yes "MESSAGE flood" ;;
        endless) yes x | tr -d '\n' ;;
        chatty) yes "MESSAGE chat" | head -n 20000 ;;
        closed)
            exec >&-
            sleep_on
            ;;
        memory) ballast=$(head -c 80000000 /dev/zero | tr '\0' x) ;;
        error)
            echo "ERROR I give up"
            return
            ;;
        esac
    fi
    echo "$point"
}

case $fault in
crash-start) exit 3 ;;
hang-start) sleep_on ;;
closed-start)
    exec >&-
    sleep_on
    ;;
brood)
    setsid sh -c 'trap "" TERM HUP; while :; do sleep 1; done' &
    sh -c 'trap "" TERM HUP; while :; do sleep 1; done' &
    ;;
esac
case $fault in
deaf* | brood) trap '' TERM HUP ;;
esac

while read -r line || [ -n "$line" ]; do
    line=${line%"$cr"}
    case $line in
    START*)
        size=${line#START }
        taken=' '
        moves=0
        if [ "$fault" = error-start ]; then echo "ERROR size"; else echo "OK"; fi
        ;;
    RECTSTART*)
        size=${line#RECTSTART }
        size=${size%,*}
        taken=' '
        moves=0
        echo "OK"
        ;;
    BEGIN) think ;;
    TURN*)
        taken="$taken${line#TURN } "
        think
        [ "$fault" = idle-death ] && [ "$moves" -eq 3 ] && exit 0
        ;;
    BOARD)
        while read -r line && [ "${line%"$cr"}" != DONE ]; do
            taken="$taken${line%,*} "
        done
        think
        ;;
    END) case $fault in deaf* | brood) sleep_on ;; *) exit 0 ;; esac ;;
    esac
done
case $fault in deaf* | brood) sleep_on ;; esac
