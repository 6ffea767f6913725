// Checks an exported page in a headless Chromium: `node tests/page/check.mjs path/to/smallville F.town`.
//
// It exports the save, compares 50 moments with it, measures frames, looks for errors and requests, and exports once
// more from a copy in which names and words are markup. Needs Chromium (or its path in CHROMIUM) and Python 3, whose
// SQLite reads the save. `FRAME_MS`: how long a frame may take, 12 if not given.

import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { start, wait } from './browser.mjs';

const [program, save] = process.argv.slice(2);
if (!program || !save) {
  console.error('usage: node tests/page/check.mjs path/to/smallville F.town');
  process.exit(2);
}
const EVIL = '</script><img src=x onerror="window.evil = 1"><b>bold</b>';
const MOMENTS = 50, MOST_BYTES = 15e6, FRAME = Number(process.env.FRAME_MS ?? 12);
const folder = mkdtempSync(join(tmpdir(), 'check-'));
const faults = [];

/** Notes a fault unless all is well. */
function expect(well, what) {
  if (!well) faults.push(what);
}

/** What Python prints as JSON. */
function python(code, ...args) {
  return JSON.parse(execFileSync('python3', ['-c', code, ...args], { maxBuffer: 1 << 28 }));
}

/** Where everybody is in the save, what they do and what they are saying, at so many ticks from the first to the last. */
const READ = `
import json, sqlite3, sys
db = sqlite3.connect('file:' + sys.argv[1] + '?mode=ro', uri=True)
end = int(db.execute("SELECT value FROM meta WHERE key = 'tick'").fetchone()[0])
many = int(sys.argv[2])
moments = {}
for n in range(many):
    tick = end * n // (many - 1)
    all = {}
    for agent, name in db.execute('SELECT agent, name FROM people'):
        at = db.execute('SELECT x, y FROM positions WHERE agent = ? AND tick <= ? ORDER BY tick DESC LIMIT 1', (agent, tick)).fetchone()
        does = db.execute('SELECT activity FROM actions WHERE agent = ? AND tick <= ? ORDER BY tick DESC LIMIT 1', (agent, tick)).fetchone()
        says = db.execute('SELECT words FROM lines WHERE speaker = ? AND tick <= ? AND until > ? ORDER BY tick DESC LIMIT 1', (agent, tick, tick)).fetchone()
        all[agent] = {'at': at, 'action': does and does[0], 'words': says and says[0]}
    moments[tick] = all
print(json.dumps(moments))
`;

/** Makes a copy whose names and words are markup. */
const SPOIL = `
import sqlite3, sys
source, target, evil = sys.argv[1:]
db = sqlite3.connect('file:' + source + '?mode=ro', uri=True)
copy = sqlite3.connect(target)
db.backup(copy)
copy.execute('UPDATE people SET name = ? WHERE agent = (SELECT min(agent) FROM people)', (evil,))
for table, column in (('lines', 'words'), ('memories', 'text'), ('actions', 'activity'), ('actions', 'emoji'), ('states', 'state')):
    copy.execute(f'UPDATE {table} SET {column} = ? || {column}', (evil,))
copy.execute("UPDATE meta SET value = ? WHERE key = 'name'", (evil,))
copy.commit()
print('true')
`;

function exported(town, name) {
  const file = join(folder, name);
  execFileSync(program, ['export', town, '--html', file]);
  return file;
}

async function compare(page) {
  for (const [tick, all] of Object.entries(python(READ, save, String(MOMENTS)))) {
    const shown = await page.value(`(town.seek(${tick}), town.positions())`);
    for (const [agent, { at, action, words }] of Object.entries(all)) {
      const there = shown[agent];
      const place = `tick ${tick}, person ${agent}`;
      if (!there) { expect(false, `${place} is not on the page`); continue; }
      if (at) expect(at.join() === there.at.join(), `${place}: at ${there.at} on the page, at ${at} in the save`);
      if (action !== null) expect(action === there.action, `${place}: "${there.action}" on the page, "${action}" in the save`);
      if (words) expect(words === there.bubble, `${place}: says "${there.bubble}" on the page, "${words}" in the save`);
    }
  }
}

