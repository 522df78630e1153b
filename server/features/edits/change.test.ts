import { describe, expect, test } from 'vitest';

import { applyChange, undoFieldChange, type Change, type Metadata } from './change.ts';

const series = (
  values: object = {},
  locked: string[] = [],
  file_values: object = {},
): Metadata => ({
  values: {
    name: 'The Saga',
    name_sort: 'Saga, The',
    publisher: 'Image',
    genres: ['Space'],
    ...values,
  },
  locked: new Set(locked),
  file_values: { ...file_values },
});
const changed = (metadata: Metadata, change: Change): Metadata => {
  const result = applyChange(metadata, change);
  if (!result) throw new Error('Nothing changed');
  return result.metadata;
};

describe('a change', () => {
  test('locks the fields that it changes, and keeps the values of the files', () => {
    const next = changed(series(), { set: { publisher: 'Mine' } });
    expect(next.values.publisher).toBe('Mine');
    expect([...next.locked]).toEqual(['publisher']);
    expect(next.file_values).toEqual({ publisher: 'Image' });
  });

  test('to the current value changes nothing', () => {
    expect(applyChange(series(), { set: { publisher: 'Image' } })).toBeNull();
    expect(applyChange(series(), { add: { genres: ['SPACE'] } })).toBeNull();
    expect(
      applyChange(series(), { remove: { genres: ['War'] }, locks: { name: false } }),
    ).toBeNull();
  });

  test('made twice still knows what the files say', () => {
    const once = changed(series(), { set: { publisher: 'Mine' } });
    const twice = changed(once, { set: { publisher: 'Yours' } });
    expect(changed(twice, { locks: { publisher: false } })).toEqual(series());
  });

  test.each<[string, Change, unknown[]]>([
    ['adds what is missing', { add: { genres: ['space', 'Wár', 'war'] } }, ['Space', 'Wár']],
    ['takes away regardless of case', { remove: { genres: ['SPACE'] } }, []],
    ['writes each entry once', { set: { genres: ['A', 'b', 'B', 'a'] } }, ['A', 'b']],
    ['takes away before it adds', { remove: { genres: ['Space'] }, add: { genres: ['x'] } }, ['x']],
  ])('of a list %s', (_, change, genres) => {
    expect(changed(series(), change).values.genres).toEqual(genres);
  });

  test('distinguishes people of one name by what they did', () => {
    const authors = [{ name: 'Ann', role: 'writer' }];
    const next = changed(series({ authors }), {
      add: { authors: [{ name: 'ann', role: 'penciller' }] },
    });
    expect(next.values.authors).toHaveLength(2);
    const rest = changed(next, { remove: { authors: [{ name: 'Ann', role: 'Writer' }] } });
    expect(rest.values.authors).toEqual([{ name: 'ann', role: 'penciller' }]);
  });
});

describe('how a name sorts', () => {
  test('follows the name', () => {
    const next = changed(series(), { set: { name: 'The Zoo' } });
    expect(next.values.name_sort).toBe('Zoo, The');
    expect([...next.locked]).toEqual(['name']);
    expect(changed(next, { locks: { name: false } })).toEqual(series());
  });

  test('stays as it was written when the name changes', () => {
    const next = changed(series(), { set: { name_sort: 'AAA' } });
    expect(changed(next, { set: { name: 'The Zoo' } }).values.name_sort).toBe('AAA');
  });

  test('is what the publisher says while the name is that of the files', () => {
    const filed = series({ name_sort: 'zz Saga' });
    expect(changed(filed, { locks: { name: true } }).values.name_sort).toBe('zz Saga');
    const renamed = changed(filed, { set: { name: 'Mine' } });
    expect(changed(renamed, { set: { name: 'The Saga' } }).values.name_sort).toBe('zz Saga');
  });

  test('follows the name again once it is unlocked', () => {
    const both = changed(series(), { set: { name: 'The Zoo', name_sort: 'AAA' } });
    const first = changed(both, { locks: { name_sort: false } });
    expect(first.values.name_sort).toBe('Zoo, The');
    expect(changed(first, { locks: { name: false } })).toEqual(series());
  });
});

describe('undoing', () => {
  const edit = (metadata: Metadata, change: Change) => {
    const result = applyChange(metadata, change);
    if (!result) throw new Error('Nothing changed');
    return result;
  };

  test('restores values and locks', () => {
    const locked = changed(series(), { set: { publisher: 'Mine' } });
    for (const change of [
      { set: { publisher: 'Other', name: 'Zoo' } },
      { locks: { publisher: false, name: true } },
      { set: { genres: [] } },
    ]) {
      const { metadata, before, after } = edit(locked, change);
      const { changed: undone, skipped } = undoFieldChange(metadata, before, after);
      expect(undone?.metadata).toEqual(locked);
      expect(skipped).toEqual([]);
    }
  });

  test('leaves what somebody changed since', () => {
    const { metadata, before, after } = edit(series(), { set: { publisher: 'A', name: 'Zoo' } });
    const later = changed(metadata, { set: { publisher: 'B' } });
    const { changed: undone, skipped } = undoFieldChange(later, before, after);
    expect(skipped).toEqual(['publisher']);
    expect(undone?.metadata.values).toMatchObject({ publisher: 'B', name: 'The Saga' });
    expect([...(undone?.metadata.locked ?? [])]).toEqual(['publisher']);
  });

  test('sets an unlocked field to the present value of the files', () => {
    const { metadata, before, after } = edit(series(), { set: { publisher: 'A' } });
    const rescanned = { ...metadata, file_values: { publisher: 'New' } };
    expect(undoFieldChange(rescanned, before, after).changed?.metadata.values.publisher).toBe(
      'New',
    );
  });

  test('locks again what was unlocked, though the files changed it since', () => {
    const locked = changed(series(), { set: { publisher: 'Mine' } });
    const { metadata, before, after } = edit(locked, { locks: { publisher: false } });
    const rescanned = { ...metadata, values: { ...metadata.values, publisher: 'New' } };
    const { changed: undone } = undoFieldChange(rescanned, before, after);
    expect(undone?.metadata.values.publisher).toBe('Mine');
    expect(undone?.metadata.file_values).toEqual({ publisher: 'New' });
  });
});
