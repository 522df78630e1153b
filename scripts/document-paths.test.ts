import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';

import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '..');
const rooms = '{bench,build,docs,e2e,fuzz,main,renderer,scripts,server,shared}';
const known = globSync(`${rooms}/**`, { cwd: root }).map((path) => path.replaceAll('\\', '/'));

/** A document shortens paths, for example to `features/pages/store.ts`. */
const exists = (path: string) => {
  const wanted = path.replace(/\/$/, '');
  return known.some((candidate) => candidate === wanted || candidate.endsWith(`/${wanted}`));
};

/** Quoted names of files and folders; decisions also quote paths of other programs. */
const documents = [
  ...['architecture.md', 'glossary.md'].map((name) => ({
    name,
    quoted: /`([\w.-]+(?:\/[\w.-]+)+\/?|[\w-]+\.tsx?)`/g,
  })),
  ...globSync('decisions/0*.md', { cwd: join(root, 'docs') }).map((name) => ({
    name,
    quoted: /`([\w./-]+\.tsx?)`/g,
  })),
];

test('the architecture names every folder that a room or the scanner begins with', () => {
  const text = readFileSync(join(root, 'docs/architecture.md'), 'utf8');
  const folders = globSync(
    '{main/*,server/*,server/{http,scanner}/*,renderer/src/*,shared,e2e,bench,fuzz,scripts}/',
    { cwd: root },
  )
    .map((folder) => basename(folder))
    .filter((name) => !['testing', 'system-tests', 'conformance'].includes(name));
  expect(folders.length).toBeGreaterThan(40);
  expect(folders.filter((name) => !new RegExp(`\\b${name}\\b`).test(text))).toEqual([]);
});

test.each(documents)('the paths in $name exist', ({ name, quoted }) => {
  const text = readFileSync(join(root, 'docs', name), 'utf8');
  const paths = Array.from(text.matchAll(quoted), ([, path = '']) => path);
  expect(paths.filter((path) => !exists(path))).toEqual([]);
});
