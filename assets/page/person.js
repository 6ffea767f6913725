// The panel of one person: what they do now, the plan of their day, what they remember up to this moment, their talks.

/** What is chosen: a person by number, a piece of news by its place, and the open tabs. */
const view = { person: null, news: -1, list: null, tab: 'Today', search: '', more: 60 };
const personPanel = document.getElementById('person');
const KINDS = ['observation', 'reflection', 'plan', 'dialogue'];
const TABS = ['Today', 'Memory', 'Talks', 'About'];

/** An element with its classes, texts and children. Whatever stands in a save comes in as text. */
function el(name, classes = '', ...children) {
  const element = document.createElement(name);
  if (classes) element.className = classes;
  element.append(...children.filter(child => child !== null && child !== undefined && child !== ''));
  if (name === 'button') element.type = 'button';
  return element;
}

/** The same with something that a click does. */
function knob(classes, click, ...children) {
  const button = el('button', classes, ...children);
  button.addEventListener('click', click);
  return button;
}

/** Somebody's portrait. */
function face(person, classes = '') {
  const canvas = el('canvas', `face ${classes}`);
  canvas.setAttribute('aria-hidden', 'true');
  const picture = person?.pictures[9][0];
  if (picture === undefined) return canvas;
  [canvas.width, canvas.height] = sizeOf(picture);
  draw(canvas.getContext('2d'), picture, 0, 0);
  return canvas;
}

/** A text that begins with a capital. */
function capital(text) {
  return text ? text[0].toUpperCase() + text.slice(1) : text;
}

/** Puts new content into a scrolling box and stays where it was scrolled to. */
function refill(parent, classes, children) {
  const old = parent.querySelector('.scroll');
  const box = el('div', `scroll ${classes}`, ...children);
  if (old) {
    const at = old.scrollTop;
    old.replaceWith(box);
    if (old.dataset.of === classes) box.scrollTop = at;
  } else {
    parent.append(box);
  }
  box.dataset.of = classes;
  return box;
}

/** Chooses somebody, or nobody. */
function choose(id, follow = true) {
  view.person = town.byId.has(id) ? id : null;
  view.more = 60;
  camera.follow = follow ? view.person : null;
  if (camera.follow !== null) camera.whole = false;
  document.body.classList.toggle('has-person', view.person !== null);
  personPanel.hidden = view.person === null;
  personPanel.replaceChildren();
  seenPerson = seenContent = '';
  seenList = '';
  makeRoom();
  if (view.person === null) return;
  const person = town.byId.get(id);
  if (camera.zoom / camera.ratio < 1 && follow) camera.zoom = ZOOMS.find(zoom => zoom >= 2 * camera.ratio);
  const age = person.about.find(([key]) => key === 'age');
  const traits = person.about.find(([key]) => key === 'traits');
  const told = [age && `${town.texts[age[1]]} years`, traits && town.texts[traits[1]]].filter(Boolean).join(' · ');
  const follows = knob('follow', () => { camera.follow = camera.follow === id ? null : id; seenPerson = ''; });
  follows.id = 'follow';
  const close = knob('close', () => { choose(null); stage.focus(); }, '×');
  close.setAttribute('aria-label', 'Close');
  personPanel.append(el('div', 'bar', face(person, 'big'), el('div', 'grow', el('h2', '', person.name), el('div', 'faint clamp', told)), follows, close));
  const now = el('div', 'now');
  const tabs = el('div', 'tabs', ...TABS.map(tab => knob('', () => { view.tab = tab; seenPerson = ''; }, tab)));
  tabs.setAttribute('role', 'tablist');
  [...tabs.children].forEach(tab => tab.setAttribute('role', 'tab'));
  personPanel.append(now, tabs);
  showPerson();
}

/** What the panel was last built from: all of it, and what is under the tabs. */
let seenPerson = '', seenContent = '';

