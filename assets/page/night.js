// The light of the hour: a small picture of how bright it is everywhere, laid over the town. Lamps, and rooms with
// somebody awake in them, shine.

/** Minutes of the day at which the light turns, and to what: 0 day, 1 dusk, 2 night. */
const TURNS = [[0, 2], [390, 2], [410, 1], [420, 1], [440, 0], [1060, 0], [1080, 1], [1100, 1], [1120, 2], [1440, 2]];
/** What the open air and lit rooms are multiplied by at day, dusk and night. */
const LIGHT = [[[1, 1, 1], [1, 1, 1]], [[0.94, 0.77, 0.70], [1, 0.90, 0.74]], [[0.42, 0.48, 0.76], [0.88, 0.74, 0.62]]];
const WARM = [1, 0.78, 0.42], COOL = [0.55, 0.85, 1], HOME = [1, 0.88, 0.66];
/** Pixels of the town to one of the light's. */
const GRAIN = 2;
const light = document.createElement('canvas');
const nightPaint = light.getContext('2d');
/** The same with street lamps alone, for as long as the sky stays. */
const streets = document.createElement('canvas');
const streetPaint = streets.getContext('2d');
const sky = { dark: 0, tint: [1, 1, 1], room: [1, 1, 1], drawn: '', at: -1e9, version: 0 };
let roomPaths = [], litRooms = new Set();

const mix = (a, b, part) => a.map((one, n) => one + (b[n] - one) * part);
const css = (colour, by = 1) => `rgb(${colour.map(one => Math.round(Math.min(1, one * by) * 255)).join(' ')})`;

/** The light at a minute of the day. */
function skyAt(minute) {
  const of = ((minute % 1440) + 1440) % 1440;
  const after = Math.max(1, TURNS.findIndex(([at]) => at > of));
  const [[from, a], [to, b]] = [TURNS[after - 1], TURNS[after]];
  // In sixteenths, so that not every frame lights the town anew.
  sky.dark = Math.round((a + (b - a) * Math.min(1, (of - from) / (to - from))) * 16) / 16;
  const below = Math.min(1, Math.floor(sky.dark));
  sky.tint = mix(LIGHT[below][0], LIGHT[below + 1][0], sky.dark - below);
  sky.room = mix(LIGHT[below][1], LIGHT[below + 1][1], sky.dark - below);
}

/** Gets the rooms ready. */
function buildNight() {
  for (const canvas of [light, streets]) {
    canvas.width = town.scene.width * 16 / GRAIN;
    canvas.height = town.scene.height * 16 / GRAIN;
  }
  roomPaths = town.scene.rooms.rooms.map(room => {
    const path = new Path2D();
    for (const [x, y, width, height] of room.areas) path.rect(x / GRAIN, y / GRAIN, width / GRAIN, height / GRAIN);
    return path;
  });
  doorCells = new Set(town.scene.rooms.doorways);
}

/** Finds who is awake where, turns panes and street lamps, and paints the light if it is another. */
function lightUp(tick, now) {
  skyAt(minuteOf(tick));
  const lit = new Set();
  for (const person of town.people) {
    const { cell } = person.shown;
    const arena = arenaAt(cell.x, cell.y);
    if (arena >= 0 && town.scene.rooms.rooms[arena].areas.length && !sleeps(person, tick)) lit.add(arena);
  }
  litRooms = lit;
  const dusk = sky.dark >= 0.25;
  const paneKey = `${dusk}${sky.dark >= 1.5}${[...lit].sort()}`;
  if (sky.panes !== paneKey) {
    sky.panes = paneKey;
    for (const { one, looks, room } of panes) {
      const inside = room < 0;
      turn(one, looks[!dusk || inside && sky.dark < 1.5 ? 0 : !inside && lit.has(room) ? 2 : 1]);
    }
    for (const { one, looks } of lamps) turn(one, looks[dusk ? 1 : 0]);
  }
  if (sky.dark === 0) return;
  const glows = pieces.filter(piece => piece.on && piece.glow || piece.matter === 'burning');
  const key = `${sky.dark};${[...lit].sort()};${glows.map(piece => piece.object)}`;
  if (key === sky.drawn || !clock.leapt && now - sky.at < (clock.speed > 1 ? 600 : 250)) return;
  [sky.drawn, sky.at] = [key, now];
  sky.version++;
  paintLight(lit, glows);
}

