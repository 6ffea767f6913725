// A headless Chromium, driven over its own protocol: no packages, only what Node has.

import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

/** Starts the browser; `close` ends it. */
export async function start({ width = 1280, height = 720, ratio = 1, mobile = false } = {}) {
  const profile = mkdtempSync(join(tmpdir(), 'page-'));
  const args = ['--headless=new', '--disable-gpu', '--no-sandbox', '--disable-extensions', '--disable-background-networking',
    '--no-first-run', '--hide-scrollbars', '--force-color-profile=srgb', `--user-data-dir=${profile}`,
    `--window-size=${width},${height}`, '--remote-debugging-pipe', 'about:blank'];
  const child = spawn(process.env.CHROMIUM ?? 'chromium', args, { stdio: ['ignore', 'ignore', 'ignore', 'pipe', 'pipe'] });
  const [to, from] = [child.stdio[3], child.stdio[4]];
  const waiting = new Map(), listeners = [];
  let next = 0, rest = '';
  from.setEncoding('utf8');
  from.on('data', text => {
    const parts = (rest + text).split('\0');
    rest = parts.pop();
    for (const part of parts) {
      const message = JSON.parse(part);
      if (message.id === undefined) { listeners.forEach(listen => listen(message)); continue; }
      const { good, bad } = waiting.get(message.id);
      waiting.delete(message.id);
      if (message.error) bad(new Error(message.error.message)); else good(message.result);
    }
  });
  child.on('exit', () => waiting.forEach(({ bad }) => bad(new Error('the browser has ended'))));
  const ask = (method, params = {}, sessionId) => new Promise((good, bad) => {
    waiting.set(++next, { good, bad });
    to.write(`${JSON.stringify({ id: next, method, params, sessionId })}\0`);
  });
  const { targetId } = await ask('Target.createTarget', { url: 'about:blank' });
  const { sessionId } = await ask('Target.attachToTarget', { targetId, flatten: true });
  const call = (method, params) => ask(method, params, sessionId);
  const faults = [], requests = [];
  listeners.push(({ method, params }) => {
    if (method === 'Runtime.exceptionThrown') faults.push(params.exceptionDetails.exception?.description ?? params.exceptionDetails.text);
    if (method === 'Runtime.consoleAPICalled' && ['error', 'warning'].includes(params.type)) faults.push(params.args.map(one => one.value ?? one.description).join(' '));
    if (method === 'Log.entryAdded' && ['error', 'warning'].includes(params.entry.level)) faults.push(params.entry.text);
    if (method === 'Network.requestWillBeSent') requests.push(params.request.url);
    if (method === 'Page.javascriptDialogOpening') faults.push(`a dialog: ${params.message}`);
  });
  for (const part of ['Runtime', 'Log', 'Network', 'Page']) await call(`${part}.enable`);
  await call('Emulation.setDeviceMetricsOverride', { width, height, deviceScaleFactor: ratio, mobile });
  if (mobile) await call('Emulation.setTouchEmulationEnabled', { enabled: true });
  const page = {
    call, faults, requests,
    /** The value of an expression in the page. */
    async value(expression) {
      const { result, exceptionDetails } = await call('Runtime.evaluate', { expression, awaitPromise: true, returnByValue: true });
      if (exceptionDetails) throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text);
      return result.value;
    },
    /** Opens a file and waits until it can be played. */
    async open(file) {
      await call('Page.navigate', { url: pathToFileURL(resolve(file)).href });
      for (let n = 0; n < 300; n++) {
        if (await page.value('Boolean(window.town?.stats)')) return;
        await wait(100);
      }
      throw new Error(`the page does not begin: ${faults.join('; ') || await page.value('document.body.innerText')}`);
    },
    async shot() {
      const { data } = await call('Page.captureScreenshot', { format: 'png' });
      return Buffer.from(data, 'base64');
    },
    async key(key, code = key) {
      const text = key.length === 1 ? key : undefined;
      await call('Input.dispatchKeyEvent', { type: 'keyDown', key, code, text });
      await call('Input.dispatchKeyEvent', { type: 'keyUp', key, code });
    },
    async mouse(type, x, y, more = {}) {
      await call('Input.dispatchMouseEvent', { type, x, y, button: 'left', buttons: type === 'mouseReleased' ? 0 : 1, clickCount: 1, ...more });
    },
    async close() {
      await ask('Browser.close').catch(() => {});
      await new Promise(done => child.exitCode === null ? child.once('exit', done) : done());
      rmSync(profile, { recursive: true, force: true, maxRetries: 3 });
    },
  };
  return page;
}

/** Waits so many milliseconds. */
export const wait = milliseconds => new Promise(done => setTimeout(done, milliseconds));
