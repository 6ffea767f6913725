// The town without its people: drawn once on a canvas of its own, and mended where something changes.
//
// What stands keeps its depth, so that whoever walks behind it can be hidden again.

const floor = document.createElement('canvas');
const base = document.createElement('canvas');
/** Side of a square of the grid in which standing pictures are looked up. */
const SQUARE = 32;
const grid = new Map();
/** What changes its picture: furniture, doors, panes, lamps. */
const pieces = [], doors = [], panes = [], lamps = [], waters = [];
let floorPaint, basePaint, meadow, columns = 0;

/** Draws picture number `n` of the table. */
function draw(paint, n, x, y) {
  const [sheet, [left, top, width, height]] = town.scene.pictures[n];
  paint.drawImage(town.sheets[sheet], left, top, width, height, x, y, width, height);
}

/** The size of a picture. */
function sizeOf(n) {
  return town.scene.pictures[n][1].slice(2);
}

/** Puts something that stands into the grid, with room for all its looks. */
function stand(picture, x, y, depth, room) {
  const [width, height] = sizeOf(picture);
  const one = { picture, x, y, depth, width, height, room: room ?? [x, y, x + width, y + height] };
  const [left, top, right, bottom] = one.room;
  for (let row = Math.floor(top / SQUARE); row <= (bottom - 1) / SQUARE; row++) {
    for (let column = Math.floor(left / SQUARE); column <= (right - 1) / SQUARE; column++) {
      const key = row * columns + column;
      const square = grid.get(key);
      if (square) square.push(one); else grid.set(key, [one]);
    }
  }
  return one;
}

/** Something that looks one way or another. */
function standing(looks) {
  const rooms = looks.map(([n, x, y]) => [x, y, x + sizeOf(n)[0], y + sizeOf(n)[1]]);
  const room = rooms.reduce((a, b) => [Math.min(a[0], b[0]), Math.min(a[1], b[1]), Math.max(a[2], b[2]), Math.max(a[3], b[3])]);
  return stand(looks[0][0], looks[0][1], looks[0][2], looks[0][3], room);
}

/** All that stands in a part of the town, farthest first. */
function standingIn(left, top, right, bottom) {
  const found = [];
  const [firstRow, firstColumn] = [Math.floor(top / SQUARE), Math.floor(left / SQUARE)];
  for (let row = firstRow; row <= (bottom - 1) / SQUARE; row++) {
    for (let column = firstColumn; column <= (right - 1) / SQUARE; column++) {
      for (const one of grid.get(row * columns + column) ?? []) {
        if (one.picture < 0 || one.x >= right || one.y >= bottom || one.x + one.width <= left || one.y + one.height <= top) continue;
        // What reaches over several squares counts in the first of them that is looked at.
        const [x, y] = [Math.max(Math.floor(one.room[0] / SQUARE), firstColumn), Math.max(Math.floor(one.room[1] / SQUARE), firstRow)];
        if (x === column && y === row) found.push(one);
      }
    }
  }
  return found.sort((a, b) => a.depth - b.depth);
}

/** Draws what of something lies within a box; `dx` and `dy` are added to its place, `by` stretches it. */
function drawWithin(paint, one, left, top, right, bottom, dx = 0, dy = 0, by = 1) {
  const [x, y] = [Math.max(one.x, left), Math.max(one.y, top)];
  const [width, height] = [Math.min(one.x + one.width, right) - x, Math.min(one.y + one.height, bottom) - y];
  if (width <= 0 || height <= 0) return;
  const [sheet, [from, over]] = town.scene.pictures[one.picture];
  paint.drawImage(town.sheets[sheet], from + x - one.x, over + y - one.y, width, height,
    (x + dx) * by, (y + dy) * by, width * by, height * by);
}

/** Draws a box of the town anew: its floor, and all that stands there. */
function mend(left, top, right, bottom) {
  const { width, height } = base;
  [left, top, right, bottom] = [Math.max(0, left), Math.max(0, top), Math.min(width, right), Math.min(height, bottom)];
  if (right <= left || bottom <= top) return;
  basePaint.drawImage(floor, left, top, right - left, bottom - top, left, top, right - left, bottom - top);
  for (const one of standingIn(left, top, right, bottom)) drawWithin(basePaint, one, left, top, right, bottom);
  if (afar.scale) stale.push([left, top, right, bottom]);
}

/** The town made small, for who looks from afar, by day and as it is lit; and what of it is out of date. */
const afar = { scale: 0, light: -1, ...paper('day'), ...paper('night') };
let stale = [];

/** A canvas and its brush under names that begin with this. */
function paper(name) {
  const canvas = document.createElement('canvas');
  return { [name]: canvas, [`${name}Paint`]: canvas.getContext('2d', { alpha: false }) };
}

