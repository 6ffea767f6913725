// What is over people's heads: words that are said, emoji of what is done, or initials where the town is seen from afar;
// and the way of a piece of news. Drawn in the screen's pixels, never tinted by night.

const INK = '#3a2450', PAPER = '#fff8e4', WORDS = '#42273a', GOLD = '#efb845';
const FONT = 'Ubuntu, "Segoe UI", system-ui, -apple-system, Roboto, "Helvetica Neue", sans-serif';
const EMOJI = '"Noto Color Emoji", "Apple Color Emoji", "Segoe UI Emoji", sans-serif';
/** Pictures of bubbles that were drawn before, by what they say. */
const drawn = new Map();
const SEGMENTS = 'Segmenter' in Intl ? new Intl.Segmenter(undefined, { granularity: 'grapheme' }) : null;

/** The emoji of a text, two at most. */
function emojiOf(text) {
  const all = SEGMENTS ? [...SEGMENTS.segment(text)].map(part => part.segment) : [...text];
  return all.filter(one => /\p{Extended_Pictographic}|\p{Regional_Indicator}|\u20e3/u.test(one)).slice(0, 2);
}

/** Everything that somebody's bubble says. */
function bubbleOf(person, tick) {
  const line = lineOf(person, tick);
  if (line) return { words: line.words, line };
  if (sleeps(person, tick)) return { emoji: '💤' };
  if (talkOf(person, tick)) return { emoji: '💬' };
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

/** A bubble with a tail in the middle of its lower edge. */
function bubblePath(context, width, height, tail = true) {
  const [radius, foot] = [7, height - (tail ? 7 : 1)];
  context.beginPath();
  context.roundRect(1, 1, width - 2, foot - 1, radius);
  context.fillStyle = PAPER;
  context.strokeStyle = INK;
  context.lineWidth = 2;
  context.stroke();
  context.fill();
  if (!tail) return;
  context.beginPath();
  context.moveTo(width / 2 - 6, foot - 0.5);
  context.lineTo(width / 2, height - 1);
  context.lineTo(width / 2 + 6, foot - 0.5);
  context.fill();
  context.beginPath();
  context.moveTo(width / 2 - 6.5, foot);
  context.lineTo(width / 2, height - 1);
  context.lineTo(width / 2 + 6.5, foot);
  context.stroke();
}

function speech(name, words) {
  const lines = wrap(words, 218, 6);
  measure.font = `14px ${FONT}`;
  const width = Math.ceil(Math.max(...lines.map(line => measure.measureText(line).width), 40) + 22);
  const height = lines.length * 18 + 20;
  return kept(`say|${words}`, width, height, context => {
    bubblePath(context, width, height);
    context.font = `14px ${FONT}`;
    context.fillStyle = WORDS;
    context.textBaseline = 'middle';
    lines.forEach((line, n) => context.fillText(line, 11, 15.5 + n * 18));
  });
}

function thought(letters, emoji, known) {
  const marks = emojiOf(emoji);
  const text = letters && marks.length ? letters : letters || '';
  measure.font = `700 12px ${FONT}`;
  const name = text ? measure.measureText(text).width + 4 : 0;
  const width = Math.ceil(name + marks.length * 20 + 14);
  return kept(`do|${text}|${marks}|${known}`, width, 34, context => {
    bubblePath(context, width, 34);
    if (known) {
      context.beginPath();
      context.roundRect(3.5, 3.5, width - 7, 21, 4);
      context.fillStyle = '#ffe892';
      context.fill();
    }
    context.textBaseline = 'middle';
    context.fillStyle = INK;
    context.font = `700 12px ${FONT}`;
    context.fillText(text, 7, 15);
    context.font = `16px ${EMOJI}`;
    context.fillStyle = '#000';
    marks.forEach((mark, n) => context.fillText(mark, 7 + name + n * 20, 15));
  });
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

/** Draws all bubbles; the lines that can be read are given back. */
function drawBubbles(tick) {
  overPaint.clearRect(0, 0, camera.width, camera.height);
  const knows = drawNews(tick);
  const afar = camera.zoom / camera.ratio < 0.8;
  const said = [], placed = [];
  const seen = town.people.filter(({ shown }) => {
    const [x, y] = toScreen(shown.x, shown.top);
    return x > -60 && y > -20 && x < camera.width + 60 && y < camera.height + 140;
  });
  // Who speaks is drawn last, over all others.
  const all = seen.map(person => ({ person, says: bubbleOf(person, tick) }));
  all.sort((a, b) => Boolean(a.says.words) - Boolean(b.says.words) || a.person.shown.y - b.person.shown.y);
  for (const { person, says } of all) {
    const { shown } = person;
    const known = knows?.has(person.id) ?? false;
    if (says.line && camera.zoom >= 0.5) said.push(says.line);
    let picture;
    if (says.words && camera.zoom / camera.ratio >= 0.45) picture = speech(person.name, says.words);
    else if (afar) picture = shown.lies && !known ? null : tag(person.initials, known);
    else picture = thought(shown.lies ? '' : person.initials, says.emoji || '💬', known);
    if (!picture) continue;
    const [x, y] = toScreen(Math.round(shown.left + shown.width / 2), shown.top);
    let left = Math.round(x - picture.width / 2), top = Math.round(y - picture.height);
    if (says.words) {
      left = Math.min(Math.max(left, 4), camera.width - picture.width - 4);
      top = Math.max(top, 54 * camera.ratio);
    }
    // Up a little where another bubble is already.
    for (let n = 0; n < 3; n++) {
      const other = placed.find(([l, t, r, b]) => left < r - 3 && left + picture.width > l + 3 && top < b - 8 && top + picture.height > t + 8);
      if (!other) break;
      top = other[1] - picture.height + 6;
    }
    placed.push([left, top, left + picture.width, top + picture.height]);
    overPaint.drawImage(picture, left, top);
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
      overPaint.beginPath();
      overPaint.moveTo(...a);
      overPaint.quadraticCurveTo((a[0] + b[0]) / 2, (a[1] + b[1]) / 2 - bend, ...b);
      overPaint.lineWidth = width * camera.ratio;
      overPaint.strokeStyle = colour;
      overPaint.setLineDash(seen ? [6 * camera.ratio, 5 * camera.ratio] : []);
      overPaint.stroke();
    }
  }
  overPaint.setLineDash([]);
  return knows;
}
