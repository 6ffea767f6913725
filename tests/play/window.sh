# For the scripts beside it: a town in a real window, real keys and clicks, and what the log says of both. It waits for
# the log and not for seconds. Where something stands on the screen the program says itself: `RUST_LOG=screen=debug` tells
# of each part its words and its place, and of people and things in sight where a click would mean them.
#
#   story=NAME                   of the script; names its pictures and its log
#   open_log PROGRAM FOLDER      first of all
set -euo pipefail

open_log() {
    town=$1 work=$2
    log=$work/$story.log
    from=1 pid='' id='' began=$SECONDS
    mkdir -p "$work/data" "$work/config"
    export XDG_DATA_HOME=$work/data XDG_CONFIG_HOME=$work/config NO_COLOR=1
    export RUST_LOG=warn,wgpu=error,naga=error,journal=debug,screen=debug
    : >"$log"
    trap '[ -z "$pid" ] || kill "$pid" 2>/dev/null || true' EXIT
}

fail() {
    printf '   %s: %s\n' "$story" "$*" >&2
    grep -v 'parts \[' "$log" | tail -n 8 | cut -c 1-300 >&2
    import -window root "$work/$story-failed.png" || true
    exit 1
}
alive() { kill -0 "$pid" 2>/dev/null || fail "it ended ($1)"; }
# step WORDS: what is tried next; what the log has said up to here counts no more.
step() {
    printf '   %s %3d s  %s\n' "$story" $((SECONDS - began)) "$*" >&2
    mark
}
mark() { from=$(($(wc -l <"$log") + 1)); }
# shot NAME: of what the log has just said the picture comes a frame later.
shot() { sleep 1; import -window root "$work/$story-$1.png"; }
since() { tail -n "+$from" "$log"; }
says() { since | grep -E "$1" >/dev/null; }
lines() { since | grep -E -c "$1" || true; }

# until_says PATTERN SECONDS: the log says it after the mark, sooner or later.
until_says() {
    local waited=0
    until says "$1"; do
        alive "waiting for $1"
        waited=$((waited + 1))
        [ "$waited" -le $(($2 * 3)) ] || fail "nothing says $1 after $2 seconds"
        sleep 0.3
    done
}

# again SECONDS PATTERN COMMAND...: does it until the log says so from here on, for a key that came too early.
again() {
    local seconds=$1 pattern=$2 waited
    shift 2
    mark
    for ((waited = 0; waited * 6 < seconds; waited++)); do
        "$@"
        for _ in $(seq 20); do
            if says "$pattern"; then return 0; fi
            sleep 0.3
        done
        alive "waiting for $pattern"
    done
    fail "nothing says $pattern after $seconds seconds of: $*"
}

key() { for one in "$@"; do xdotool key --delay 60 "$one"; sleep 0.35; done; }
write() { xdotool type --delay 25 "$1"; sleep 0.5; }
tick() { grep -oE 'journal: [a-z]+ tick=[0-9]+' "$log" | tail -n 1 | grep -oE '[0-9]+$'; }

# place KIND WORDS: `X Y` of a part that is on the screen now, or nothing. Kinds: Button, Label, TextInput, Link, person,
# thing and others; WORDS is a pattern for all that stands on it.
place() {
    local sort='screen: parts' words=${2//.\*/[^]|]*}
    case $1 in person | thing) sort='screen: town parts' ;; esac
    grep -E "$sort" "$log" | tail -n 1 | grep -oE "\[$1\|($words)\|[0-9]+,[0-9]+\|" | sed -n 1p |
        sed -E 's/.*\|([0-9]+),([0-9]+)\|$/\1 \2/'
}

# at KIND WORDS: the same, once it is there and where it stays.
at() {
    local waited=0 here='' before
    while :; do
        before=$here
        here=$(place "$1" "$2" || true)
        if [ -n "$here" ] && [ "$here" = "$before" ]; then break; fi
        waited=$((waited + 1))
        [ "$waited" -le 100 ] || fail "there is no $1 \"$2\" on the screen"
        sleep 0.4
    done
    printf '%s\n' "$here"
}

click() { # click X Y [BUTTON]
    xdotool mousemove "$1" "$2"
    sleep 0.5
    xdotool mousedown "${3:-1}"
    sleep 0.25
    xdotool mouseup "${3:-1}"
    sleep 0.4
}

