import { build } from 'esbuild';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { afterAll, expect, test } from 'vitest';

import { mergeAlike, mergeChunks } from './merge-chunks.ts';
import { output } from './options.ts';

const root = mkdtempSync(path.join(tmpdir(), 'octavo-merge-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));

const sources = {
  // `early` comes before everything else and is kept apart.
  'early.ts': `export const early: string[] = [];`,
  'error.ts': `import { early } from './early.ts'; early.push('error');
    export class KnownError extends Error {}; export let thrown = 0;
    export const fail = () => { thrown += 1; throw new KnownError(); };`,
  'names.ts': `import { KnownError } from './error.ts'; const fail = 'other';
    export const isKnown = (error: unknown) => error instanceof KnownError && fail === 'other';`,
  'later.ts': `import { thrown } from './error.ts'; import { isKnown } from './names.ts';
    export const report = (error: unknown) => [isKnown(error), thrown].join();`,
  'other.ts': `import { thrown } from './error.ts'; export const count = () => thrown;`,
  'server.ts': `import { fail } from './error.ts'; import { isKnown } from './names.ts';
    import { readFileSync } from 'node:fs'; import { early } from './early.ts';
    export const run = async () => {
      try { fail(); } catch (error) {
        const { report } = await import('./later.ts');
        const { count } = await import('./other.ts');
        console.log(early.join(), isKnown(error), report(error), count(), typeof readFileSync);
      }
    };`,
  'start.ts': `import { early } from './early.ts'; early.push('start');
    const { run } = await import('./server.ts'); await run();`,
};

test('merged chunks behave as before, and files that are loaded later share them', async () => {
  for (const [name, text] of Object.entries(sources)) writeFileSync(path.join(root, name), text);
  const { metafile } = await build({
    ...output,
    absWorkingDir: root,
    entryPoints: ['start.ts'],
    outdir: 'dist',
    chunkNames: 'chunks/[name]-[hash]',
    splitting: true,
    metafile: true,
  });
  const run = () => execFileSync(process.execPath, ['dist/start.js'], { cwd: root }).toString();
  writeFileSync(path.join(root, 'package.json'), '{"type":"module"}');
  const chunks = () => readdirSync(path.join(root, 'dist/chunks'));
  const [before, files] = [run(), chunks()];
  expect(before).toBe('start,error true true,1 1 function\n');
  await mergeChunks(metafile, [{ name: 'merged', sources: ['server.ts'] }], ['start.ts'], root);
  expect(chunks()).toContain('merged.js');
  expect(chunks().length).toBeLessThan(files.length);
  expect(run()).toBe(before);
});

const threads = {
  'base.ts': `export const names: string[] = []; export let count = 0;
    export const add = (name: string) => { names.push(name); count += 1; };`,
  'more.ts': `import { add } from './base.ts'; add('more'); export const more = () => add('more()');`,
  'most.ts': `import { add } from './base.ts'; import { more } from './more.ts'; add('most');
    export const most = () => { more(); add('most()'); };`,
  'only-read.ts': `import { add } from './base.ts'; import { most } from './most.ts'; add('only-read');
    export const read = () => { most(); add('read()'); };`,
  'read.ts': `export { read } from './only-read.ts';`,
  'rare.ts': `import { add } from './base.ts'; import { more } from './more.ts'; more(); add('rare');`,
  'job.ts': `import { add, count, names } from './base.ts'; import { most } from './most.ts';
    most(); (await import('./read.ts')).read(); await import('./rare.ts');
    console.log(names.join(), count);`,
  'query.ts': `import { add, count, names } from './base.ts'; add('query'); console.log(names.join(), count);`,
};

test('chunks that the same threads load are merged, and those of one are not loaded by another', async () => {
  for (const [name, text] of Object.entries(threads)) writeFileSync(path.join(root, name), text);
  writeFileSync(path.join(root, 'package.json'), '{"type":"module"}');
  const { metafile } = await build({
    ...output,
    absWorkingDir: root,
    entryPoints: ['job.ts', 'query.ts'],
    outdir: 'threads',
    chunkNames: 'chunks/[name]-[hash]',
    splitting: true,
    metafile: true,
  });
  const folder = path.join(root, 'threads/chunks');
  const run = () =>
    ['job', 'query'].map((name) =>
      execFileSync(process.execPath, [`threads/${name}.js`], { cwd: root }).toString(),
    );
  const [before, files] = [run(), readdirSync(folder)];
  expect(before).toEqual([
    'more,most,more(),most(),only-read,more(),most(),read(),more(),rare 10\n',
    'query 1\n',
  ]);
  await mergeAlike(metafile, 'thread', ['job.ts', 'query.ts', 'read.ts'], root);
  const now = readdirSync(folder);
  // `rare.ts` loads one of the two that are merged.
  expect(now.filter((name) => /^thread-[0-9A-F]{8}\.js$/.test(name))).toHaveLength(1);
  expect(now).toHaveLength(files.length - 1);
  expect(run()).toEqual(before);
});