async function measure(page) {
  const scenes = {
    'near, by day': 'town.seek(town.hour(12)); town.choose(Number(Object.keys(town.positions())[0])); town.speed(1)',
    'near, fast, with lists': "town.list('People'); town.seek(town.hour(12)); town.speed(16)",
    'near, at night': 'town.list(null); town.seek(town.hour(20)); town.speed(1)',
    'the whole town by day': 'town.choose(null); town.seek(town.hour(12)); town.whole(); town.speed(4)',
    'the whole town at dusk': 'town.seek(town.hour(17.5)); town.speed(16)',
    'the whole town, with news': "town.list('News'); town.news(0); town.seek(town.hour(20)); town.speed(4)",
  };
  for (const [name, scene] of Object.entries(scenes)) {
    // What else the machine does only adds: the best of three counts.
    let best = null;
    for (let n = 0; n < 3 && !(best?.frame95 <= FRAME); n++) {
      await page.value(`${scene}; town.play(true)`);
      await wait(500);
      await page.value('town.stats(true)');
      await wait(3000);
      const told = await page.value('town.stats(true)');
      if (!best || told.frame95 < best.frame95) best = told;
    }
    const { fps, script95, frame50, frame95 } = best;
    console.log(`${name}: ${fps.toFixed(0)} frames a second, script p95 ${script95.toFixed(1)} ms, frame p50 ${frame50.toFixed(1)} ms, p95 ${frame95.toFixed(1)} ms`);
    expect(frame95 <= FRAME, `${name}: a frame takes ${frame95.toFixed(1)} ms`);
  }
}

async function keys(page) {
  await page.value("town.play(false); document.getElementById('stage').focus(); town.seek(100)");
  const playing = () => page.value("document.getElementById('play').classList.contains('on')");
  await page.key(' ', 'Space');
  await wait(200);
  expect(await playing(), 'space does not play');
  await page.key(' ', 'Space');
  await wait(200);
  expect(!await playing(), 'space does not pause');
  await page.key('p', 'KeyP');
  await wait(400);
  const rows = await page.value("document.querySelectorAll('#lists .row').length");
  expect(rows === await page.value('Object.keys(town.positions()).length'), `${rows} people are listed`);
  await page.value("document.querySelector('#lists .row').click()");
  await wait(400);
  expect(await page.value("!document.getElementById('person').hidden"), 'a click on a name opens nobody');
  await page.key('Escape');
}

async function closed(page) {
  expect(page.faults.length === 0, `errors: ${page.faults.join('; ')}`);
  const outside = page.requests.filter(url => !/^(file|data|blob):/.test(url));
  expect(outside.length === 0, `requests: ${outside.join(', ')}`);
  expect(await page.value("fetch('data:text/plain,x').then(() => false, () => true)"), 'the policy lets something be loaded');
  const run = "(() => { const s = document.createElement('script'); s.textContent = 'window.evil = 1'; document.body.append(s); s.remove(); return window.evil === undefined })()";
  expect(await page.value(run), 'the policy lets another script run');
}

async function hostile(page) {
  for (const list of ['People', 'Talks', 'News', 'Events']) {
    await page.value(`town.list('${list}'); town.seek(town.ticks / 2)`);
    for (const tab of ['Today', 'Memory', 'Talks', 'About']) {
      await page.value(`town.choose(Number(Object.keys(town.positions())[0])); town.tab('${tab}'); town.seek(town.ticks / 2)`);
      await wait(150);
    }
  }
  expect(await page.value("document.querySelectorAll('img, b b, iframe, object').length === 0 && window.evil === undefined"), 'text of a save became markup');
  expect(await page.value(`document.querySelector('#person h2').textContent === ${JSON.stringify(EVIL)}`), 'a name is not shown as it is');
  expect(page.faults.length === 0, `errors with hostile text: ${page.faults.join('; ')}`);
}

async function within(file, ...checks) {
  const page = await start();
  try {
    await page.open(file);
    for (const check of checks) await check(page);
  } finally {
    await page.close();
  }
}

try {
  const file = exported(save, 'page.html');
  const size = statSync(file).size;
  console.log(`${(size / 1e6).toFixed(2)} MB`);
  expect(size < MOST_BYTES, `the page has ${size} bytes`);
  await within(file, compare, measure, keys, closed);
  const spoiled = join(folder, 'spoiled.town');
  python(SPOIL, save, spoiled, EVIL);
  await within(exported(spoiled, 'spoiled.html'), hostile);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
faults.slice(0, 20).forEach(fault => console.error(fault));
if (faults.length > 20) console.error(`and ${faults.length - 20} more`);
console.log(faults.length ? `${faults.length} faults` : 'no fault');
process.exit(faults.length ? 1 : 0);
