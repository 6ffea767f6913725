// What is over people's heads: words that are said, emoji of what is done, or initials where the town is seen from afar;
// and the way of a piece of news. Drawn in the screen's pixels, never tinted by night.

const INK = '#3a2450', PAPER = '#fff8e4', WORDS = '#42273a', GOLD = '#efb845';
const FONT = 'Ubuntu, "Segoe UI", system-ui, -apple-system, Roboto, "Helvetica Neue", sans-serif';
const EMOJI = '"Noto Color Emoji", "Apple Color Emoji", "Segoe UI Emoji", sans-serif';
/** Pictures of bubbles that were drawn before, by what they say. */
const drawn = new Map();
const SEGMENTS = 'Segmenter' in Intl ? new Intl.Segmenter(undefined, { granularity: 'grapheme' }) : null;

/** The emoji of texts that were asked for before. */
const emojiOfTexts = new Map();

/** The emoji of a text, two at most. */
function emojiOf(text) {
  let found = emojiOfTexts.get(text);
  if (!found) emojiOfTexts.set(text, found = findEmoji(text));
  return found;
}

function findEmoji(text) {
  const all = SEGMENTS ? [...SEGMENTS.segment(text)].map(part => part.segment) : [...text];
  return all.filter(one => /\p{Extended_Pictographic}|\p{Regional_Indicator}|\u20e3/u.test(one)).slice(0, 2);
}

/** Everything that somebody's bubble says. */
function bubbleOf(person, tick) {
  const line = lineOf(person, tick);
  if (line) return { words: line.words, line };
  if (sleeps(person, tick)) return { emoji: '💤' };
  const talk = talkOf(person, tick);
  if (talk) return { emoji: '💬', listens: talk.lines.some(([from, , , until]) => from <= tick && tick < until) };
  return { emoji: emojiOf(deedOf(person, tick).emoji).join('') };
}

/** A canvas on which `paint` draws, kept under a key. */
function kept(key, width, height, paint) {
  const full = `${key}|${camera.ratio}`;
  let canvas = drawn.get(full);
  if (!canvas) {
    if (drawn.size > 600) drawn.clear();
    canvas = document.createElement('canvas');
    canvas.width = Math.ceil(width * camera.ratio);
    canvas.height = Math.ceil(height * camera.ratio);
    const context = canvas.getContext('2d');
    context.scale(camera.ratio, camera.ratio);
    paint(context);
    drawn.set(full, canvas);
  }
  return canvas;
}

const measure = document.createElement('canvas').getContext('2d');

/** Breaks words into lines that fit. */
function wrap(words, width, most) {
  measure.font = `14px ${FONT}`;
  const lines = [''];
  for (const word of words.split(/\s+/)) {
    const longer = lines.at(-1) ? `${lines.at(-1)} ${word}` : word;
    if (measure.measureText(longer).width <= width) { lines[lines.length - 1] = longer; continue; }
    let rest = word;
    while (measure.measureText(rest).width > width && rest.length > 1) {
      let cut = rest.length - 1;
      while (cut > 1 && measure.measureText(rest.slice(0, cut)).width > width) cut--;
      lines.push(rest.slice(0, cut));
      rest = rest.slice(cut);
    }
    if (lines.at(-1) === '') lines[lines.length - 1] = rest; else lines.push(rest);
  }
  if (lines.length > most) {
    lines.length = most;
    lines[most - 1] = lines[most - 1].replace(/.{0,2}$/, '…');
  }
  return lines;
}

/** The body of a bubble. */
function bodyOf(context, width, height) {
  context.beginPath();
  context.roundRect(1, 1, width - 2, height - 2, 7);
  context.fillStyle = PAPER;
  context.strokeStyle = INK;
  context.lineWidth = 2;
  context.fill();
  context.stroke();
}