/** Brings the panel up to the moment; only what is new is built. */
function showPerson() {
  const person = town.byId.get(view.person);
  if (!person) return;
  const tick = clock.tick;
  const place = whereIs(person, tick);
  const deed = deedOf(person, tick);
  const line = lineOf(person, tick), talk = talkOf(person, tick);
  const minute = Math.floor(minuteOf(tick));
  const remembered = last(person.streamTicks, tick) + 1;
  const key = [person.id, view.tab, view.search, view.more, camera.follow, place.x, place.y, deed.since, line?.from, talk?.nth, minute, remembered].join();
  if (key === seenPerson) return;
  seenPerson = key;
  const follows = document.getElementById('follow');
  follows.textContent = '👁';
  follows.title = camera.follow === person.id ? 'Following (F)' : 'Follow (F)';
  follows.setAttribute('aria-label', 'Follow');
  follows.setAttribute('aria-pressed', camera.follow === person.id);
  for (const tab of personPanel.querySelectorAll('[role=tab]')) tab.setAttribute('aria-selected', tab.textContent === view.tab);
  const asleep = sleeps(person, tick);
  const others = talk?.members.filter(id => id !== person.id).map(id => town.byId.get(id)?.name ?? 'somebody').join(', ');
  const what = talk ? `Talking with ${others}` : capital(deed.what) || 'Thinking';
  const where = placeName(arenaAt(place.x, place.y)) || 'in a doorway';
  personPanel.querySelector('.now').replaceChildren(
    el('span', 'emoji', asleep ? '💤' : talk ? '💬' : emojiOf(deed.emoji)[0] ?? '💭'),
    el('div', '', el('div', '', line ? `“${line.words}”` : what), el('div', 'faint', where)));
  const [build, content] = {
    Today: [planOf, planKey(person, tick, minute)], Memory: [memoriesOf, [remembered, view.search, view.more]],
    Talks: [talksOf, person.talks.flatMap(talk => talk.lines.filter(line => line[0] <= tick)).length + (line ? 0.5 : 0)], About: [aboutOf, ''],
  }[view.tab];
  const contentKey = [person.id, view.tab, content, timeText(0).length].join();
  if (contentKey === seenContent) return;
  seenContent = contentKey;
  build(person, tick, minute);
}

/** What changes about a plan: which it is, and how many of its rows have begun and are over. */
function planKey(person, tick, minute) {
  const n = last(person.plansTicks, tick);
  const rows = person.plans[n]?.[1].map(row => town.rows[row]) ?? [];
  return [n, rows.filter(row => row[1] <= minute).length, rows.filter(row => row[2] <= minute).length];
}

/** The row of the plan that was last scrolled to. */
let planAt = '';

/** The plan of the day, open where it is now. */
function planOf(person, tick, minute) {
  const plan = person.plans[last(person.plansTicks, tick)];
  const rows = [];
  let current = null;
  let open = [false, false];
  for (const row of plan ? plan[1].map(n => town.rows[n]) : []) {
    const [level, from, until, words, arena, emoji] = row;
    const now = from <= minute && minute < until;
    if (level < 2) open[level] = now && (level === 0 || open[0]);
    if (level === 1 && !open[0] || level === 2 && !(open[0] && open[1])) continue;
    const what = town.texts[words];
    // An hour that is all there is of a part need not be said twice.
    if (level === 1 && rows.at(-1)?.what === what) continue;
    const line = knob(`row level${level} ${until <= minute ? 'past' : ''}`, () => seek(tickOf(from)),
      el('span', 'at', hourText(from)), el('span', 'grow', capital(what), level === 0 && placeName(arena) ? el('div', 'faint', placeName(arena)) : ''),
      el('span', 'emoji', emojiOf(town.texts[emoji]).join('')));
    if (now) line.setAttribute('aria-current', 'true');
    if (now) current = line;
    rows.push({ what, line });
  }
  const content = rows.length ? rows.map(row => row.line) : [el('div', 'empty', 'No plan for this day yet.')];
  const key = `plan${person.id}`;
  const box = refill(personPanel, key, content);
  const at = `${key}${current?.textContent}`;
  if (at !== planAt && current) box.scrollTop = current.offsetTop - box.offsetTop - box.clientHeight / 3;
  planAt = at;
}

