import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

import sharp from 'sharp';

import { webkit } from '../e2e/engines/webkit.ts';
import { simulateUser, type SimulatedUser } from '../e2e/engines/simulated-user.ts';
import { copyFixtures, scanLibrary } from '../e2e/support/library.ts';
import { owner, setUp, startOctavo } from '../e2e/support/server.ts';
import { listBooks } from '../shared/api/books.ts';
import { zipBytes } from '../server/testing/zip.ts';

const turns = 500;
/** Page turns between two memory samples. */
const stride = 10;
const restMs = 400;

/** A comic of distinct pages the size of a 3x screen. */
const writeComic = async (file: string): Promise<void> => {
  const page = (number: number) =>
    sharp(
      Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="1200" height="1800">
<rect width="1200" height="1800" fill="hsl(${(number * 47) % 360} 60% 70%)"/>
<text x="600" y="900" font-size="400" text-anchor="middle">${number}</text></svg>`),
    )
      .jpeg({ quality: 80 })
      .toBuffer();
  const entries: { name: string; data: Buffer }[] = [];
  for (let number = 1; number <= turns + 5; number += 1) {
    entries.push({ name: `${String(number).padStart(4, '0')}.jpg`, data: await page(number) });
  }
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, zipBytes(entries));
};

/**
 * Memory of the WebKit web processes started by this process (bytes); shared memory is counted
 * proportionally.
 */
const webProcessBytes = (): number => {
  const processes = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((id) => {
      try {
        const [, command = '', rest = ''] =
          /^\d+ \((.*)\) \S (.*)$/s.exec(readFileSync(`/proc/${id}/stat`, 'utf8')) ?? [];
        return [{ id, command, parent: rest.split(' ')[0] ?? '' }];
      } catch {
        return [];
      }
    });
  const own = new Set([String(process.pid)]);
  // Repeat until stable: a child's pid may be lower than its parent's after a wraparound.
  for (let size = 0; size !== own.size;) {
    size = own.size;
    for (const { id, parent } of processes) if (own.has(parent)) own.add(id);
  }
  return processes
    .filter(({ id, command }) => own.has(id) && command.startsWith('WebKitWebProces'))
    .map(({ id }) => {
      const rollup = readFileSync(`/proc/${id}/smaps_rollup`, 'utf8');
      return Number(/^Pss:\s+(\d+) kB/m.exec(rollup)?.[1] ?? 0) * 1024;
    })
    .reduce((sum, bytes) => sum + bytes, 0);
};

/** Runs in the page: turns a comic by a number of pages. */
const turnComic = async (from: number, count: number): Promise<void> => {
  for (let page = from; page < from + count; page += 1) {
    window.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowRight', code: 'ArrowRight' }));
    const end = performance.now() + 10_000;
    for (;;) {
      const image = document.querySelector<HTMLImageElement>(`img[data-page="${page + 1}"]`);
      if (image?.complete === true && image.naturalWidth > 0) break;
      if (performance.now() > end) throw new Error(`Page ${page + 1} does not come`);
      await new Promise((resolve) => setTimeout(resolve, 15));
    }
    await new Promise((resolve) => setTimeout(resolve, 40));
  }
};

/** Runs in the page: turns a text by a number of screens. */
const turnText = async (_from: number, count: number): Promise<void> => {
  const position = () => {
    const frame = [...document.querySelectorAll<HTMLIFrameElement>('main iframe')].find(
      ({ style }) => style.visibility === 'visible',
    );
    return `${frame?.dataset['part'] ?? ''} ${frame?.contentWindow?.scrollX ?? 0}`;
  };
  for (let turn = 0; turn < count; turn += 1) {
    const before = position();
    window.dispatchEvent(new KeyboardEvent('keydown', { key: 'PageDown', code: 'PageDown' }));
    const end = performance.now() + 10_000;
    while (position() === before) {
      if (performance.now() > end) throw new Error(`Nothing turned at ${before}`);
      await new Promise((resolve) => setTimeout(resolve, 15));
    }
    await new Promise((resolve) => setTimeout(resolve, 40));
  }
};

const mean = (values: readonly number[]) =>
  values.reduce((sum, value) => sum + value, 0) / values.length;

const measure = async (
  user: SimulatedUser,
  what: string,
  turn: typeof turnComic,
): Promise<void> => {
  await user.waitFor('the book', () => document.querySelector('main[data-state="ready"]') !== null);
  const bytes: number[] = [];
  for (let done = 0; done < turns; done += stride) {
    await user.page.evaluate(turn, done + 1, stride);
    await new Promise((resolve) => setTimeout(resolve, restMs));
    bytes.push(webProcessBytes());
  }
  const hundred = 100 / stride;
  const [first, last] = [mean(bytes.slice(0, hundred)), mean(bytes.slice(-hundred))];
  const mb = (value: number) => `${(value / 1e6).toFixed(0)} MB`;
  console.log(
    `${what}: ${mb(first)} over the first 100 turns, ${mb(last)} over the last 100: ${(last / first).toFixed(2)} × (≤ 1.2)`,
  );
  const course = bytes.filter((_, index) => index % 5 === 4);
  console.log(`  every 50 turns: ${course.map(mb).join(', ')}`);
};

/**
 * Memory of WebKit's web process over 500 page turns of a comic and of a text, in a phone-sized
 * viewport.
 */
export const benchMemory = async (): Promise<void> => {
  const folder = mkdtempSync(path.join(tmpdir(), 'octavo-memory-'));
  const root = path.join(folder, 'library');
  await writeComic(path.join(root, 'Long', 'Long 001.cbz'));
  copyFixtures('library/Books/Herman Melville', path.join(root, 'Melville'));
  const server = await startOctavo(path.join(folder, 'data'));
  const engine = await webkit.launch();
  try {
    const client = await setUp(server);
    await scanLibrary(client, 'Library', root);
    const { data } = await client.call(listBooks, { query: { pageSize: 10 } });
    const read = async (name: string, what: string, turn: typeof turnComic) => {
      // A new window, so that the other book's memory is not counted.
      const page = await engine.open('phone');
      const user = simulateUser(page, webkit.name, server.url);
      await user.signIn(owner.username, owner.password);
      await user.setReader('comic', { layout: 'single' });
      const book = data.find(({ path: file }) => file.includes(name));
      await user.open(`/read/${book?.id ?? ''}?incognito=true&page=1`);
      await measure(user, what, turn);
      await page.close();
    };
    await read('Long 001', 'Comic', turnComic);
    await read('Melville', 'EPUB', turnText);
  } finally {
    await engine.close();
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  }
};
