import {
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';

import sharp from 'sharp';
import { describe, expect, test } from 'vitest';

import { connect } from '../../database/database.ts';
import { interceptOperations } from '../../testing/faults/operations.ts';
import { runJobHere } from '../../testing/run-job-here.ts';
import { startTestServer } from '../../testing/server.ts';
import { zipBytes, writeCbz } from '../../testing/zip.ts';
import { fixture, useConversions } from '../../testing/conversions.ts';

const shelf = useConversions();
const { put, rescan, plan, filesOf, apply, undo, tree, writeFolder, pathOf } = shelf;

/** The command lines of all processes, where the system shows them; Windows keeps files that one holds. */
const commands = (): string[] =>
  process.platform === 'linux'
    ? readdirSync('/proc').flatMap((id) => {
        try {
          return /^\d+$/.test(id) ? [readFileSync(`/proc/${id}/cmdline`, 'utf8')] : [];
        } catch {
          // It has ended.
          return [];
        }
      })
    : [];

describe('interrupted', () => {
  const runHere = (conversionId: string, step: 'apply' | 'undo') =>
    runJobHere(shelf.dataDir, { kind: 'convert', conversionId, step });

  test('by a drive that is unplugged, a conversion continues when the drive is back', async () => {
    for (const name of ['One', 'Two', 'Three']) put(fixture('library', /\.cbt$/), `A/${name}.cbt`);
    await rescan();
    const before = tree();
    const id = await plan();
    const away = `${shelf.root}-away`;
    // The folder that is left is an empty mount point.
    const unplug = () => {
      renameSync(shelf.root, away);
      mkdirSync(shelf.root);
    };
    const plugIn = () => {
      rmSync(shelf.root, { recursive: true });
      renameSync(away, shelf.root);
    };
    let links = 0;
    const stop = interceptOperations([shelf.root], {
      before: ({ name }) => {
        // Once the second archive is in place, and before the former file goes to the bin.
        if (name === 'mkdir' && links === 2) unplug();
      },
      after: ({ name }) => {
        if (name === 'link' || name === 'linkSync') links += 1;
      },
    });
    await shelf.octavo.stop();
    await expect(runHere(id, 'apply')).rejects.toThrow(/not connected any more/);
    stop();
    plugIn();
    shelf.octavo = await startTestServer({ dataDir: shelf.dataDir });
    expect((await filesOf(id)).every(({ state }) => state !== 'failed')).toBe(true);
    await apply(id);
    expect(Object.keys(tree())).toEqual(['A/One.cbz', 'A/Three.cbz', 'A/Two.cbz']);
    await undo(id);
    expect(tree()).toEqual(before);
  });

  test.each([
    ['ENOSPC', /too little free space/],
    ['EROFS', /read-only/],
  ])('a drive that answers %s to writes is named as the reason', async (code, reason) => {
    put(fixture('library', /\.cbt$/), 'A/One.cbt');
    await rescan();
    const id = await plan();
    await shelf.octavo.stop();
    const stop = interceptOperations([shelf.root], {
      before: ({ name }) => {
        if (name === 'write') throw Object.assign(new Error(code), { code, syscall: 'write' });
      },
    });
    await runHere(id, 'apply');
    stop();
    expect(commands().filter((command) => command.includes(shelf.root))).toEqual([]);
    shelf.octavo = await startTestServer({ dataDir: shelf.dataDir });
    expect(await filesOf(id)).toMatchObject([
      { state: 'failed', reason: expect.stringMatching(reason) as string },
    ]);
  });

  test.each([
    ['apply', 'Folder'],
    ['undo', 'Pages'],
  ] as const)(
    'at any step of %s (%s), one of both files is whole, and a repetition ends it',
    async (step, kind) => {
      const pages = { format: 'webp', quality: 50 } as const;
      if (kind === 'Folder') writeFolder('A/Book');
      else {
        const data = await sharp({
          create: {
            width: 300,
            height: 300,
            channels: 3,
            background: '#aab',
            noise: { type: 'gaussian', mean: 120, sigma: 9 },
          },
        })
          .png()
          .toBuffer();
        mkdirSync(pathOf('A'));
        writeFileSync(pathOf('A/Book.cbz'), zipBytes([{ name: '1.png', data }]));
      }
      writeCbz(pathOf('B/Other.cbz'), 2);
      await rescan();
      const former = tree();
      const conversion = await plan(kind === 'Pages' ? pages : null);
      if (step === 'undo') await apply(conversion);
      const start = tree();
      await shelf.octavo.stop();
      const setState = (change: string) => {
        const database = connect(join(shelf.dataDir, 'octavo.db'));
        if (step === 'undo') database.exec(`UPDATE conversion_files SET ${change}`);
        database.close();
      };
      setState("state = 'undoing'");
      let failures = 0;
      for (let operation = 0; ; operation += 1) {
        let count = 0;
        const stop = interceptOperations([shelf.root], {
          before: () => {
            if (count++ >= operation) throw new Error('The power failed');
          },
        });
        const failure = await runHere(conversion, step).then(() => null, String);
        stop();
        if (count <= operation) break;
        // A move that is refused leaves the file converted, until somebody tries again.
        if (failure === null) setState("state = 'undoing' WHERE state = 'converted'");
        else expect(failure).toMatch(/power failed/);
        failures += 1;
        // Each byte is in its place or in the bin.
        const present = readdirSync(shelf.root, { recursive: true, encoding: 'utf8' })
          .filter((path) => statSync(pathOf(path)).isFile())
          .map((path) => readFileSync(pathOf(path)).toString('base64'));
        for (const bytes of Object.values(former)) expect(present).toContain(bytes);
      }
      expect(failures).toBeGreaterThan(3);
      const now = tree();
      if (step === 'undo') expect(now).toEqual(former);
      else expect(Object.keys(now)).toEqual(['A/Book.cbz', 'B/Other.cbz']);
      expect(now).not.toEqual(start);
      shelf.octavo = await startTestServer({ dataDir: shelf.dataDir });
      const ended = { state: step === 'apply' ? 'converted' : 'undone', reason: null };
      for (const file of await filesOf(conversion)) expect(file).toMatchObject(ended);
    },
  );
});
