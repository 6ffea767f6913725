// The clock of the page: which tick is shown, how fast time goes, and dates in words.

/** Game minutes a second. */
const SPEEDS = [0.25, 0.5, 1, 2, 4, 16, 60, 200, 600];
const clock = { tick: 0, playing: false, speed: 1, ease: true, share: 1, leapt: true };

/** Ticks a second at the chosen speed. */
function pace() {
  return clock.speed * 60 / town.tick_seconds;
}

/** Goes to a moment. */
function seek(tick) {
  const wanted = Number(tick);
  clock.tick = Math.min(Math.max(Number.isFinite(wanted) ? wanted : 0, 0), town.ticks);
  clock.leapt = true;
}

/** Goes on by so many real seconds. */
function pass(seconds) {
  if (!clock.playing) return;
  clock.tick += seconds * pace() * clock.share;
  if (clock.tick >= town.ticks) {
    clock.tick = town.ticks;
    clock.playing = false;
  }
}

/** Plays or pauses; at the end from the beginning. */
function toggle(playing = !clock.playing) {
  if (playing && clock.tick >= town.ticks) seek(0);
  clock.playing = playing;
}

/** At slow speeds lines in sight stay until they can be read: the share of the speed that is left. */
function easeFor(lines) {
  clock.share = 1;
  if (!clock.ease || clock.speed > 2) return;
  for (const line of lines) {
    const seconds = 0.7 + line.words.length / 17;
    clock.share = Math.min(clock.share, Math.max(0.02, (line.until - line.from) / seconds / pace()));
  }
}

/** Minutes since the first midnight. */
function minuteOf(tick) {
  return town.firstMinute + tick * town.tick_seconds / 60;
}

/** The first tick of a minute. */
function tickOf(minute) {
  return (minute - town.firstMinute) * 60 / town.tick_seconds;
}

/** `07:05` */
function hourText(minute) {
  const of = Math.floor(((minute % 1440) + 1440) % 1440);
  return `${String(Math.floor(of / 60)).padStart(2, '0')}:${String(of % 60).padStart(2, '0')}`;
}

const DATES = new Intl.DateTimeFormat('en-GB', { weekday: 'long', day: 'numeric', month: 'long', timeZone: 'UTC' });
const PLAIN = new Intl.DateTimeFormat('en-GB', { weekday: 'short', day: 'numeric', month: 'short', timeZone: 'UTC' });
const SHORT = new Intl.DateTimeFormat('en-GB', { weekday: 'short', timeZone: 'UTC' });

/** `Monday 13 February` */
function dateText(minute, form = DATES) {
  return form.format(new Date(town.firstDay + Math.floor(minute / 1440) * 86400000)).replace(',', '');
}

/** The time of a tick; on other days than the one shown with its name. */
function timeText(tick) {
  const minute = minuteOf(tick);
  const today = Math.floor(minute / 1440) === Math.floor(minuteOf(clock.tick) / 1440);
  return today ? hourText(minute) : `${dateText(minute, SHORT)} ${hourText(minute)}`;
}
