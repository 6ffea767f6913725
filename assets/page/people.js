// The people: where each stands between two ticks, which picture shows it, and who is hidden by what.

/** Beyond so many pixels somebody jumps to their place instead of walking there. */
const LEAP = 640;
/** Somebody far from where they should be comes closer by this share of the way in a second. */
const HURRY = 14;

/** Moves everybody to where they are shown at a moment. */
function placePeople(tick, seconds) {
  for (const person of town.people) {
    const place = whereIs(person, tick);
    const share = tick - Math.floor(tick);
    let [x, y] = [place.x * 16 + 8, (place.y + 1) * 16];
    const step = place.before && Math.abs(place.before[0] - place.x) + Math.abs(place.before[1] - place.y) === 1;
    if (step) {
      x += (place.before[0] - place.x) * 16 * (1 - share);
      y += (place.before[1] - place.y) * 16 * (1 - share);
    }
    const shown = person.shown ??= { x, y, walked: 0 };
    const far = Math.hypot(x - shown.x, y - shown.y);
    const catchUp = far > 24 && far < LEAP && !clock.leapt && clock.playing;
    const part = catchUp ? 1 - Math.exp(-HURRY * seconds) : 1;
    const [dx, dy] = [(x - shown.x) * part, (y - shown.y) * part];
    const moved = Math.hypot(dx, dy);
    shown.x += dx;
    shown.y += dy;
    shown.walked += Math.min(moved / 12, HURRY * seconds);
    shown.underway = (Boolean(step) || catchUp) && (clock.playing ? moved > 0.01 : share < 0.99);
    shown.deed = deedOf(person, tick);
    shown.posture = shown.underway ? 0 : postureOf(person, tick, place.since);
    // Who sat up in bed and fell asleep lies.
    if (shown.posture === 1 && sleeps(person, tick) && town.scene.things[shown.deed.object]?.bed) shown.posture = 2;
    shown.facing = catchUp ? (Math.abs(dx) > Math.abs(dy) ? (dx > 0 ? 1 : 3) : (dy > 0 ? 2 : 0)) : facingOf(person, tick, place);
    shown.cell = place;
    pose(person, shown);
  }
}

/** Chooses picture, place and depth, as the window does. */
function pose(person, shown) {
  const { pictures } = person;
  const [x, y] = [Math.round(shown.x), Math.round(shown.y)];
  const cells = town.scene.things[shown.deed.object]?.cells;
  const column = cells?.filter(cell => cell[0] === shown.cell.x) ?? [];
  const on = column.some(cell => cell[1] === shown.cell.y);
  const south = column.length ? (Math.max(...column.map(cell => cell[1])) + 1) * 16 : 0;
  shown.cut = 0;
  shown.lies = shown.posture === 2;
  if (shown.lies) {
    shown.picture = pictures[8][0];
    if (cells) {
      const across = column.length ? shown.cell.x : Math.min(...cells.map(cell => cell[0]));
      const bed = cells.filter(cell => cell[0] === across).map(cell => cell[1]);
      // Only the head shows above the blanket.
      shown.cut = 15;
      return box(shown, across * 16 + 8, Math.min(...bed) * 16 - 4 + shown.cut, (Math.max(...bed) + 1) * 16 * 50 + 2);
    }
    return box(shown, x, y - 2, (y - 2) * 50);
  }
  if (shown.posture === 1) {
    shown.picture = pictures[4 + shown.facing][0];
    return box(shown, x, y - 4, (on ? south : y) * 50 + (shown.facing === 0 ? -4 : 4));
  }
  const frames = pictures[shown.facing];
  shown.picture = frames[shown.underway ? Math.floor(shown.walked) % frames.length : 0];
  const cell = Math.floor((y - 2) / 16) * town.scene.width + Math.floor(x / 16);
  if (on && !shown.underway) return box(shown, x, y - 2, south * 50 + 4);
  if (doorCells.has(cell)) return box(shown, x, y - 2, (Math.floor((y - 2) / 16) + 1) * 800 + 4);
  box(shown, x, y - 2, (y - 2) * 50 + 1);
}

/** Keeps where a picture is drawn: its foot's middle at a place. */
function box(shown, x, foot, depth) {
  const [width, height] = shown.picture === undefined ? [16, 24] : sizeOf(shown.picture);
  shown.width = width;
  shown.height = shown.cut || height;
  shown.left = x - width / 2;
  shown.top = foot - shown.height;
  shown.depth = depth;
}