/** Brings the small town up to date, and gives it as it is seen now. */
function fromAfar() {
  if (afar.scale !== scale) {
    afar.scale = scale;
    for (const canvas of [afar.day, afar.night]) [canvas.width, canvas.height] = [Math.ceil(base.width * scale), Math.ceil(base.height * scale)];
    stale = [[0, 0, base.width, base.height]];
    afar.light = -1;
  }
  // On whole pixels of both.
  const boxes = stale.map(box => box.map((side, n) => (n < 2 ? Math.floor(side / 16) : Math.ceil(side / 16)) * 16));
  stale = [];
  afar.dayPaint.imageSmoothingEnabled = true;
  const boxed = ([left, top, right, bottom], by) => [left * by, top * by, (right - left) * by, (bottom - top) * by];
  for (const box of boxes) afar.dayPaint.drawImage(base, ...boxed(box, 1), ...boxed(box, scale));
  if (sky.dark === 0) return afar.day;
  if (afar.light !== sky.version) boxes.splice(0, boxes.length, [0, 0, base.width, base.height]);
  afar.light = sky.version;
  for (const box of boxes) {
    afar.nightPaint.globalCompositeOperation = 'source-over';
    afar.nightPaint.drawImage(afar.day, ...boxed(box, scale), ...boxed(box, scale));
    afar.nightPaint.globalCompositeOperation = 'multiply';
    afar.nightPaint.drawImage(light, ...boxed(box, 1 / GRAIN), ...boxed(box, scale));
  }
  return afar.night;
}

/** What of the sight lies outside of the town, as boxes. */
function outside() {
  const [right, bottom] = [sight.x + sight.width, sight.y + sight.height];
  const [left, top, end, foot] = [Math.max(0, sight.x), Math.max(0, sight.y), Math.min(base.width, right), Math.min(base.height, bottom)];
  const boxes = [[sight.x, sight.y, right, top], [sight.x, foot, right, bottom], [sight.x, top, left, foot], [end, top, right, foot]];
  return boxes.filter(([a, b, c, d]) => c > a && d > b);
}

/** Fills what lies outside of the town. */
function fillOutside(style) {
  townPaint.setTransform(scale, 0, 0, scale, -sight.x * scale, -sight.y * scale);
  townPaint.fillStyle = style;
  for (const [left, top, right, bottom] of outside()) townPaint.fillRect(left, top, right - left, bottom - top);
  townPaint.setTransform(1, 0, 0, 1, 0, 0);
}

/** Gives something another picture. */
function turn(one, look) {
  const [picture, x, y] = look;
  if (one.picture === picture) return;
  [one.picture, one.x, one.y] = [picture, x, y];
  [one.width, one.height] = sizeOf(picture);
  mend(...one.room);
}

/** Draws all that never changes. */
function build() {
  const { scene } = town;
  const { width, height, ground } = scene;
  columns = Math.ceil(width * 16 / SQUARE) + 1;
  for (const canvas of [floor, base]) [canvas.width, canvas.height] = [width * 16, height * 16];
  [floorPaint, basePaint] = [floor, base].map(canvas => canvas.getContext('2d', { alpha: false }));
  const patch = document.createElement('canvas');
  [patch.width, patch.height] = [256, 256];
  const patchPaint = patch.getContext('2d');
  // Grass is the first tiles of the sheet.
  for (let n = 0; n < 256; n++) drawTile(patchPaint, (n * 7 ^ n >> 3) % 11 ? 0 : n % 9, n % 16 * 16, (n >> 4) * 16);
  meadow = townPaint.createPattern(patch, 'repeat');
  const moving = new Set(ground.moving);
  for (let cell = 0; cell < width * height; cell++) {
    const tiles = ground.layers.map(layer => layer[cell] - 1).filter(id => id >= 0);
    const [x, y] = [cell % width * 16, Math.floor(cell / width) * 16];
    tiles.forEach(id => drawTile(floorPaint, id, x, y));
    // Nothing of water is seen under a floor.
    const top = tiles.findLastIndex(id => moving.has(id));
    if (top >= 0 && tiles.length - top <= 2) waters.push({ x, y, tiles, moving: tiles.map(id => moving.has(id)), over: null });
  }
  const flats = scene.flats.map(([n, x, y]) => ({ n, x, y, size: sizeOf(n) }));
  flats.forEach(flat => draw(floorPaint, flat.n, flat.x, flat.y));
  floorPaint.fillStyle = 'rgba(42, 27, 61, .33)';
  scene.shades.forEach(shade => floorPaint.fillRect(...shade));
  for (const water of waters) {
    water.flats = flats.filter(({ x, y, size }) => x < water.x + 16 && y < water.y + 16 && x + size[0] > water.x && y + size[1] > water.y);
  }
  scene.stills.forEach(still => stand(...still));
  for (const door of scene.doors) doors.push({ ...door, one: standing([door.closed, door.open]) });
  for (const pane of scene.panes) panes.push({ ...pane, one: standing(pane.looks) });
  for (const lamp of scene.lamps) lamps.push({ ...lamp, one: standing(lamp.looks) });
  for (const piece of scene.pieces) buildPiece(piece);
  mend(0, 0, width * 16, height * 16);
}

