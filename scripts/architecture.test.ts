import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { ESLint } from 'eslint';
import tseslint from 'typescript-eslint';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { root, toolPath } from './run.ts';

/** The packages, and the folder in each for the test imports. */
const rooms = { shared: 'shared', server: 'server', main: 'main', renderer: 'renderer/src' };
type Room = keyof typeof rooms;

const allowed: [Room, Room][] = [
  ['server', 'shared'],
  ['main', 'shared'],
  ['main', 'server'],
  ['renderer', 'shared'],
];
const forbidden: [Room, Room][] = [
  ['shared', 'server'],
  ['shared', 'main'],
  ['shared', 'renderer'],
  ['server', 'main'],
  ['server', 'renderer'],
  ['main', 'renderer'],
  ['renderer', 'server'],
  ['renderer', 'main'],
];

/**
 * Runs the compiler with the real tsconfig files on a minimal project with one file per package,
 * plus one file for each import between two packages.
 */
describe('project references', () => {
  let house: string;
  let output: string;

  const importer = (importing: Room, imported: Room) =>
    `${rooms[importing]}/imports-${imported}.ts`;

  beforeAll(async () => {
    house = mkdtempSync(path.join(tmpdir(), 'octavo-house-'));
    symlinkSync(path.join(root, 'node_modules'), path.join(house, 'node_modules'));
    for (const file of ['package.json', 'tsconfig.base.json'])
      cpSync(path.join(root, file), path.join(house, file));
    for (const [room, folder] of Object.entries(rooms)) {
      mkdirSync(path.join(house, folder), { recursive: true });
      const config = path.join(room, 'tsconfig.json');
      cpSync(path.join(root, config), path.join(house, config));
      writeFileSync(path.join(house, folder, 'door.ts'), `export const door = '${room}';\n`);
    }
    // Built with the renderer.
    mkdirSync(path.join(house, 'renderer/worker'));
    cpSync(
      path.join(root, 'renderer/worker/tsconfig.json'),
      path.join(house, 'renderer/worker/tsconfig.json'),
    );
    writeFileSync(path.join(house, 'renderer/worker/door.ts'), `export const door = 'worker';\n`);
    for (const [importing, imported] of [...allowed, ...forbidden]) {
      const target = path.relative(rooms[importing], path.join(rooms[imported], 'door.ts'));
      writeFileSync(
        path.join(house, importer(importing, imported)),
        `import { door } from '${target.replaceAll('\\', '/')}';\nexport const opened = door;\n`,
      );
    }
    output = await new Promise<string>((resolve) => {
      const args = [
        toolPath('@typescript/native', 'tsc'),
        '-b',
        ...Object.keys(rooms),
        '--pretty',
        'false',
      ];
      execFile(process.execPath, args, { cwd: house }, (_error, stdout) => resolve(stdout));
    });
  }, 120_000);

  afterAll(() => rmSync(house, { recursive: true, force: true }));

  test.each(allowed)('%s may import %s', (importing, imported) => {
    expect(output).not.toContain(importer(importing, imported));
  });

  test.each(forbidden)('%s importing %s does not compile', (importing, imported) => {
    // TS6307: the imported file is not in a referenced project.
    expect(output).toMatch(
      new RegExp(`^${importer(importing, imported)}\\(1,22\\): error TS(6307|6059)`, 'm'),
    );
  });
});

