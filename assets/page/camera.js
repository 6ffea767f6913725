// What part of the town is in sight, and how large: whole pixels of the screen to each of the town's, where it can be.

/** Pixels of the screen to a pixel of the town. */
const ZOOMS = [0.25, 0.375, 0.5, 0.75, 1, 2, 3, 4, 5, 6, 8, 10, 12];
const camera = { x: 0, y: 0, zoom: 2, follow: null, whole: false, width: 0, height: 0, ratio: 1 };
const stage = document.getElementById('stage');
const townCanvas = document.getElementById('town');
const overCanvas = document.getElementById('over');
const townPaint = townCanvas.getContext('2d', { alpha: false });
const overPaint = overCanvas.getContext('2d');

/** Fits the canvases to the window. */
function fit() {
  camera.ratio = Math.max(1, Math.min(4, window.devicePixelRatio || 1));
  camera.width = Math.round(stage.clientWidth * camera.ratio);
  camera.height = Math.round(stage.clientHeight * camera.ratio);
  overCanvas.width = camera.width;
  overCanvas.height = camera.height;
  overCanvas.style.width = `${stage.clientWidth}px`;
  overCanvas.style.height = `${stage.clientHeight}px`;
}

/** The zoom at which all of the town is in sight. */
function wholeZoom() {
  const { width, height } = town.scene;
  const [left, top, right, bottom] = clearArea();
  const most = Math.min((right - left) / (width * 16), (bottom - top) / (height * 16));
  // From afar in sixteenths, near in whole pixels.
  return most < 1 ? Math.max(ZOOMS[0], Math.floor(most * 16) / 16) : Math.floor(most);
}

/** What a panel leaves free of the window, in pixels of the screen: left, top, right, bottom. */
function clearArea() {
  const wide = !UPRIGHT.matches;
  const box = id => {
    const element = document.getElementById(id);
    return element.hidden ? null : element.getBoundingClientRect();
  };
  const [lists, person, foot] = ['lists', 'person', 'timeline'].map(box);
  let [left, right, bottom] = [0, stage.clientWidth, foot ? foot.top : stage.clientHeight];
  if (wide && lists) left = lists.right;
  if (wide && person) right = person.left;
  if (!wide) bottom = Math.min(bottom, lists?.top || bottom, person?.top || bottom);
  return [left, 50, right, bottom].map(side => side * camera.ratio);
}

/** Looks at a place of the town, in the middle of what panels leave free. */
function lookAt(x, y) {
  const [left, top, right, bottom] = clearArea();
  camera.x = x - ((left + right) / 2 - camera.width / 2) / camera.zoom;
  camera.y = y - ((top + bottom) / 2 - camera.height / 2) / camera.zoom;
  keepIn();
}

/** Pixels of the page that are seen of the meadow around the town. */
const MARGIN = 30;

/** What panels leave free of the window is filled by the town, as far as it is large enough. */
function keepIn() {
  const [left, top, right, bottom] = clearArea();
  const within = (at, from, to, middle, length) => {
    const pad = MARGIN * camera.ratio;
    const least = (middle - from - pad) / camera.zoom, most = length * 16 - (to - middle - pad) / camera.zoom;
    return least > most ? (least + most) / 2 : Math.min(Math.max(at, least), most);
  };
  camera.x = within(camera.x, left, right, camera.width / 2, town.scene.width);
  camera.y = within(camera.y, top, bottom, camera.height / 2, town.scene.height);
}

/** Zooms, and keeps what is under a point of the screen where it is. */
function zoomTo(zoom, x = camera.width / 2, y = camera.height / 2) {
  const before = toTown(x, y);
  camera.whole = false;
  camera.zoom = zoom;
  const after = toTown(x, y);
  camera.x += before[0] - after[0];
  camera.y += before[1] - after[1];
  keepIn();
}

/** One step closer (1) or farther (-1). */
function zoomBy(step, x, y) {
  const next = step > 0 ? ZOOMS.find(zoom => zoom > camera.zoom) : ZOOMS.findLast(zoom => zoom < camera.zoom);
  zoomTo(Math.max(next ?? camera.zoom, Math.min(wholeZoom(), camera.zoom)), x, y);
}

/** Room has been made or taken by a panel. */
function makeRoom() {
  if (camera.whole) showWhole();
  else keepIn();
}

const UPRIGHT = window.matchMedia('(max-width: 860px) and (max-aspect-ratio: 1/1)');

/** Shows the whole town. */
function showWhole() {
  camera.follow = null;
  camera.whole = true;
  camera.zoom = wholeZoom();
  lookAt(town.scene.width * 8, town.scene.height * 8);
}

/** From pixels of the screen to pixels of the town. */
function toTown(x, y) {
  return [camera.x + (x - camera.width / 2) / camera.zoom, camera.y + (y - camera.height / 2) / camera.zoom];
}

/** From pixels of the town to pixels of the screen. */
function toScreen(x, y) {
  return [(x - camera.x) * camera.zoom + camera.width / 2, (y - camera.y) * camera.zoom + camera.height / 2];
}

/** Pixels of the town's canvas to one of the town: 1, or less where it is seen from afar. */
let scale = 1;
/** What bubbles are drawn on. From afar the town's canvas has the screen's own pixels, and one is enough. */
let board = overPaint;
/** The part of the town on its canvas: left, top, width, height. */
const sight = { x: 0, y: 0, width: 0, height: 0 };

/** Lays the town's canvas under the window: its own pixels, stretched by the browser. */
function aim() {
  const zoom = camera.zoom;
  scale = Math.min(1, zoom);
  if ((board === townPaint) !== scale < 1) {
    board = scale < 1 ? townPaint : overPaint;
    overCanvas.hidden = scale < 1;
  }
  const [left, top] = toTown(0, 0);
  sight.x = Math.floor(left * scale) / scale;
  sight.y = Math.floor(top * scale) / scale;
  sight.width = Math.ceil(camera.width / zoom) + 2;
  sight.height = Math.ceil(camera.height / zoom) + 2;
  const [wide, tall] = [Math.ceil(sight.width * scale), Math.ceil(sight.height * scale)];
  if (townCanvas.width !== wide || townCanvas.height !== tall) {
    townCanvas.width = wide;
    townCanvas.height = tall;
  }
  const stretch = zoom / scale / camera.ratio;
  const [dx, dy] = [(sight.x - left) * zoom / camera.ratio, (sight.y - top) * zoom / camera.ratio];
  const wanted = `translate(${dx.toFixed(3)}px, ${dy.toFixed(3)}px) scale(${stretch})`;
  if (townCanvas.style.transform !== wanted) townCanvas.style.transform = wanted;
}

/** Goes after whom it follows. */
function followOn(seconds) {
  const person = camera.follow === null ? null : town.byId.get(camera.follow);
  if (!person?.shown) return;
  camera.whole = false;
  const [left, top, right, bottom] = clearArea();
  const x = person.shown.x - ((left + right) / 2 - camera.width / 2) / camera.zoom;
  const y = person.shown.y - 12 - ((top + bottom) / 2 - camera.height / 2) / camera.zoom;
  const part = clock.leapt ? 1 : 1 - Math.exp(-6 * seconds);
  if (Math.hypot(x - camera.x, y - camera.y) < 0.05) return;
  camera.x += (x - camera.x) * part;
  camera.y += (y - camera.y) * part;
  keepIn();
}