let doorCells = new Set();

/** Draws everybody in sight, and again what stands before them. */
function drawPeople() {
  const [dx, dy] = [-sight.x, -sight.y];
  const seen = town.people.filter(({ shown }) => shown.left < sight.x + sight.width && shown.top < sight.y + sight.height
    && shown.left + shown.width > sight.x && shown.top + shown.height > sight.y);
  seen.sort((a, b) => a.shown.depth - b.shown.depth);
  for (const { shown } of seen) {
    if (shown.posture === 0) shadow(Math.round(shown.x) + dx, Math.round(shown.y) - 2 + dy);
  }
  const chosen = town.byId.get(view.person);
  if (chosen?.shown && !chosen.shown.lies) ring(Math.round(chosen.shown.x) + dx, Math.round(chosen.shown.y) - 3 + dy, '#efb845');
  for (const { shown } of seen) {
    if (shown.picture === undefined) continue;
    const { left, top, width, height } = shown;
    drawWithin(townPaint, { picture: shown.picture, x: left, y: top, width, height }, left, top, left + width, top + height, dx, dy, scale);
    for (const one of standingIn(left, top, left + width, top + height)) {
      if (one.depth > shown.depth) drawWithin(townPaint, one, left, top, left + width, top + height, dx, dy, scale);
    }
  }
  return seen;
}

function shadow(x, y) {
  townPaint.fillStyle = 'rgba(42, 27, 61, .33)';
  townPaint.fillRect((x - 5) * scale, y * scale, 10 * scale, 2 * scale);
  townPaint.fillRect((x - 4) * scale, (y - 1) * scale, 8 * scale, 4 * scale);
}

/** A ring on the ground. */
function ring(x, y, colour) {
  townPaint.strokeStyle = colour;
  townPaint.lineWidth = Math.max(1.5 * scale, 1);
  townPaint.beginPath();
  townPaint.ellipse(x * scale, (y + 1) * scale, 9 * scale, 4.5 * scale, 0, 0, 7);
  townPaint.stroke();
}

/** Smoke, drops and garlands on things that something is the matter with. */
function drawMatters(second) {
  for (const { one, matter } of pieces) {
    if (!matter || one.x > sight.x + sight.width || one.x + one.width < sight.x) continue;
    const [x, y] = [one.x + one.width / 2 - sight.x, one.y - sight.y];
    if (matter === 'burning' || matter === 'smoking') {
      for (let n = 0; n < 4; n++) {
        const part = (second / 2.4 + n / 4) % 1;
        townPaint.fillStyle = `rgba(74, 66, 84, ${part > 0.85 ? 0.25 : part > 0.5 ? 0.5 : 0.75})`;
        const side = 4 + Math.round(part * 4);
        townPaint.fillRect(Math.round(x + Math.sin(part * 6.3 + n) * 3 - side / 2) * scale, Math.round(y + 6 - part * 24) * scale, side * scale, side * scale);
      }
    }
    if (matter === 'burning') {
      for (let n = 0; n < one.width / 6; n++) {
        const lick = 5 + Math.round(3 * Math.abs(Math.sin(second * 7 + n * 2)));
        townPaint.fillStyle = n % 2 ? '#ef8e45' : '#efb845';
        townPaint.fillRect((one.x - sight.x + n * 6 + 1) * scale, (y + 12 - lick) * scale, 4 * scale, lick * scale);
      }
    }
  }
}

/** Who is under a point of the screen; `null`: nobody. */
function personAt(x, y) {
  const bubble = bubbles.findLast(({ box: [left, top, right, bottom] }) => x >= left && x < right && y >= top && y < bottom);
  if (bubble) return bubble.person;
  const [tx, ty] = toTown(x, y);
  const reach = Math.max(14, 14 / camera.zoom * camera.ratio);
  let best = null;
  for (const person of town.people) {
    const { shown } = person;
    if (!shown) continue;
    const away = Math.hypot(shown.left + shown.width / 2 - tx, shown.top + shown.height / 2 - ty);
    if (away < reach && (!best || away < best.away)) best = { person, away };
  }
  return best?.person ?? null;
}
