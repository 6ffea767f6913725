// Mouse, fingers and keys.

const pointers = new Map();
let dragged = 0, pinch = 0, wheel = 0;

/** The place of an event on the screen, in its pixels. */
function spot(event) {
  return [event.clientX * camera.ratio, event.clientY * camera.ratio];
}

function buildInput() {
  stage.addEventListener('pointerdown', event => {
    if (event.button > 1) return;
    stage.setPointerCapture(event.pointerId);
    pointers.set(event.pointerId, [event.clientX, event.clientY]);
    [dragged, pinch] = [pointers.size > 1 ? 99 : 0, 0];
  });
  stage.addEventListener('pointermove', move);
  for (const name of ['pointerup', 'pointercancel']) stage.addEventListener(name, release);
  stage.addEventListener('pointerleave', () => tip(null));
  stage.addEventListener('wheel', event => {
    event.preventDefault();
    wheel += event.deltaY * (event.deltaMode ? 30 : 1);
    if (Math.abs(wheel) < 50) return;
    const [x, y] = camera.follow === null ? spot(event) : [];
    zoomBy(wheel < 0 ? 1 : -1, x, y);
    wheel = 0;
  }, { passive: false });
  document.addEventListener('keydown', key);
  const press = (id, click) => document.getElementById(id).addEventListener('click', click);
  press('play', () => toggle());
  press('ease', () => { clock.ease = !clock.ease; });
  press('closer', () => zoomBy(1));
  press('farther', () => zoomBy(-1));
  press('whole', showWhole);
  const names = { 0.25: '¼', 0.5: '½' };
  const list = document.getElementById('speed');
  for (const speed of SPEEDS) {
    const button = knob('', () => { clock.speed = speed; }, `${names[speed] ?? speed}×`);
    button.value = speed;
    document.getElementById('speeds').append(button);
    const choice = el('option', '', `${names[speed] ?? speed}×`);
    choice.value = speed;
    list.append(choice);
  }
  list.addEventListener('change', () => { clock.speed = Number(list.value); });
  new ResizeObserver(() => { fit(); makeRoom(); drawMarks(); }).observe(stage);
}

function move(event) {
  const before = pointers.get(event.pointerId);
  if (!before) return point(event);
  pointers.set(event.pointerId, [event.clientX, event.clientY]);
  if (pointers.size === 2) {
    const [a, b] = [...pointers.values()];
    const far = Math.hypot(a[0] - b[0], a[1] - b[1]);
    pinch ||= far;
    if (far > pinch * 1.3 || far < pinch / 1.3) {
      zoomBy(far > pinch ? 1 : -1, (a[0] + b[0]) / 2 * camera.ratio, (a[1] + b[1]) / 2 * camera.ratio);
      pinch = far;
    }
  }
  const [dx, dy] = [event.clientX - before[0], event.clientY - before[1]];
  dragged += Math.hypot(dx, dy);
  if (dragged < 5) return;
  stage.classList.add('dragged');
  camera.follow = null;
  camera.whole = false;
  camera.x -= dx * camera.ratio / camera.zoom / pointers.size;
  camera.y -= dy * camera.ratio / camera.zoom / pointers.size;
  keepIn();
}

function release(event) {
  if (!pointers.delete(event.pointerId)) return;
  stage.classList.remove('dragged');
  if (dragged >= 5 || event.type !== 'pointerup') return;
  const person = personAt(...spot(event));
  if (person) choose(person.id);
  else if (UPRIGHT.matches) openList(null);
}

/** Says what is under the cursor. */
function point(event) {
  if (event.pointerType === 'touch') return;
  const person = personAt(...spot(event));
  stage.classList.toggle('over', Boolean(person));
  if (person) return tip(person.name, event.clientX, event.clientY - 44);
  const [x, y] = toTown(...spot(event)).map(at => Math.floor(at / 16));
  const thing = town.scene.things.find(({ cells }) => cells.some(cell => cell[0] === x && cell[1] === y));
  const place = placeName(arenaAt(x, y));
  const state = thing && thingLooks.get(town.scene.things.indexOf(thing));
  const words = thing ? (state && town.texts[state[2]]) || thing.rest : '';
  tip(thing ? `${capital(thing.name)}${words ? ` · ${words}` : ''}` : arenaAt(x, y) > 0 ? place : '', event.clientX, event.clientY - 44);
}

function key(event) {
  if (event.ctrlKey || event.altKey || event.metaKey) return;
  const { target } = event;
  const typing = target.matches?.('input[type=search], select');
  // What scrolls is scrolled by the keys for it.
  if (/^(Arrow(Up|Down)|Home|End)$/.test(event.key) && target.closest?.('.panel')) return;
  if (event.key === 'Escape') {
    if (view.person !== null) choose(null); else openList(null);
    stage.focus();
  } else if (typing) {
    return;
  } else if (event.key === ' ' && !target.matches?.('button, summary')) {
    toggle();
  } else if (!typed(event.key, target === scrub)) {
    return;
  }
  event.preventDefault();
}

/** Does what a key says; false if it says nothing. */
function typed(name, onScrub) {
  const minute = 60 / town.tick_seconds;
  const step = 40 * camera.ratio / camera.zoom;
  const pan = (x, y) => { camera.follow = null; camera.whole = false; camera.x += x * step; camera.y += y * step; keepIn(); };
  const slower = by => { clock.speed = SPEEDS[Math.min(Math.max(SPEEDS.indexOf(clock.speed) + by, 0), SPEEDS.length - 1)]; };
  const deeds = {
    ArrowLeft: () => onScrub ? seek(clock.tick - minute) : pan(-1, 0), ArrowRight: () => onScrub ? seek(clock.tick + minute) : pan(1, 0),
    ArrowUp: () => pan(0, -1), ArrowDown: () => pan(0, 1),
    '[': () => seek(clock.tick - minute), ']': () => seek(clock.tick + minute),
    '{': () => seek(clock.tick - 30 * minute), '}': () => seek(clock.tick + 30 * minute),
    Home: () => seek(0), End: () => seek(town.ticks), ',': () => slower(-1), '.': () => slower(1),
    '+': () => zoomBy(1), '=': () => zoomBy(1), '-': () => zoomBy(-1), 0: showWhole,
    t: () => { clock.ease = !clock.ease; }, p: () => openList(view.list === 'People' ? null : 'People'),
    n: () => openList(view.list === 'News' ? null : 'News'), f: () => { camera.follow = camera.follow === null ? view.person : null; seenPerson = ''; },
  };
  const digit = /^[1-9]$/.test(name) ? SPEEDS[name - 1] : null;
  if (digit) clock.speed = digit;
  else if (!Object.hasOwn(deeds, name)) return false;
  else deeds[name]();
  return true;
}