/** The tail from a body's lower edge, as near to the head as the body lets it, to the head. */
function drawTail([left, , right, bottom], x, y) {
  const by = camera.ratio;
  const root = Math.min(Math.max(x, left + 12 * by), right - 12 * by);
  const foot = bottom - 2 * by;
  if (y < foot + 2 * by) return;
  board.beginPath();
  board.moveTo(root - 5 * by, foot);
  board.lineTo(x, y);
  board.lineTo(root + 5 * by, foot);
  board.fillStyle = PAPER;
  board.strokeStyle = INK;
  board.lineWidth = 2 * by;
  board.lineJoin = 'round';
  board.stroke();
  board.fillRect(root - 4 * by, foot - by, 8 * by, 2 * by);
  board.fill();
}

function speech(words) {
  const lines = wrap(words, 218, 6);
  measure.font = `14px ${FONT}`;
  const width = Math.ceil(Math.max(...lines.map(line => measure.measureText(line).width), 40) + 22);
  const height = lines.length * 18 + 13;
  return kept(`say|${words}`, width, height, context => {
    bodyOf(context, width, height);
    context.font = `14px ${FONT}`;
    context.fillStyle = WORDS;
    context.textBaseline = 'middle';
    lines.forEach((line, n) => context.fillText(line, 11, 16 + n * 18));
  });
}

/** A bubble of parts that are each drawn once: body, initials, emoji. */
function thought(letters, emoji, known) {
  const marks = emojiOf(emoji);
  const name = letters ? 22 : 0;
  const width = name + marks.length * 20 + 14;
  const layers = [[kept(`body|${width}|${known}`, width, 27, context => {
    bodyOf(context, width, 27);
    if (!known) return;
    context.beginPath();
    context.roundRect(2.5, 2.5, width - 5, 22, 5);
    context.fillStyle = '#ffe892';
    context.fill();
  }), 0, 0]];
  if (letters) {
    layers.push([kept(`letters|${letters}`, 22, 20, context => {
      context.font = `700 12px ${FONT}`;
      context.fillStyle = INK;
      context.textAlign = 'center';
      context.textBaseline = 'middle';
      context.fillText(letters, 11, 10.5, 21);
    }), 6, 4]);
  }
  marks.forEach((mark, n) => layers.push([kept(`emoji|${mark}`, 20, 22, context => {
    context.font = `16px ${EMOJI}`;
    context.fillStyle = '#000';
    context.textBaseline = 'middle';
    context.fillText(mark, 0, 11.5);
  }), 7 + name + n * 20, 3]));
  return { width: layers[0][0].width, height: layers[0][0].height, layers };
}

function tag(letters, known) {
  return kept(`tag|${letters}|${known}`, 25, 18, context => {
    context.beginPath();
    context.roundRect(1, 1, 23, 16, 4);
    context.fillStyle = known ? '#ffe892' : PAPER;
    context.strokeStyle = INK;
    context.lineWidth = 1.5;
    context.fill();
    context.stroke();
    context.font = `700 11px ${FONT}`;
    context.fillStyle = INK;
    context.textAlign = 'center';
    context.textBaseline = 'middle';
    context.fillText(letters, 12.5, 9.5);
  });
}

/** All bubbles of the last frame, those in front last. */
let bubbles = [];

/** Where else a bubble may be if another is in its place: by its own width and height. */
const ASIDE = [[0, 0], [-0.5, 0], [0.5, 0], [0, -1], [-0.6, -1], [0.6, -1], [0, -2], [-0.7, -2], [0.7, -2], [0, -3]];

/** The same for tags, which have no tail to say whose they are. */
const NEAR = [[0, 0], [0.8, 0], [-0.8, 0], [0, -0.9], [0, 0.9]];

/** A free place for a bubble over a head; over others if there is none. */
function placeFor(picture, x, y, placed, ways) {
  const { width, height } = picture;
  for (const [aside, up] of ways) {
    const left = Math.round(x - width / 2 + aside * width), top = Math.round(y - height + up * (height + 2));
    const box = [left, top, left + width, top + height];
    if (placed.every(([l, t, r, b]) => box[0] >= r || box[2] <= l || box[1] >= b || box[3] <= t)) return box;
  }
  return [x - width / 2, y - height, x + width / 2, y].map(Math.round);
}