/** Draws a tile of the ground by its number. */
function drawTile(paint, id, x, y) {
  const { columns, pitch } = town.scene.ground;
  paint.drawImage(town.sheets[0], id % columns * pitch, Math.floor(id / columns) * pitch, 16, 16, x, y, 16, 16);
}

function buildPiece(piece) {
  const [x, foot, depth] = piece.at;
  const looks = {};
  for (const [name, frames] of Object.entries(piece.looks)) looks[name] = frames.map(n => [n, x, foot - sizeOf(n)[1], depth]);
  const all = Object.values(looks).flat();
  if (!all.length) return;
  const first = (looks.idle ?? all)[0];
  const one = standing([first, ...all]);
  pieces.push({ ...piece, one, looks, frames: [first], quick: false, on: false });
}

/** The last of what is known of each thing at a tick, for `seeThings`. */
let seenTo = -1, thingLooks = new Map();

/** Gives furniture the look of its state, and moves what works. `second`: of the real clock. */
function seeThings(tick, second, users) {
  const to = last(town.stateTicks, tick);
  if (to < seenTo) [seenTo, thingLooks] = [-1, new Map()];
  for (let n = seenTo + 1; n <= to; n++) thingLooks.set(town.states[n][1], town.states[n]);
  seenTo = to;
  for (const piece of pieces) {
    const state = thingLooks.get(piece.object);
    const [names, matter] = state ? town.looks[state[3]] : [['idle'], null];
    let name = names.find(name => piece.looks[name]) ?? 'idle';
    // Of two that share a bed only one may be in it.
    if (name === 'used' && piece.looks['used left'] && piece.looks['used right']) {
      const at = users.get(piece.object);
      if (at?.length === 1) name = at[0] > Math.min(...town.scene.things[piece.object].cells.map(cell => cell[0])) ? 'used right' : 'used left';
    }
    const frames = piece.looks[name] ?? piece.frames;
    piece.on = name !== 'idle' && name !== 'empty';
    piece.matter = matter;
    // What works moves where it is seen.
    const { x, y, width, height } = piece.one;
    const seen = x < sight.x + sight.width && y < sight.y + sight.height && x + width > sight.x && y + height > sight.y;
    if (!seen && frames === piece.frames) continue;
    piece.frames = frames;
    turn(piece.one, frames[scale < 1 ? 0 : Math.floor(second * (matter ? 8 : 4)) % frames.length]);
  }
}

/** Opens doors near people. */
function openDoors(feet) {
  for (const { one, at, open, closed } of doors) {
    const near = feet.some(([x, y]) => Math.abs(x - at[0]) < 20 && Math.hypot(x - at[0], y - 8 - at[1]) < 20);
    turn(one, near ? open : closed);
  }
}

let waterFrame = -1;
/** Moves the water in sight, three pictures a second. */
function moveWater(second) {
  const frame = Math.floor(second * 3) % 4;
  if (frame === waterFrame || scale < 1) return;
  waterFrame = frame;
  const [right, bottom] = [sight.x + sight.width, sight.y + sight.height];
  for (const water of waters) {
    const { x, y, tiles, moving } = water;
    if (x >= right || y >= bottom || x + 16 <= sight.x || y + 16 <= sight.y) continue;
    water.over ??= standingIn(x, y, x + 16, y + 16);
    tiles.forEach((id, n) => drawTile(basePaint, moving[n] ? id + frame : id, x, y));
    for (const flat of water.flats) drawWithin(basePaint, { picture: flat.n, x: flat.x, y: flat.y, width: flat.size[0], height: flat.size[1] }, x, y, x + 16, y + 16);
    for (const one of water.over) drawWithin(basePaint, one, x, y, x + 16, y + 16);
  }
}

/** Draws the part of the town that is in sight. */
function drawTown() {
  townPaint.imageSmoothingEnabled = scale < 1;
  const [left, top] = [Math.max(0, sight.x), Math.max(0, sight.y)];
  const [right, bottom] = [Math.min(base.width, sight.x + sight.width), Math.min(base.height, sight.y + sight.height)];
  // The meadow goes on for ever; from afar its grass is not seen.
  fillOutside(scale < 1 ? '#65a54f' : meadow);
  if (right <= left || bottom <= top) return;
  if (scale < 1) {
    townPaint.drawImage(fromAfar(), Math.round(-sight.x * scale), Math.round(-sight.y * scale));
    return;
  }
  townPaint.drawImage(base, left, top, right - left, bottom - top,
    (left - sight.x) * scale, (top - sight.y) * scale, (right - left) * scale, (bottom - top) * scale);
}