describe('import rules inside a room', () => {
  // No types are read: neither for the rules of typescript-eslint nor for our own one that asks for them.
  const eslint = new ESLint({
    cwd: root,
    overrideConfig: [
      tseslint.configs.disableTypeChecked,
      { files: ['renderer/**'], rules: { 'floor/member-above-floor': 'off' } },
    ],
  });

  const lint = async (filePath: string, code: string): Promise<string> => {
    const results = await eslint.lintText(code, { filePath: path.join(root, filePath) });
    return results
      .flatMap((result) => result.messages)
      .filter(({ ruleId, fatal }) =>
        ruleId === null ? fatal : /no-restricted|max-lines/.test(ruleId),
      )
      .map((message) => message.message)
      .join('\n');
  };

  const feature = 'server/features/series/service.ts';
  test.each([
    [feature, `import sqlite from 'better-sqlite3';`, 'Only database/ opens SQLite'],
    [feature, `import { s } from '../books/store.ts';`, 'through its service type'],
    [feature, `import { r } from '../books/routes.ts';`, 'through its service type'],
    [
      'server/http/api/route.ts',
      `import sqlite from 'better-sqlite3';`,
      'Only database/ opens SQLite',
    ],
    ['server/media/x.ts', `import { s } from '../features/books/store.ts';`, 'know none'],
    ['server/scanner/x.ts', `import { s } from '../http/route.ts';`, 'know no requests'],
    ['server/tasks/x.ts', `import sqlite from 'better-sqlite3';`, 'Only database/ opens SQLite'],
    ['server/database/x.ts', `import { s } from '../http/route.ts';`, 'know no requests'],
    [
      'main/windows/window.ts',
      `import { app } from 'electron';`,
      'Values of electron only in main/index.ts',
    ],
    [
      'renderer/src/api/x.ts',
      `import { a } from '../ui/preferences.ts';`,
      'nothing of what is shown',
    ],
    ['renderer/src/api/x.ts', `await import('../offline/start.ts');`, 'know none'],
    ['renderer/src/ui/lists/x.tsx', `import { a } from '../../features/a/b.ts';`, 'know none'],
    ['renderer/src/ui/x.ts', `export { a } from '../readers/shell/top-bar.tsx';`, 'know none'],
    ['renderer/src/offline/x.ts', `import { a } from '../app/theme.ts';`, 'nothing below it knows'],
    [
      'renderer/src/readers/pdf/x.ts',
      `await import('../../app/theme.ts');`,
      'nothing below it knows',
    ],
    ['renderer/src/readers/pdf/x.ts', `export default 1;`, 'Named exports only'],
    ['renderer/src/app/x.ts', `await fetch('x');`, 'No module of the page awaits'],
    ['renderer/src/app/x.ts', `import { lazy } from 'react';`, 'lazyPart or latePart'],
    ['renderer/src/ui/x.ts', `import { Suspense } from 'react';`, 'lazyPart or latePart'],
    [feature, `process.env.HOME;`, 'read in config/ and the entries'],
    [feature, `export default 1;`, 'Named exports only'],
    [feature, 'export {};\n'.repeat(301), 'too many lines'],
    [feature, `export const f = () => {${'\n'.repeat(150)}};`, 'too many lines'],
    ['renderer/src/ui/x.tsx', 'export {};\n'.repeat(301), 'too many lines'],
    [
      'renderer/src/features/home/x.tsx',
      `export const F = () => {${'\n'.repeat(150)}};`,
      'too many lines',
    ],
    ['scripts/x.ts', 'export {};\n'.repeat(301), 'too many lines'],
    ['server/jobs/x.ts', `import { s } from '../features/books/store.ts';`, 'know none'],
    ['server/lib/x.ts', `import { s } from '../http/api/route.ts';`, 'know no requests'],
  ])('%s with %s is refused with the reason', async (file, code, reason) => {
    expect(await lint(file, `${code}\n`)).toContain(reason);
  });

  test.each([
    [feature, `import type { BookService } from '../books/service.ts';`],
    ['server/database/database.ts', `import sqlite from 'better-sqlite3';`],
    ['main/index.ts', `import { app } from 'electron';`],
    ['main/windows/window.ts', `import type { BrowserWindow } from 'electron';`],
    ['server/config/environment.ts', `process.env.HOME;`],
    ['renderer/src/app/shell/x.tsx', `import { a } from '../../features/home/home-page.tsx';`],
    ['renderer/src/features/home/x.tsx', `import { a } from '../../ui/layout/page.tsx';`],
    ['renderer/src/readers/pdf/x.ts', `import { a } from '../../offline/sync-progress.ts';`],
    ['renderer/src/ui/x.ts', `import { api } from '../api/client.ts';`],
  ])('%s may have %s', async (file, code) => {
    expect(await lint(file, `${code}\n`)).toBe('');
  });
});