/** Draws all bubbles; the lines that can be read are given back. */
function drawBubbles(tick) {
  if (board === overPaint) board.clearRect(0, 0, camera.width, camera.height);
  const knows = drawNews(tick);
  const near = camera.zoom / camera.ratio;
  const said = [], placed = [];
  const all = [];
  for (const person of town.people) {
    const { shown } = person;
    const [x, y] = toScreen(Math.round(shown.left + shown.width / 2), shown.top);
    if (x < -60 || y < -20 || x > camera.width + 60 || y > camera.height + 140) continue;
    const says = bubbleOf(person, tick);
    const known = knows?.has(person.id) ?? false;
    const speaks = Boolean(says.words) && near >= 0.45;
    if (speaks) said.push(says.line);
    let picture = null;
    if (speaks) picture = speech(says.words);
    // The words in sight say already that there is talk.
    else if (near >= 0.8 && says.listens) picture = tag(person.initials, known);
    else if (near >= 0.8) picture = thought(shown.lies ? '' : person.initials, says.emoji || '💬', known);
    else if (!shown.lies || known) picture = tag(person.initials, known);
    if (picture) all.push({ person, picture, speaks, x, y, tail: (near >= 0.8 && !says.listens) || speaks });
  }
  // Words first, then whoever is nearest to the viewer.
  all.sort((a, b) => b.speaks - a.speaks || b.y - a.y);
  for (const one of all) {
    const gap = one.tail ? 6 * camera.ratio : 0;
    one.box = placeFor(one.picture, one.x, one.y - gap, placed, one.tail ? ASIDE : NEAR);
    if (one.speaks) {
      const [left, top, right, bottom] = one.box;
      const by = Math.min(Math.max(0, 4 - left), 300) + Math.min(0, camera.width - 4 - right), down = Math.max(0, 54 * camera.ratio - top);
      one.box = [left + by, top + down, right + by, bottom + down];
    }
    placed.push(one.box);
    // Whoever speaks is seen.
    const head = 8 * camera.zoom;
    if (one.speaks) placed.push([one.x - head, one.y, one.x + head, one.y + 2 * head]);
  }
  bubbles = all.reverse();
  for (const { picture, box, x, y, tail } of bubbles) {
    if (!picture.layers) board.drawImage(picture, box[0], box[1]);
    else for (const [layer, x, y] of picture.layers) board.drawImage(layer, box[0] + Math.round(x * camera.ratio), box[1] + Math.round(y * camera.ratio));
    if (tail) drawTail(box, x, y);
  }
  return said;
}

/** Draws the way of the chosen news so far: a thread from each to whom they told it. Gives who knows it. */
function drawNews(tick) {
  const news = town.news[view.news];
  if (!news) return null;
  const knows = new Set(news.source >= 0 ? [news.source] : []);
  const head = id => {
    const shown = town.byId.get(id)?.shown;
    return shown && toScreen(shown.left + shown.width / 2, shown.top + 8);
  };
  for (const [at, from, to, seen] of news.hops) {
    if (at > tick) break;
    knows.add(to);
    const [a, b] = [head(from), head(to)];
    if (!a || !b) continue;
    const bend = Math.min(80 * camera.ratio, Math.hypot(b[0] - a[0], b[1] - a[1]) * 0.25);
    for (const [width, colour] of [[5, 'rgba(58, 36, 80, .55)'], [2.5, tick - at < 30 ? '#ffe892' : GOLD]]) {
      board.beginPath();
      board.moveTo(...a);
      board.quadraticCurveTo((a[0] + b[0]) / 2, (a[1] + b[1]) / 2 - bend, ...b);
      board.lineWidth = width * camera.ratio;
      board.strokeStyle = colour;
      board.setLineDash(seen ? [6 * camera.ratio, 5 * camera.ratio] : []);
      board.stroke();
    }
  }
  board.setLineDash([]);
  return knows;
}
