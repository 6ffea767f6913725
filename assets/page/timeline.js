// The line of the whole time at the foot: night and day, marks of what happened, and the moment that is shown.

const scrub = document.getElementById('scrub');
const head = document.getElementById('head');
const marksCanvas = document.getElementById('marks');
/** Rows of marks from the top: what they are called, their colour, and whether they are shown. */
const MARKS = [
  { name: 'Talks', one: 'talk', colour: '#2b7878', shown: true }, { name: 'News', one: 'news', colour: '#d8922b', shown: true },
  { name: 'Reflections', one: 'reflection', colour: '#9f6db4', shown: true }, { name: 'Fires', one: 'fire', colour: '#c8382f', shown: true },
];

/** Makes the parts that stay. */
function buildTimeline() {
  scrub.max = town.ticks;
  scrub.addEventListener('input', () => { seek(scrub.value); });
  scrub.addEventListener('pointermove', event => tellMarks(event));
  scrub.addEventListener('pointerleave', () => tip(null));
  const legend = document.getElementById('legend');
  for (const mark of MARKS) {
    const swatch = el('i');
    swatch.style.background = mark.colour;
    const button = knob('', () => {
      mark.shown = !mark.shown;
      button.setAttribute('aria-pressed', mark.shown);
      drawMarks();
    }, swatch, mark.name);
    button.setAttribute('aria-pressed', 'true');
    legend.append(button);
  }
  legend.append(el('span', 'grow'), el('span', 'keys', 'Space plays · [ ] a minute · 1–9 speed · arrows and drag move · wheel zooms · click on somebody'));
  document.getElementById('timeline').hidden = false;
}

/** The ticks of all marks, by row. */
function markTicks() {
  const chosen = town.news[view.news];
  const news = chosen ? [chosen] : town.news;
  return [
    town.talks.map(talk => [talk.from, talk.until]),
    news.flatMap(one => one.hops.map(hop => [hop[0], hop[0]])),
    town.people.flatMap(person => person.memories.filter(memory => memory[1] === 1 && memory[0] > 0).map(memory => [memory[0], memory[0]])),
    town.fires.map(([, from, until]) => [from, until < 0 ? town.ticks : until]),
  ];
}

/** Paints day and night, hours and marks. */
function drawMarks() {
  const { ratio } = camera;
  const width = Math.max(1, marksCanvas.clientWidth), height = Math.max(1, marksCanvas.clientHeight);
  [marksCanvas.width, marksCanvas.height] = [Math.round(width * ratio), Math.round(height * ratio)];
  const paint = marksCanvas.getContext('2d');
  paint.scale(ratio, ratio);
  const xOf = tick => tick / Math.max(1, town.ticks) * width;
  const bar = height - 14;
  paint.save();
  paint.beginPath();
  paint.roundRect(0, 0, width, bar, 5);
  paint.clip();
  const night = [89, 84, 140], dusk = [240, 190, 140], day = [250, 240, 208];
  for (let x = 0; x < width; x += 2) {
    skyAt(minuteOf(x / width * town.ticks));
    const colour = sky.dark <= 1 ? mix(day, dusk, sky.dark) : mix(dusk, night, sky.dark - 1);
    paint.fillStyle = css(colour, 1 / 255);
    paint.fillRect(x, 0, 2, bar);
  }
  const rows = markTicks();
  const tall = bar / MARKS.length;
  MARKS.forEach(({ colour, shown }, n) => {
    if (!shown) return;
    for (const [from, until] of rows[n]) {
      const [left, wide] = [xOf(from), Math.max(3, xOf(until) - xOf(from))];
      paint.fillStyle = 'rgba(255, 248, 228, .8)';
      paint.fillRect(left - 0.5, n * tall + 1, wide + 1, tall - 2);
      paint.fillStyle = colour;
      paint.fillRect(left, n * tall + 1.5, wide, tall - 3);
    }
  });
  paint.restore();
  paint.fillStyle = '#775a68';
  paint.font = `11px ${FONT}`;
  paint.textBaseline = 'bottom';
  paint.textAlign = 'center';
  const hours = town.ticks * town.tick_seconds / 3600;
  const every = [1, 2, 3, 6, 12, 24].find(step => width / (hours / step) > 46) ?? 48;
  const first = Math.ceil(town.firstMinute / 60 / every) * every;
  for (let hour = first; hour * 60 <= minuteOf(town.ticks); hour += every) {
    const x = xOf(tickOf(hour * 60));
    if (x < 16 || x > width - 16) continue;
    const midnight = hour % 24 === 0;
    paint.fillText(midnight ? dateText(hour * 60, SHORT) : hourText(hour * 60), x, height + 1);
    paint.fillRect(x, bar, 1, 3);
  }
}

/** What happened about the moment under the cursor. */
function tellMarks(event) {
  const box = scrub.getBoundingClientRect();
  const tick = (event.clientX - box.left) / box.width * town.ticks;
  const near = town.ticks / box.width * 4;
  const counts = markTicks().map(row => row.filter(([from, until]) => from <= tick + near && until >= tick - near).length);
  const word = (mark, count) => `${count} ${count === 1 ? mark.one : mark.name.toLowerCase()}`;
  const words = MARKS.map((mark, n) => counts[n] ? word(mark, counts[n]) : '').filter(Boolean);
  tip([hourText(minuteOf(Math.min(Math.max(tick, 0), town.ticks))), ...words].join(' · '), event.clientX, box.top - 34);
}

const tipBox = document.getElementById('tip');
/** Shows a short text at a place of the window, or hides it. */
function tip(text, x, y) {
  tipBox.hidden = !text;
  if (!text) return;
  tipBox.textContent = text;
  const { width, height } = tipBox.getBoundingClientRect();
  tipBox.style.left = `${Math.min(Math.max(6, x - width / 2), window.innerWidth - width - 6)}px`;
  tipBox.style.top = `${Math.max(6, y - (height - 26))}px`;
}

let shownMinute = '', shownTick = -1, shownSpeed = '';
/** Brings clock and line up to the moment. */
function showTime() {
  const { tick } = clock;
  if (Math.abs(tick - shownTick) >= 0.5) {
    shownTick = tick;
    scrub.value = Math.round(tick);
    head.style.left = `${tick / Math.max(1, town.ticks) * 100}%`;
  }
  const minute = Math.floor(minuteOf(tick));
  if (minute !== shownMinute) {
    shownMinute = minute;
    document.getElementById('time').textContent = hourText(minute);
    document.getElementById('date').textContent = dateText(minute, PLAIN);
    document.getElementById('date').title = dateText(minute);
    scrub.setAttribute('aria-valuetext', `${dateText(minute)} ${hourText(minute)}`);
    skyAt(minute);
    document.getElementById('sky').textContent = sky.dark === 0 ? '☀️' : sky.dark < 1.5 ? '🌇' : '🌙';
  }
  const speed = `${clock.playing}${clock.speed}${clock.ease}`;
  if (speed !== shownSpeed) {
    shownSpeed = speed;
    const play = document.getElementById('play');
    play.classList.toggle('on', clock.playing);
    play.setAttribute('aria-label', clock.playing ? 'Pause' : 'Play');
    for (const button of document.getElementById('speeds').children) button.setAttribute('aria-pressed', Number(button.value) === clock.speed);
    document.getElementById('speed').value = clock.speed;
    document.getElementById('ease').setAttribute('aria-pressed', clock.ease);
  }
}
