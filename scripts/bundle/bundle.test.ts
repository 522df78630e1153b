import { build, type Metafile } from 'esbuild';
import { existsSync, globSync, readFileSync } from 'node:fs';
import path from 'node:path';

import { beforeAll, expect, test } from 'vitest';

import { root } from '../run.ts';
import { packagesApart, programBundle, threadBundle } from './options.ts';

let outputs: Metafile['outputs'];

beforeAll(async () => {
  const options = { write: false, metafile: true } as const;
  const [programs, threads] = await Promise.all([
    build({ ...programBundle, ...options }),
    build({ ...threadBundle, ...options }),
  ]);
  outputs = { ...programs.metafile.outputs, ...threads.metafile.outputs };
});

/** Files loaded together with `file`, including itself. */
const loadedWith = (file: string, found = new Set<string>()): Set<string> => {
  if (found.has(file)) return found;
  found.add(file);
  for (const { path: next, kind, external } of outputs[file]?.imports ?? []) {
    if (kind === 'import-statement' && !external) loadedWith(next, found);
  }
  return found;
};

/** The output file with this entry point: one of our sources, or a package's main file. */
const outputOf = (source: string): string => {
  const found = Object.entries(outputs).find(([, { entryPoint }]) => entryPoint === source);
  if (!found) throw new Error(`${source} is nothing that is loaded by itself`);
  return found[0];
};

test.each([
  ['server/jobs/executor-thread.ts'],
  ['server/query-worker/query-worker.ts'],
  ['server/parse-worker/parse-worker.ts'],
  ['server/media/pdf/pdf-thread.ts'],
  ['server/scanner/on-demand/on-demand-reader.ts'],
  ['server/media/derived-epub/derived-epubs.ts'],
  ['server/lib/foreign-database/foreign-database.ts'],
])('the thread that %s starts is built where it looks for it', (source) => {
  const text = readFileSync(path.join(root, source), 'utf8');
  const name = /workerUrl\('(.+)'\)/.exec(text)?.[1] ?? '';
  expect(existsSync(path.join(root, `${name}.ts`))).toBe(true);
  expect(outputOf(`${name}.ts`)).toBe(`dist/${name}.js`);
});

test('packages that are not bundled are installed with Octavo', () => {
  const { dependencies } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as {
    dependencies: object;
  };
  // Electron runs the shell, so it is not a dependency.
  const others = packagesApart.filter((name) => name !== 'electron');
  expect(Object.keys(dependencies)).toEqual(expect.arrayContaining(others));
});

test('a scan works without what answers requests', () => {
  const inputs = [...loadedWith('dist/server/jobs/worker.js')].flatMap((file) =>
    Object.keys(outputs[file]?.inputs ?? {}),
  );
  expect(inputs.filter((file) => /\/(express|server\/(http|features))\//.test(file))).toEqual([]);
});

test('a package of CommonJS that is loaded later is asked for all that it exports', () => {
  const later = Object.values(outputs).filter(({ exports }) => exports.join() === 'default');
  const names = later.map(({ entryPoint = '' }) => /.*node_modules\/([^/]+)/.exec(entryPoint)?.[1]);
  expect(names).toContain('yaml');
  // Node detects the named exports of these packages, esbuild does not: `const { parse } =` would
  // be undefined.
  const wrong = new RegExp(`const \\{ (?!default:).* \\} = await import\\('(${names.join('|')})'`);
  for (const file of globSync('{shared,server,main}/**/*.ts', { cwd: root })) {
    expect(wrong.exec(readFileSync(path.join(root, file), 'utf8'))?.[0], file).toBeUndefined();
  }
});

test.each([
  'fast-xml-parser',
  'feedsmith',
  'htmlparser2',
  'nodemailer',
  'openid-client',
  'pngjs',
  'prom-client',
  'qrcode',
  'yaml',
])('%s is loaded when it is needed, not at the start', (name) => {
  const folder = new RegExp(`node_modules/${name}/`);
  const everywhere = Object.values(outputs).flatMap(({ inputs }) => Object.keys(inputs));
  expect(everywhere.some((file) => folder.test(file))).toBe(true);
  for (const start of [
    'server/cli/serve.ts',
    'server/composition/server.ts',
    'main/app/desktop.ts',
  ]) {
    const inputs = [...loadedWith(outputOf(start))].flatMap((file) =>
      Object.keys(outputs[file]?.inputs ?? {}),
    );
    expect(inputs.filter((file) => folder.test(file))).toEqual([]);
  }
});

test('the APIs for other programs are loaded by their first request', () => {
  const inputs = [...loadedWith(outputOf('server/cli/serve.ts'))].flatMap((file) =>
    Object.keys(outputs[file]?.inputs ?? {}),
  );
  expect(inputs).toContain('server/composition/third-party-apis.ts');
  const routers = /server\/features\/(komga-api|opds|koreader|kobo)\/\w*router\.ts/;
  expect(inputs.filter((file) => routers.test(file))).toEqual([]);
});

test('neither fetch nor patterns of versions are loaded with a server', () => {
  const files = [...loadedWith(outputOf('server/cli/serve.ts'))].map((file) => outputs[file]);
  const imported = files
    .flatMap((file) => file?.imports ?? [])
    .filter(({ kind }) => kind === 'import-statement')
    .map(({ path: name }) => name);
  // Importing a built-in module evaluates all its exports.
  expect(imported).toContain('better-sqlite3');
  expect(imported.filter((name) => name.startsWith('node:'))).toEqual([]);
  const inputs = files.flatMap((file) => Object.keys(file?.inputs ?? {}));
  expect(inputs.filter((file) => file.includes('node_modules/semver/'))).toEqual([]);
});

test('the text of large files takes one byte a letter', async () => {
  const { outputFiles } = await build({ ...programBundle, write: false } as const);
  const large = outputFiles.filter(({ contents }) => contents.length > 700_000);
  expect(large.length).toBeGreaterThan(0);
  for (const { text } of large) expect(text.match(/.{20}[^\0-\x7f].*/)).toBeNull();
});
