import { globSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';

import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '../renderer/src');
const read = (path: string) => readFileSync(join(root, path), 'utf8');

const sources = globSync('**/*.{ts,tsx}', { cwd: root })
  .filter((path) => !path.includes('.test.'))
  .map((path) => ({ path, code: read(path) }));

interface Texts {
  [key: string]: string | Texts;
}

const keysOf = (part: Texts, prefix = ''): string[] =>
  Object.entries(part).flatMap(([key, value]) =>
    typeof value === 'string' ? [`${prefix}${key}`] : keysOf(value, `${prefix}${key}.`),
  );

const escaped = (text: string) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);

/** The keys that a file spells out, the patterns of those it puts together, and its namespaces. */
const lookUps = sources.map(({ code }) => ({
  keys: new Set(Array.from(code.matchAll(/['"`]([\w:.-]+)['"`]/g), ([, key = '']) => key)),
  patterns: Array.from(code.matchAll(/`(?=([\w:.-]*\$\{[^`\n]*)`)/g), ([, template = '']) =>
    template.split(/\$\{[^}]*\}/),
  )
    .filter((fixed) => /[a-z]/i.test(fixed.join('')))
    .map((fixed) => new RegExp(`^${fixed.map(escaped).join(String.raw`[\w.-]+`)}$`)),
  namespaces: new Set(
    Array.from(code.matchAll(/useTranslation(?:<[^>]*>)?\(([^)]*)\)/g), ([, list = '']) =>
      list === '' ? ['common'] : Array.from(list.matchAll(/'(\w+)'/g), ([, name = '']) => name),
    ).flat(),
  ),
}));

/** A file without namespaces can hold keys for a file that has some. */
const isKeyUsed = (namespace: string, key: string): boolean =>
  lookUps.some(({ keys, patterns, namespaces }) => {
    const full = `${namespace}:${key}`;
    if (keys.has(full) || patterns.some((pattern) => pattern.test(full))) return true;
    if (namespaces.size === 0) return keys.has(key);
    return (
      namespaces.has(namespace) && (keys.has(key) || patterns.some((pattern) => pattern.test(key)))
    );
  });

const namespaceOf = (file: string) =>
  file.replace('.json', '').replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase());

/** Sentences of the server are looked up by their own text; a test compares commands with their list. */
const otherwiseTested = ['commands.json', 'faults.json'];
const textFiles = globSync('*.json', { cwd: join(root, 'locales/en') }).filter(
  (file) => !otherwiseTested.includes(file),
);

test.each(textFiles)('every text of %s is used', (file) => {
  const texts = JSON.parse(read(`locales/en/${file}`)) as Texts;
  const namespace = namespaceOf(file);
  const unused = keysOf(texts).filter(
    (key) =>
      !isKeyUsed(namespace, key) && !isKeyUsed(namespace, key.replace(/_(zero|one|other)$/, '')),
  );
  expect(unused).toEqual([]);
});

/** The code of the files that import a style sheet, each with its name for it. */
const usersOf = (sheet: string) =>
  sources.flatMap(({ path, code }) =>
    Array.from(code.matchAll(/import (\w+) from '([^']+\.module\.css)'/g))
      .filter(([, , from = '']) => normalize(join(dirname(path), from)) === normalize(sheet))
      .map(([, name = '']) => ({ name, code })),
  );

const classesOf = (sheet: string): string[] => {
  const selectors = read(sheet)
    .replaceAll(/\/\*.*?\*\//gs, '')
    .replaceAll(/:global\([^)]*\)/g, '')
    .replaceAll(/\{[^{}]*\}/g, ' ');
  return [...new Set(Array.from(selectors.matchAll(/\.([a-z][\w-]*)/gi), ([, name = '']) => name))];
};

test.each(globSync('**/*.module.css', { cwd: root }))('every class of %s is used', (sheet) => {
  const users = usersOf(sheet);
  const isUsed = (name: string) =>
    users.some(({ name: object, code }) =>
      // A computed class can be any.
      new RegExp(String.raw`\b${object}(\.${name}\b|\['${name}'\]|\[[^'])`).test(code),
    );
  expect(classesOf(sheet).filter((name) => !isUsed(name))).toEqual([]);
});
