// The frames, and what a test may ask: `window.town`.

/** Milliseconds of the last frames: script alone, and until the page is painted. */
const times = { script: [], whole: [], began: [] };
let before = 0, still = '', paintedAt = 0, panelsAt = 0;

function frame(now) {
  requestAnimationFrame(frame);
  const from = performance.now();
  const seconds = Math.min(0.1, Math.max(0, (now - before) / 1000));
  before = now;
  pass(seconds);
  // Where time stands still and nobody looks elsewhere, only water and flames move.
  const what = [clock.tick, camera.x, camera.y, camera.zoom, camera.width, camera.follow, ...Object.values(view)].join();
  if (!clock.playing && what === still && now - paintedAt < 110) return;
  [still, paintedAt] = [what, now];
  paint(seconds, now);
  measured(from);
}

/** Shows the moment. */
function paint(seconds, now) {
  const tick = Math.min(clock.tick, town.ticks);
  placePeople(tick, seconds);
  followOn(seconds);
  aim();
  const users = new Map(), feet = [];
  for (const { shown } of town.people) {
    feet.push([shown.x, shown.y]);
    if (shown.deed.object >= 0 && shown.posture > 0) users.set(shown.deed.object, [...users.get(shown.deed.object) ?? [], shown.cell.x]);
  }
  const second = now / 1000;
  seeThings(tick, second, users);
  openDoors(feet);
  lightUp(tick, now);
  moveWater(second);
  drawTown();
  drawPeople();
  drawMatters(second);
  drawNight();
  easeFor(drawBubbles(tick));
  showTime();
  // Not in every frame while time flies, and both at once.
  if (clock.leapt || view.person !== null && !seenPerson || view.list && !seenList || now - panelsAt > 450) {
    panelsAt = now;
    showPerson();
    showList();
  }
  clock.leapt = false;
}

const painted = new MessageChannel();
let asked = 0;
painted.port1.onmessage = () => note(times.whole, performance.now() - asked);

/** Notes how long a frame took. What is posted from a frame comes when it has been painted. */
function measured(from) {
  note(times.script, performance.now() - from);
  note(times.began, from);
  asked = from;
  painted.port2.postMessage(0);
}

function note(list, value) {
  list.push(value);
  if (list.length > 1200) list.splice(0, 600);
}

function share(list, part) {
  const sorted = [...list].sort((a, b) => a - b);
  return sorted.length ? sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] : 0;
}

/** For tests: the frames since the last call of `stats(true)`. */
function stats(anew = false) {
  const { script, whole, began } = times;
  const span = began.at(-1) - began[0];
  const told = {
    frames: began.length, fps: span > 0 ? (began.length - 1) * 1000 / span : 0, script50: share(script, 0.5), script95: share(script, 0.95),
    frame50: share(whole, 0.5), frame95: share(whole, 0.95), worst: Math.max(0, ...whole),
  };
  if (anew) for (const list of Object.values(times)) list.length = 0;
  return told;
}

/** For tests: where everybody is, what they do, and what their bubble says, by their number. */
function positions() {
  const all = town.people.map(person => {
    const { x, y } = whereIs(person, clock.tick);
    const says = bubbleOf(person, Math.floor(clock.tick));
    return [person.id, { at: [x, y], action: deedOf(person, clock.tick).what, bubble: says.words ?? says.emoji ?? '' }];
  });
  return Object.fromEntries(all);
}

function begin() {
  document.title = `${town.name || 'Smallville'} · a recorded day`;
  build();
  buildNight();
  buildLists();
  buildInput();
  for (const id of ['clock', 'zoom']) document.getElementById(id).hidden = false;
  buildTimeline();
  fit();
  drawMarks();
  // Begin with the first talk at which four in five are up; if there is none, with the first.
  const talks = [...town.talks].sort((a, b) => a.from - b.from);
  const awake = tick => town.people.filter(person => !sleeps(person, tick)).length;
  const first = talks.find(talk => awake(talk.from) * 5 > town.people.length * 4) ?? talks[0];
  camera.zoom = ZOOMS.find(zoom => zoom >= (stage.clientWidth > 860 ? 2 : 1.3) * camera.ratio);
  if (first) seek(Math.max(0, first.from - 12));
  placePeople(clock.tick, 0);
  const talker = first ? town.byId.get(first.members.at(-1)) : town.people[0];
  if (talker) lookAt(talker.shown.x, talker.shown.y); else showWhole();
  paint(0, performance.now());
  document.getElementById('curtain').classList.add('gone');
  setTimeout(() => document.getElementById('curtain').remove(), 600);
  if (!window.matchMedia('(prefers-reduced-motion: reduce)').matches) toggle(true);
  before = performance.now();
  requestAnimationFrame(frame);
  window.town = Object.freeze({
    stats, positions, seek: tick => { seek(tick); paint(0, performance.now()); }, play: toggle, speed: by => { clock.speed = by; },
    hour: of => { const first = Math.ceil((town.firstMinute - of * 60) / 1440); return tickOf((first * 24 + of) * 60); },
    get tick() { return clock.tick; }, ticks: town.ticks, choose, look: (x, y, zoom) => { camera.follow = null; camera.whole = false; camera.zoom = zoom; lookAt(x * 16, y * 16); },
    list: openList, news: chooseNews, whole: showWhole, tab: name => { view.tab = name; seenPerson = ''; },
  });
}

open().then(begin).catch(why => {
  document.getElementById('curtain').textContent = `The day cannot be shown: ${why.message}`;
  console.error(why);
});
