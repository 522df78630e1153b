/**
 * `npm run dist`: builds and packages the app for this system into `release/`, without publishing.
 * Environment variables define the release location and signing (docs/releasing.md); further
 * arguments go to electron-builder.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

import { publishArguments } from './dist/publish-arguments.ts';
import { releaseNotes } from './dist/release-notes.ts';
import { root, runNode, toolPath } from './run.ts';

const read = (file: string): string => readFileSync(path.join(root, file), 'utf8');
const { version } = JSON.parse(read('package.json')) as { version: string };

/** Release notes that the app shows before it downloads an update. */
const notesArguments = (): string[] => {
  const notes = releaseNotes(read('CHANGELOG.md'), version);
  if (notes === null) return [];
  const file = 'release/notes.md';
  mkdirSync(path.join(root, 'release'), { recursive: true });
  writeFileSync(path.join(root, file), notes);
  return [`-c.releaseInfo.releaseNotesFile=${file}`];
};

/** Linux packages process images with WebAssembly, which npm does not install by default. */
const whatIsMissing = (): string | null => {
  const isThere = existsSync(path.join(root, 'node_modules/@img/sharp-wasm32'));
  if (process.platform !== 'linux' || isThere) return null;
  const lock = JSON.parse(read('package-lock.json')) as {
    packages: Record<string, { version: string } | undefined>;
  };
  const wanted = lock.packages['node_modules/@img/sharp-wasm32']?.version ?? 'latest';
  return `Packages for Linux need one more: npm install --no-save @img/sharp-wasm32@${wanted}`;
};

const missing = whatIsMissing();
if (missing !== null) {
  console.error(missing);
  process.exit(1);
}
const { OCTAVO_RELEASES, OCTAVO_RELEASES_URL } = process.env;
const publish = publishArguments({ OCTAVO_RELEASES, OCTAVO_RELEASES_URL });
const built = await runNode(['scripts/build.ts']);
if (built !== 0) process.exit(built);
process.exitCode = await runNode(
  [
    toolPath('electron-builder'),
    '--publish=never',
    ...publish,
    ...notesArguments(),
    ...process.argv.slice(2),
  ],
  60 * 60_000,
);