/** Lightens what a lamp reaches. */
function shine(x, y, wide, tall, colour, power, within = -1, lightPaint = nightPaint) {
  const strength = power * Math.min(1, sky.dark / 2);
  lightPaint.save();
  if (within >= 0) lightPaint.clip(roomPaths[within]);
  lightPaint.globalCompositeOperation = 'lighter';
  lightPaint.translate(x / GRAIN, y / GRAIN);
  lightPaint.scale(1, tall / wide);
  const radius = wide / GRAIN;
  const glow = lightPaint.createRadialGradient(0, 0, 0, 0, 0, radius);
  const left = colour.map((one, n) => one * (1.12 - sky.tint[n]));
  for (const [at, part] of [[0, 1], [0.25, 0.72], [0.5, 0.4], [0.75, 0.14], [1, 0]]) glow.addColorStop(at, css(left, strength * part));
  lightPaint.fillStyle = glow;
  lightPaint.beginPath();
  lightPaint.arc(0, 0, radius, 0, 7);
  lightPaint.fill();
  lightPaint.restore();
}

function paintLight(lit, glows) {
  const { rooms } = town.scene;
  if (sky.streets !== sky.dark) {
    sky.streets = sky.dark;
    streetPaint.fillStyle = css(sky.tint);
    streetPaint.fillRect(0, 0, light.width, light.height);
    for (const { foot: [x, y] } of lamps) {
      shine(x, y - 16, 64, 46, WARM, 0.8, -1, streetPaint);
      shine(x, y - 36, 10, 10, WARM, 1, -1, streetPaint);
    }
  }
  nightPaint.globalCompositeOperation = 'copy';
  nightPaint.drawImage(streets, 0, 0);
  nightPaint.globalCompositeOperation = 'source-over';
  nightPaint.fillStyle = css(sky.room);
  for (const room of lit) nightPaint.fill(roomPaths[room]);
  for (const room of lit) for (const [x, y] of rooms.rooms[room].lamps) shine(x, y, 100, 88, HOME, 0.34, room);
  for (const [x, y, room, door] of rooms.openings) {
    if (!lit.has(room)) continue;
    if (door) shine(x, y + 6, 24, 22, WARM, 0.6);
    else shine(x, y - 6, 9, 8, WARM, 1), shine(x, y + 10, 18, 14, WARM, 0.5);
  }
  for (const { glow, one, matter } of glows) {
    if (glow) shine(glow[0], glow[1], 30, 26, glow[2] ? COOL : WARM, 0.5, glow[3]);
    if (matter === 'burning') shine(one.x + one.width / 2, one.y + one.height - 10, 52, 44, WARM, 0.8);
  }
}

/** Lays the light over the town. */
function drawNight() {
  if (sky.dark === 0) return;
  const [left, top] = [Math.max(0, sight.x), Math.max(0, sight.y)];
  const [right, bottom] = [Math.min(base.width, sight.x + sight.width), Math.min(base.height, sight.y + sight.height)];
  townPaint.imageSmoothingEnabled = false;
  townPaint.globalCompositeOperation = 'multiply';
  // Around the town it is as dark as in it.
  fillOutside(css(sky.tint));
  // Seen from afar the town was lit before.
  if (scale >= 1) townPaint.drawImage(light, left / GRAIN, top / GRAIN, (right - left) / GRAIN, (bottom - top) / GRAIN,
    (left - sight.x) * scale, (top - sight.y) * scale, (right - left) * scale, (bottom - top) * scale);
  townPaint.globalCompositeOperation = 'source-over';
}
