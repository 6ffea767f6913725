// The lists on the left: people, talks, news, and what else happened.

const listPanel = document.getElementById('lists');
const tabBar = document.getElementById('tabs');
const LISTS = { People: peopleList, Talks: talkList, News: newsList, Events: eventList };
let seenList = '';

/** Makes the tabs of the lists. */
function buildLists() {
  for (const name of Object.keys(LISTS)) {
    const tab = knob('', () => openList(view.list === name ? null : name), name);
    tab.setAttribute('aria-pressed', 'false');
    tabBar.append(tab);
  }
  tabBar.hidden = false;
}

/** Opens a list, or none. */
function openList(name) {
  view.list = name;
  listPanel.hidden = !name;
  document.body.classList.toggle('has-list', Boolean(name));
  listPanel.replaceChildren();
  seenList = '';
  for (const tab of tabBar.children) tab.setAttribute('aria-pressed', tab.textContent === name);
  makeRoom();
  if (!name) return;
  const close = knob('close', () => openList(null), '×');
  close.setAttribute('aria-label', 'Close');
  listPanel.append(el('div', 'bar', el('h2', 'grow', { People: 'People', Talks: 'Talks so far', News: 'News', Events: 'What happened' }[name]), close));
  showList();
}

/** Brings the open list up to the moment. */
function showList() {
  if (view.list) LISTS[view.list](clock.tick);
}

/** Is a list to be built anew? Not if it would be the same. */
function isOld(...key) {
  const wanted = [view.list, ...key].join();
  const old = wanted !== seenList;
  seenList = wanted;
  return old;
}

/** The rows of people, made once and changed in place. */
let peopleRows = null;

function peopleList(tick) {
  if (!isOld(Math.floor(tick), view.person)) return;
  peopleRows ??= [...town.people].sort((a, b) => a.name.localeCompare(b.name)).map(person => {
    const [what, mark] = [el('div', 'faint'), el('span', 'emoji')];
    return { person, what, mark, row: knob('row', () => choose(person.id), face(person), el('span', 'grow', person.name, what), mark) };
  });
  for (const { person, row, what, mark } of peopleRows) {
    const deed = deedOf(person, tick), place = whereIs(person, tick);
    const talk = talkOf(person, tick);
    const asleep = sleeps(person, tick);
    const does = talk ? 'Talking' : asleep ? 'Asleep' : capital(deed.what) || 'Thinking';
    say(what, [does, placeName(arenaAt(place.x, place.y))].filter(Boolean).join(' · '));
    say(mark, asleep ? '💤' : talk ? '💬' : emojiOf(deed.emoji)[0] ?? '');
    row.setAttribute('aria-current', person.id === view.person);
  }
  if (peopleRows[0]?.row.parentElement?.parentElement !== listPanel) refill(listPanel, 'people', peopleRows.map(one => one.row));
}

/** Changes a text only where it is another. */
function say(element, text) {
  if (element.textContent !== text) element.textContent = text;
}

function talkList(tick) {
  const said = town.talks.filter(talk => talk.from <= tick);
  const lines = said.slice(-3).reduce((sum, talk) => sum + talk.lines.filter(line => line[0] <= tick).length, 0);
  if (!isOld(said.length, lines)) return;
  const newest = said.sort((a, b) => b.from - a.from);
  const content = newest.slice(0, 60).map((talk, n) => talkBlock(talk, tick, n < 2));
  if (newest.length > 60) content.push(el('div', 'empty', `and ${newest.length - 60} before`));
  refill(listPanel, 'talks', content.length ? content : [el('div', 'empty', 'Nobody has talked yet.')]);
}

/** Chooses a piece of news, or none, and shows the town that it goes through. */
function chooseNews(n) {
  view.news = n;
  seenList = '';
  drawMarks();
  if (n >= 0) showWhole();
}

function newsList(tick) {
  const known = town.news.map(news => news.hops.filter(hop => hop[0] <= tick).length);
  if (!isOld(view.news, known)) return;
  const name = id => town.byId.get(id)?.name ?? 'somebody';
  const content = [];
  town.news.forEach((news, n) => {
    const count = known[n] + (news.source >= 0 ? 1 : 0);
    const row = knob('row', () => chooseNews(view.news === n ? -1 : n),
      el('span', 'emoji', '📰'), el('span', 'grow', town.texts[news.text],
        el('div', 'faint', `first known to ${name(news.source)} · ${count} of ${town.people.length} have it`)));
    row.setAttribute('aria-expanded', view.news === n);
    if (view.news === n) row.setAttribute('aria-current', 'true');
    content.push(row);
    if (view.news !== n) return;
    for (const [at, from, to, seen, words] of news.hops) {
      const way = seen ? `${name(to)} saw it${from >= 0 ? ` with ${name(from)}` : ''}` : `${from >= 0 ? name(from) : 'Somebody'} → ${name(to)}`;
      const hop = knob(`row level1 ${at > tick ? 'ahead' : ''}`, () => { seek(at); choose(to); },
        el('span', 'at', timeText(at)), el('span', 'grow', way, el('div', 'faint', seen ? town.texts[words] : `“${town.texts[words]}”`)));
      content.push(hop);
    }
    if (!news.hops.length) content.push(el('div', 'empty', 'It has not gone any further.'));
  });
  refill(listPanel, 'news', content.length ? content : [el('div', 'empty', 'There is no news in this town.')]);
}

/** All that happened, in the order of time; made once. */
let events = null;
function allEvents() {
  if (events) return events;
  const name = id => town.byId.get(id)?.name ?? 'somebody';
  events = [];
  for (const [thing, from, until] of town.fires) {
    const { name: what, arena } = town.scene.things[thing];
    events.push({ tick: from, icon: '🔥', text: `Fire: the ${what}`, place: placeName(arena), thing });
    if (until >= 0) events.push({ tick: until, icon: '💧', text: `The fire is out: the ${what}`, place: placeName(arena), thing });
  }
  for (const [tick, who, what] of town.reactions) events.push({ tick, icon: '❗', text: `${name(who)}: ${town.texts[what]}`, who });
  for (const person of town.people) {
    for (const [tick, kind, text] of person.stream) {
      if (kind === 1 && tick > 0) events.push({ tick, icon: '💡', text: town.texts[text], place: name(person.id), who: person.id });
    }
  }
  town.news.forEach(news => news.hops.forEach(([tick, , to]) => events.push({ tick, icon: '📰', text: `${name(to)} has the news`, place: town.texts[news.text], who: to })));
  return events.sort((a, b) => a.tick - b.tick);
}

function eventList(tick) {
  const happened = allEvents().filter(event => event.tick <= tick).reverse();
  if (!isOld(happened.length)) return;
  const rows = happened.slice(0, 150).map(({ tick: at, icon, text, place, who, thing }) => knob('row', () => {
    seek(at);
    if (who !== undefined) choose(who);
    if (thing !== undefined) {
      camera.follow = null;
      const [x, y] = town.scene.things[thing].cells[0];
      camera.zoom = Math.max(camera.zoom, 2 * camera.ratio);
      lookAt(x * 16 + 8, y * 16 + 8);
    }
  }, el('span', 'at', timeText(at)), el('span', 'emoji', icon), el('span', 'grow', text, place ? el('div', 'faint clamp', place) : '')));
  refill(listPanel, 'events', rows.length ? rows : [el('div', 'empty', 'Nothing out of the ordinary yet.')]);
}
