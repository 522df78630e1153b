/** Checks that the user guide uses the app's names of buttons, keys and settings. */
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

import { expect, test } from 'vitest';

import { connectionTexts } from '../main/connection/connection-texts.ts';
import { messagesFor } from '../main/shell-texts.ts';
import { configKeys } from '../server/config/load.ts';
import { settingKeys } from '../server/features/settings/definitions.ts';
import { pageNames } from '../shared/page-names.ts';

const root = path.join(import.meta.dirname, '..');
const guide = ['docs/user-guide.md', 'docs/behind-a-proxy.md']
  .map((file) => readFileSync(path.join(root, file), 'utf8'))
  .join('\n');

interface Texts {
  [key: string]: string | Texts;
}
const stringsOf = (texts: Texts): string[] =>
  Object.values(texts).flatMap((text) => (typeof text === 'string' ? [text] : stringsOf(text)));

test('texts in bold are called that in the app', () => {
  const labels = new Set([
    ...globSync('renderer/src/locales/en/*.json', { cwd: root }).flatMap((file) =>
      stringsOf(JSON.parse(readFileSync(path.join(root, file), 'utf8')) as Texts),
    ),
    ...[messagesFor('en'), connectionTexts('en')].flatMap((texts) =>
      Object.values(texts).filter((text) => typeof text === 'string'),
    ),
  ]);
  // Asterisks in code are patterns of paths.
  const withoutCode = guide.replace(/`[^`]*`/g, '');
  const bold = Array.from(withoutCode.matchAll(/\*\*(.+?)\*\*/gs), ([, text = '']) =>
    text.replace(/\s+/g, ' '),
  );
  // Bold text that ends like a sentence is a paragraph heading.
  const named = bold.filter((text) => !/[.:]$/.test(text));
  expect(named.length).toBeGreaterThan(80);
  expect(named.filter((label) => !labels.has(label))).toEqual([]);
});

/** The name by which the guide describes each page: that of a label, or of what opens the page. */
const describedAs: Record<string, string> = {
  '': 'Home',
  activity: 'Activity',
  added: 'Added',
  annotations: 'Bookmarks & highlights',
  book: 'Edit metadata',
  collection: 'Collections',
  collections: 'Collections',
  creator: 'Creators',
  creators: 'Creators',
  downloads: 'Downloads',
  duplicates: 'Duplicates',
  health: 'Health',
  libraries: 'Libraries',
  library: 'Edit library',
  pair: 'Pair a phone',
  read: 'Read',
  'read-list': 'Reading lists',
  'read-lists': 'Reading lists',
  register: 'Allow self-registration',
  releases: 'Releases',
  'reset-password': 'Forgotten your password?',
  search: 'Search',
  series: 'Series',
  settings: 'Settings',
  'sign-in': 'Stay signed in',
  'smart-list': 'Smart lists',
  'smart-lists': 'Smart lists',
  stats: 'Statistics',
  trash: 'Trash',
  'verify-email': 'Confirm e-mail addresses',
  'want-to-read': 'Want to read',
  welcome: 'Add library',
};

test('every page and every section of the settings is described', () => {
  expect(Object.keys(describedAs).toSorted()).toEqual([...pageNames].toSorted());
  const { places } = JSON.parse(
    readFileSync(path.join(root, 'renderer/src/locales/en/settings.json'), 'utf8'),
  ) as { places: Record<string, string> };
  expect(Object.keys(places).length).toBeGreaterThan(15);
  const text = guide.replace(/\s+/g, ' ');
  const names = [...Object.values(describedAs), ...Object.values(places)];
  expect(names.filter((name) => !text.includes(`**${name}**`))).toEqual([]);
});

/**
 * Scope → command → default keys; imported at run time because the renderer is a separate project.
 */
const readCatalogue = async () => {
  const { href } = pathToFileURL(path.join(root, 'renderer/src/commands/catalogue.ts'));
  const { catalogue } = (await import(href)) as {
    catalogue: Record<string, Record<string, readonly string[]>>;
  };
  return catalogue;
};

test('the table of keys has every key of every reader, once', async () => {
  const catalogue = await readCatalogue();
  const names: Record<string, string> = {
    '←': 'ArrowLeft',
    '→': 'ArrowRight',
    '↑': 'ArrowUp',
    '↓': 'ArrowDown',
    Esc: 'Escape',
  };
  const chordOf = (key: string) =>
    key.replace('Ctrl+', 'Mod+').replace(/[←→↑↓]|Esc/, (name) => names[name] ?? name);
  const header = /^\| Action +\| Keys +\| Reader +\|$/m.exec(guide);
  const rows = guide.slice(header?.index).split('\n\n')[0]?.split('\n').slice(2) ?? [];
  const listed = rows.flatMap((row) => {
    const [, , keys = '', readers = ''] = row.split('|');
    const scopes =
      readers.trim() === '' ? ['comic', 'epub', 'pdf'] : readers.toLowerCase().split(',');
    return Array.from(keys.matchAll(/`([^`]+)`/g), ([, key = '']) => key).flatMap((key) =>
      scopes.map((scope) => `${scope.trim()}: ${chordOf(key)}`),
    );
  });
  const bound = ['comic', 'epub', 'pdf'].flatMap((scope) =>
    Object.values(catalogue[scope] ?? {}).flatMap((chords) =>
      chords.map((chord) => `${scope}: ${chord}`),
    ),
  );
  expect(listed.toSorted()).toEqual(bound.toSorted());
});

test('each key of a setting exists', () => {
  const known = new Set<string>([...settingKeys, ...configKeys]);
  const cells = Array.from(guide.matchAll(/^\| +(`[a-z_.`, ]+`) +\|/gm), ([, cell = '']) => cell);
  const keys = cells.flatMap((cell) => cell.replaceAll('`', '').split(', '));
  expect(keys.length).toBeGreaterThan(15);
  expect(keys.filter((key) => !known.has(key))).toEqual([]);
});
