import { expect, test } from 'vitest';

import faults from './en/faults.json' with { type: 'json' };
import { firstEnglish } from './first-english.ts';
import { firstGerman } from './first-german.ts';
import { lazyEnglish } from './lazy-english.ts';
import { lazyGerman } from './lazy-german.ts';

/** All translations with their keys: `library.sort.name` → `Name`. */
const flatten = (texts: object, prefix = ''): [string, string][] =>
  Object.entries(texts).flatMap(([key, value]: [string, unknown]) =>
    typeof value === 'string'
      ? [[prefix + key, value] as [string, string]]
      : flatten(value as object, `${prefix}${key}.`),
  );

const placeholders = (text: string) =>
  [...text.matchAll(/\{\{\s*(\w+)/g)].map(([, name]) => name).sort();

const english = new Map(flatten({ ...firstEnglish, ...lazyEnglish, faults }));
const german = new Map(flatten({ ...firstGerman, ...lazyGerman }));

test('German says everything that English says', () => {
  expect([...german.keys()].sort()).toEqual([...english.keys()].sort());
});

/** English ones recognise the messages of the server, whose ids are not shown. */
const withoutIds = /^[^{]+ \{\{id\}\} was not found$/;

test('no text is empty, and placeholders are the same in both', () => {
  for (const [key, text] of english) {
    const translated = german.get(key) ?? '';
    expect(text, key).not.toBe('');
    expect(translated, key).not.toBe('');
    const shown = placeholders(text).filter((name) => name !== 'id' || !withoutIds.test(text));
    expect(placeholders(translated), key).toEqual(shown);
  }
});

test('a sentence is a sentence in both', () => {
  const isSentence = (text = '') => /[.?!]$/.test(text);
  const cut = [...english].filter(
    ([key, text]) => isSentence(text) && !isSentence(german.get(key)),
  );
  expect(cut).toEqual([]);
});

test('an ellipsis of German, which follows a space, begins no line', () => {
  expect([...german].filter(([, text]) => text.includes(' …'))).toEqual([]);
});
