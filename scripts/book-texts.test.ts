import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '../renderer/src');
const read = (path: string) => readFileSync(join(root, path), 'utf8');

const modules = new Map(
  globSync('**/*.{ts,tsx}', { cwd: root })
    .filter((path) => !path.includes('.test.'))
    .map((path) => [
      path.replaceAll('\\', '/'),
      read(path).replaceAll(/\/\*.*?\*\/|^ *\/\/.*$/gms, ''),
    ]),
);

/** The modules that a pattern finds in another one, relative to the folder of sources. */
const named = (path: string, pattern: RegExp): string[] =>
  Array.from((modules.get(path) ?? '').matchAll(pattern), ([, found = '']) =>
    join(dirname(path), found).replaceAll('\\', '/'),
  ).filter((found) => modules.has(found));

const imports = /^(?:import|export) (?!type )[^;]*?'(\.[^']+)';/gm;
/** Parts that come without texts of their own. */
const parts = /(?<!withTranslations\(\s*)import\('(\.[^']+)'\)/g;

/** A module and all that comes with it, without what is there already. */
const loadedWith = (path: string, without: ReadonlySet<string>, found = new Set<string>()) => {
  if (found.has(path) || without.has(path)) return found;
  found.add(path);
  for (const next of named(path, imports)) loadedWith(next, without, found);
  // The first page waits for nothing that it loads later.
  if (without.size > 0) for (const next of named(path, parts)) loadedWith(next, without, found);
  return found;
};

const initial = loadedWith('main.tsx', new Set());

const namespaces = globSync('*.json', { cwd: join(root, 'locales/en') }).map((file) =>
  file.replace('.json', '').replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase()),
);
const usedBy = (code: string): string[] => [
  ...Array.from(code.matchAll(/(?:useTranslation|TFunction<)(\([^)]*|[^>]*)/g), ([, list = '']) =>
    Array.from(list.matchAll(/'(\w+)'/g), ([, name = '']) => name),
  ).flat(),
  ...Array.from(code.matchAll(/['"`](\w+):[\w$]/g), ([, name = '']) => name),
];

/** English has no `faults`, because it needs none. */
const there = /\{(.*?)\}/.exec(read('locales/book-german.ts').split('glob')[1] ?? '')?.[1] ?? '';
const provided = ['common', 'home', 'scans', ...there.split(',')];

const bookPages = ['app/routes/library.ts', 'app/routes/outside.ts'].flatMap((path) =>
  named(path, /bookPage\(\s*\(\) => import\('(\.[^']+)'\)/g),
);

test('the pages about books are requested with the texts of such pages', () => {
  const preloads = readFileSync(join(root, '../page-preloads.ts'), 'utf8');
  const group = /\n {2}book: \{(.*?)\n {2}\}/s.exec(preloads)?.[1] ?? '';
  const listed = Array.from(group.matchAll(/: '(.*)'/g), ([, path = '']) => path);
  expect(listed.length).toBeGreaterThan(5);
  expect(listed.sort()).toEqual([...bookPages].sort());
});

test.each(bookPages)('%s has all its texts', (page) => {
  const loaded = loadedWith(page, initial);
  expect(loaded.size).toBeGreaterThan(3);
  const missing = [...loaded].flatMap((path) =>
    usedBy(modules.get(path) ?? '')
      .filter((name) => namespaces.includes(name) && !provided.includes(name))
      .map((name) => `${name} in ${path}`),
  );
  expect(missing).toEqual([]);
});