/** What somebody remembers up to now, newest first. */
function memoriesOf(person, tick) {
  const key = `memories${person.id}`;
  let box = personPanel.querySelector('.scroll');
  if (box?.dataset.of !== key) {
    const field = el('input');
    field.type = 'search';
    field.placeholder = `What does ${person.firstName} remember?`;
    field.setAttribute('aria-label', 'Search memories');
    field.value = view.search;
    field.addEventListener('input', () => { view.search = field.value; view.more = 60; seenPerson = ''; });
    box = refill(personPanel, key, [field, el('div', 'found')]);
  }
  const wanted = view.search.trim().toLowerCase();
  const all = person.stream.slice(0, last(person.streamTicks, tick) + 1).reverse();
  const found = wanted ? all.filter(memory => town.texts[memory[2]].toLowerCase().includes(wanted)) : all;
  const rows = found.slice(0, view.more).map(memory => memoryRow(person, memory));
  if (found.length > view.more) rows.push(knob('row', () => { view.more += 200; seenPerson = ''; }, `${found.length - view.more} more …`));
  box.querySelector('.found').replaceChildren(...rows.length ? rows : [el('div', 'empty', wanted ? 'Nothing of the kind.' : 'Nothing yet.')]);
}

function memoryRow(person, memory) {
  const [tick, kind, text, importance, source, , secret, evidence] = memory;
  const tags = [];
  if (kind !== 0) tags.push(el('span', `tag ${KINDS[kind]}`, KINDS[kind]));
  if (source >= 0) tags.push(el('span', 'tag', `from ${town.byId.get(source)?.firstName ?? 'somebody'}`));
  if (secret) tags.push(el('span', 'tag secret', 'secret'));
  const weight = el('span', 'tag', `${importance}`);
  weight.title = 'How much it matters, 1 to 10';
  const body = el('div', 'grow', town.texts[text], el('div', 'faint', ...tags, ' ', weight));
  const because = evidence.map(place => person.memories[place]).filter(Boolean);
  if (because.length) {
    const fold = el('details', 'faint', el('summary', '', `because of ${because.length}`));
    fold.append(...because.map(one => el('div', 'quote', town.texts[one[2]])));
    body.append(fold);
  }
  return el('div', 'row', el('span', 'at', tick > 0 ? timeText(tick) : 'before'), body);
}

/** Somebody's talks up to now, newest first. */
function talksOf(person, tick) {
  const talks = person.talks.filter(talk => talk.from <= tick).reverse();
  const content = talks.map((talk, n) => talkBlock(talk, tick, n < 2, person.id));
  refill(personPanel, `talks${person.id}`, content.length ? content : [el('div', 'empty', 'No talk yet.')]);
}

/** Which talks are unfolded or folded by hand. */
const folds = new Map();

/** A talk as far as it has been said; `open`: unfolded, unless it was folded by hand. */
function talkBlock(talk, tick, open, of = null) {
  const others = talk.members.filter(id => id !== of).map(id => town.byId.get(id)?.name ?? 'somebody');
  const title = of === null ? others.join(' and ') : `With ${others.join(', ')}`;
  const said = talk.lines.filter(line => line[0] <= tick);
  const again = knob('again', event => {
    event.preventDefault();
    choose(of ?? talk.members[0]);
    clock.speed = Math.min(clock.speed, 1);
    seek(talk.from);
    toggle(true);
  }, '▶');
  again.title = 'Play it';
  again.setAttribute('aria-label', 'Play it');
  const head = el('summary', '', el('span', 'at', timeText(talk.from)),
    el('span', 'grow', title, el('div', 'faint', `${placeName(talk.arena)} · ${said.length} ${said.length === 1 ? 'line' : 'lines'}`)), again);
  const lines = said.map(([from, who, words, until]) => el('div', `quote ${tick < until && from <= tick ? 'now-said' : ''}`,
    el('b', '', town.byId.get(who)?.firstName ?? 'Somebody'), ` ${town.texts[words]}`));
  const block = el('details', 'talk', head, ...lines);
  block.open = folds.get(talk.nth) ?? open;
  head.addEventListener('click', () => folds.set(talk.nth, !block.open));
  return block;
}

/** Who somebody is. */
function aboutOf(person) {
  const titles = { background: 'Who', aim: 'Aims', lifestyle: 'Days', voice: 'Voice', home: 'Home', traits: 'Nature' };
  const rows = person.about.filter(([key]) => titles[key]).flatMap(([key, text]) => [el('div', 'part', titles[key]), el('div', '', town.texts[text])]);
  refill(personPanel, `about${person.id}`, rows.length ? rows : [el('div', 'empty', 'Nothing is told of them.')]);
}