# press KIND WORDS [BUTTON]: clicks on it.
press() {
    local spot
    spot=$(at "$1" "$2") || exit 1
    # shellcheck disable=SC2086
    click $spot "${3:-1}"
}

drag() { # drag X Y X Y
    xdotool mousemove "$1" "$2"
    sleep 0.3
    xdotool mousedown 1
    sleep 0.6
    for n in 1 2 3 4 5 6; do
        xdotool mousemove $(($1 + ($3 - $1) * n / 6)) $(($2 + ($4 - $2) * n / 6))
        sleep 0.3
    done
    sleep 1
    xdotool mouseup 1
    sleep 1
}

boxes='screen: boxes open='
# state KIND: what of it is open, as the log said last: `panels` or `boxes`.
state() { grep -oE "screen: $1 open=\[[^]]*\]" "$log" | tail -n 1 | sed -E 's/.*open=//'; }
# shut KIND PATTERN: Esc, as long as something of that is open.
shut() {
    local n
    for n in $(seq 20); do
        [[ $(state "$1") =~ $2 ]] || return 0
        mark
        key Escape
        for _ in $(seq 20); do
            if says "screen: $1 open="; then break; fi
            sleep 0.3
        done
        alive "shutting $1"
    done
    fail "$1 stay open after $n times Esc: $(state "$1")"
}
console_open() { again 40 "$boxes"'.*"console"' key slash; }
console_shut() { shut boxes console; }
# One Esc too many opens the menu.
panels_shut() {
    shut panels '[A-Z]'
    sleep 0.7
    shut boxes menu
}
# menu: the menu of the town, which comes when nothing else is left for Esc.
menu() {
    shut panels '[A-Z]'
    again 60 "$boxes.*menu" key Escape
    sleep 0.5
}
# console LINE: types it at the console, which is open for as long as that takes; the town obeys.
console() {
    local here
    mark
    console_open
    write "$1"
    mark
    here=$from
    key Return
    until_says "command=\"${1%% *} .*result=" 60
    console_shut
    # What came of it can still be asked for.
    from=$here
}

# reach NAME: goes after somebody and opens the box to speak from, until somebody hears.
reach() {
    local n
    for n in 1 2 3 4 5 6; do
        console "goto $1"
        again 40 "$boxes.*speech" key t
        for _ in $(seq 60); do
            if says 'screen: hears to="[^"]'; then return 0; fi
            sleep 0.5
        done
        shut boxes speech
    done
    fail "nobody is near enough to talk to, after going to $1 six times"
}

# morning FILE: a town of three friends as it is at half past eight, lived without a window, which is quicker.
morning() {
    mkdir -p "$(dirname "$1")"
    RUST_LOG=error "$town" run --scenario three_friends --seed 1 --hours 2 --save "$1" >/dev/null
}

# start ARGUMENTS...: the program and its window, with the keys.
start() {
    local waited=0
    mark
    "$town" "$@" 2>>"$log" &
    pid=$!
    until id=$(xdotool search --onlyvisible --name '^Smallville$' 2>/dev/null | head -n 1) && [ -n "$id" ]; do
        alive "before there was a window"
        waited=$((waited + 1))
        [ "$waited" -le 240 ] || fail "no window after 120 seconds"
        sleep 0.5
    done
    until_says 'screen: town scenario=' 120
    until_says 'screen: parts' 120
    sleep 2
    xdotool windowfocus "$id"
}

# ended: it goes by itself, without complaint.
ended() {
    local waited=0 code=0
    while kill -0 "$pid" 2>/dev/null; do
        waited=$((waited + 1))
        [ "$waited" -le 120 ] || fail "it does not quit"
        sleep 0.5
    done
    wait "$pid" || code=$?
    pid=''
    [ "$code" = 0 ] || fail "it ended with code $code"
    if grep -E 'panicked|ERROR' "$log" >&2; then fail "it complains"; fi
}

# seen_all: none of the pictures is empty.
seen_all() {
    local picture
    for picture in "$work/$story"-*.png; do
        [ "$(identify -format '%k' "$picture")" -gt 100 ] || fail "$picture is empty"
    done
    printf '   %s: %d commands and %d answers in %d s\n' "$story" "$(grep -c 'journal: command' "$log")" \
        "$(grep -c 'journal: answer' "$log")" $((SECONDS - began))
}
