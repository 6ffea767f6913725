// The recorded day, unpacked, and what can be asked of it. Everything is a list of changes: what holds at a tick is the
// last change at or before it.

/** What was told: filled in once, by `open`. */
const town = { people: [], byId: new Map(), texts: [], sheets: [], talks: [], lines: [] };

/** The bytes of a block of text in the page. */
function block(element) {
  const text = atob(element.textContent);
  const bytes = new Uint8Array(text.length);
  for (let n = 0; n < text.length; n++) bytes[n] = text.charCodeAt(n);
  element.remove();
  return bytes;
}

/** The place of the last of these ticks at or before `tick`; -1 before the first. */
function last(ticks, tick) {
  let low = 0, high = ticks.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (ticks[middle] <= tick) low = middle + 1; else high = middle;
  }
  return low - 1;
}

/** Running sums. */
function sums(steps) {
  let sum = 0;
  return Int32Array.from(steps, step => sum += step);
}

/** Unpacks all that the page holds. */
async function open() {
  if (!('DecompressionStream' in window)) throw new Error('This browser is too old to unpack the day.');
  const packed = new Blob([block(document.querySelector('.town'))]).stream();
  const told = JSON.parse(await new Response(packed.pipeThrough(new DecompressionStream('deflate'))).text());
  const sheets = [...document.querySelectorAll('.sheet')];
  const pictures = sheets.map(sheet => createImageBitmap(new Blob([block(sheet)], { type: 'image/png' })));
  Object.assign(town, told, told.day, { sheets: await Promise.all(pictures) });
  // Tick 0 is so many minutes after the first midnight.
  const [date, clock] = town.start.split('T');
  const [hours, minutes] = (clock || '0:0').split(':').map(Number);
  town.firstMinute = (hours || 0) * 60 + (minutes || 0);
  town.firstDay = Date.parse(`${date}T00:00:00Z`) || 0;
  town.people.forEach(unfold);
  const taken = new Set();
  for (const person of town.people) {
    person.initials = initials(person.name, taken);
    town.byId.set(person.id, person);
  }
  town.talks.forEach((talk, n) => {
    talk.nth = n;
    talk.from = talk.lines[0][0];
    talk.until = Math.max(...talk.lines.map(line => line[3]));
    for (const who of talk.members) town.byId.get(who)?.talks.push(talk);
    for (const line of talk.lines) town.byId.get(line[1])?.lines.push({ talk, from: line[0], until: line[3], words: town.texts[line[2]] });
  });
  for (const person of town.people) {
    person.lines.sort((a, b) => a.from - b.from);
    person.lineTicks = person.lines.map(line => line.from);
  }
  town.stateTicks = town.states.map(state => state[0]);
}

/** Makes a person's changes quick to look up. */
function unfold(person) {
  const [ticks, east, south] = person.steps;
  person.ticks = sums(ticks);
  person.xs = sums(east);
  person.ys = sums(south);
  for (const list of ['facing', 'posture', 'asleep', 'deeds', 'plans']) person[`${list}Ticks`] = person[list].map(row => row[0]);
  // A stream is in the order in which things were remembered, which need not be that of ticks.
  person.memories.forEach((memory, place) => memory.place = place);
  person.stream = [...person.memories].sort((a, b) => a[0] - b[0] || a.place - b.place);
  person.streamTicks = person.stream.map(memory => memory[0]);
  person.talks = [];
  person.lines = [];
  person.firstName = person.name.split(/\s+/)[0];
}

/** Two letters for a name that nobody has yet, if there are any. */
function initials(name, taken) {
  const words = name.split(/\s+/).map(word => [...word.replace(/[^\p{L}\p{N}]/gu, '')]).filter(word => word.length);
  if (!words.length) return '?';
  const final = words.length > 1 ? words.at(-1) : [];
  const seconds = [...final.slice(0, 1), ...words[0].slice(1, 2), ...final.slice(1), ...words[0].slice(2), ...'23456789'];
  const ways = seconds.map(second => (words[0][0] + second).toUpperCase());
  const own = ways.find(way => !taken.has(way)) ?? words[0][0].toUpperCase();
  taken.add(own);
  return own;
}

/** Where somebody is: the cell, the one before if the step is this tick's, and how many steps were taken so far. */
function whereIs(person, tick) {
  const whole = Math.floor(tick);
  const n = Math.max(0, last(person.ticks, whole));
  const [x, y] = [person.xs[n] ?? 0, person.ys[n] ?? 0];
  const before = n > 0 && person.ticks[n] === whole ? [person.xs[n - 1], person.ys[n - 1]] : null;
  return { x, y, before, n, since: person.ticks[n] ?? 0 };
}

/** What somebody does. */
function deedOf(person, tick) {
  const deed = person.deeds[last(person.deedsTicks, tick)];
  if (!deed) return { what: '', emoji: '💭', object: -1, since: 0 };
  return { what: town.texts[deed[1]], emoji: town.texts[deed[2]], object: deed[3], since: deed[0] };
}

/** How somebody is: 0 stands, 1 sits, 2 lies. Who has taken a step since stands. */
function postureOf(person, tick, since) {
  const posture = person.posture[last(person.postureTicks, tick)];
  return posture && posture[0] >= since ? posture[1] : 0;
}

/** Where somebody looks, clockwise from north. */
function facingOf(person, tick, place) {
  const facing = person.facing[last(person.facingTicks, tick)];
  const n = place.n;
  if (n > 0 && (!facing || person.ticks[n] >= facing[0])) {
    const [dx, dy] = [person.xs[n] - person.xs[n - 1], person.ys[n] - person.ys[n - 1]];
    if (facing && person.ticks[n] === facing[0]) return facing[1];
    if (dx || dy) return Math.abs(dx) > Math.abs(dy) ? (dx > 0 ? 1 : 3) : (dy > 0 ? 2 : 0);
  }
  return facing ? facing[1] : 2;
}

/** The line somebody is saying, if any. */
function lineOf(person, tick) {
  const line = person.lines[last(person.lineTicks, tick)];
  return line && tick < line.until ? line : null;
}

/** The talk somebody is in, if any. */
function talkOf(person, tick) {
  return person.talks.find(talk => talk.from <= tick && tick < talk.until) ?? null;
}

/** The arena of a cell, by number; -1 for none. */
function arenaAt(x, y) {
  const { width, height, rooms } = town.scene;
  return x < 0 || y < 0 || x >= width || y >= height ? -1 : rooms.arena_at[y * width + x];
}

/** The name of an arena, or nothing. */
function placeName(arena) {
  return town.scene.rooms.names[arena] ?? '';
}

/** Does somebody sleep? */
function sleeps(person, tick) {
  return person.asleep[last(person.asleepTicks, tick)]?.[1] === 1;
}
