import { describe, expect, it, test } from 'vitest';

import { preferences } from '../../../../shared/preferences.ts';
import {
  restoreProfile,
  chooseValues,
  deleteProfile,
  forgetValues,
  saveProfile,
  putChoice,
  renameProfile,
  assignProfile,
  type ChangeChoices,
} from './change.ts';
import { noChoice, type SettingsOverrides } from './choices.ts';
import { defaultValues, fieldsOf, parseValues, preferenceKey } from './fields.ts';
import { usesOfProfile } from './profile-uses.ts';
import { resolveReading } from './resolve.ts';
import { changedPreferences, readChoices, withChanges } from './stored-choices.ts';

const noChoices: SettingsOverrides = {
  defaults: {},
  profiles: [],
  libraries: {},
  series: {},
  books: {},
  device: noChoice,
};
const scope = { libraryId: 'library', seriesId: 'series', bookId: 'book-of-series' };
const night = { id: 'night', name: 'Night', values: { background: 'black', gap: 8 } };

const after = (...changes: ChangeChoices[]): SettingsOverrides =>
  changes.reduce((choices, change) => change(choices), noChoices);
const resolve = (choices: SettingsOverrides) => resolveReading('comic', choices, scope);

describe('fields', () => {
  test.each(['comic', 'epub', 'pdf'] as const)('of %s are preferences of the server', (kind) => {
    const keys = fieldsOf(kind).map((field) => preferenceKey(kind, field));
    expect(keys.length).toBeGreaterThan(3);
    expect(Object.keys(preferences)).toEqual(expect.arrayContaining(keys));
  });

  it('keep of foreign data only what is valid', () => {
    const data = { mode: 'sideways', fit: 'width', gap: 900, preload: 3, shift: 'yes', other: 1 };
    expect(parseValues('comic', data)).toEqual({ fit: 'width', preload: 3 });
    expect(parseValues('comic', null)).toEqual({});
    expect(parseValues('comic', JSON.parse('{"__proto__": 1, "constructor": 2}'))).toEqual({});
  });
});

describe('reading settings', () => {
  it('are what we deliver where nobody has chosen', () => {
    const { values, sources } = resolve(noChoices);
    expect(values).toEqual(defaultValues('comic'));
    expect(sources.mode).toEqual({ layer: 'default', profile: null });
  });

  it('take the nearest layer and say which one it was', () => {
    const { values, sources } = resolve({
      ...noChoices,
      defaults: { mode: 'rtl', gap: 4, preload: 2 },
      libraries: { library: { profile: null, values: { gap: 6, fit: 'width' } } },
      series: {
        series: { profile: null, values: { gap: 8 } },
        other: { profile: null, values: { gap: 20 } },
      },
      books: { 'book-of-series': { profile: null, values: { background: 'black' } } },
      device: { profile: null, values: { shift: true } },
    });
    expect(values).toMatchObject({ mode: 'rtl', gap: 8, shift: true, preload: 2, fit: 'width' });
    const layers = Object.fromEntries(
      Object.entries(sources).map(([field, { layer }]) => [field, layer]),
    );
    expect(layers).toMatchObject({
      mode: 'default',
      gap: 'series',
      shift: 'device',
      background: 'book',
      fit: 'library',
      zones: 'default',
    });
  });

  it('show what was just chosen, though a nearer layer had chosen otherwise', () => {
    const choices = after(
      chooseValues(scope, 'device', { gap: 2, shift: true }),
      chooseValues(scope, 'series', { gap: 10 }),
    );
    expect(resolve(choices).values).toMatchObject({ gap: 10, shift: true });
    expect(resolve(choices).sources.gap.layer).toBe('series');
  });

  it('fall back to the layer below when reset', () => {
    const chosen = [
      chooseValues(scope, 'library', { gap: 4 }),
      chooseValues(scope, 'series', { gap: 10, fit: 'width' }),
    ];
    expect(resolve(after(...chosen, forgetValues(scope, 'series', ['gap']))).values).toMatchObject({
      gap: 4,
      fit: 'width',
    });
    const cleared = after(...chosen, putChoice(scope, 'series', noChoice));
    expect(cleared.series).toEqual({});
    expect(resolve(cleared).values.fit).toBe('screen');
  });

  it('come from a profile, under what was chosen beside it', () => {
    const choices = after(
      saveProfile(night),
      assignProfile(scope, 'series', 'night'),
      chooseValues(scope, 'series', { gap: 1 }),
    );
    const { values, sources } = resolve(choices);
    expect(values).toMatchObject({ background: 'black', gap: 1 });
    expect(sources.background).toEqual({ layer: 'series', profile: 'Night' });
    expect(sources.gap).toEqual({ layer: 'series', profile: null });
  });

  it('drop a deleted profile on every layer that uses it', () => {
    const choices = after(
      saveProfile(night),
      assignProfile(scope, 'library', 'night'),
      assignProfile(scope, 'series', 'night'),
      assignProfile(scope, 'device', 'night'),
      chooseValues(scope, 'series', { gap: 1 }),
      deleteProfile('night'),
    );
    expect(choices).toEqual({
      ...noChoices,
      series: { series: { profile: null, values: { gap: 1 } } },
    });
  });
});

describe('a profile', () => {
  const other = { libraryId: 'other', seriesId: 'third', bookId: 'book-of-third' };
  const day = { id: 'day', name: 'Day', values: {} };

  it('is taken where it is said', () => {
    const choices = after(
      saveProfile(night),
      assignProfile(scope, 'series', 'night'),
      assignProfile(other, 'series', 'night'),
      assignProfile(scope, 'library', 'day'),
      assignProfile(scope, 'device', 'night'),
    );
    expect(usesOfProfile(choices, 'night')).toEqual({
      libraries: [],
      series: ['series', 'third'],
      books: [],
      device: true,
    });
    expect(usesOfProfile(choices, 'day')).toEqual({
      libraries: ['library'],
      series: [],
      books: [],
      device: false,
    });
  });

  it('keeps its place among the others under a new name', () => {
    const choices = after(saveProfile(night), saveProfile(day), renameProfile('night', 'Dusk'));
    expect(choices.profiles).toEqual([{ ...night, name: 'Dusk' }, day]);
  });
});

describe('a deleted profile', () => {
  it('comes back where it was taken, beside what was chosen since', () => {
    const before = after(saveProfile(night), assignProfile(scope, 'series', 'night'));
    const other = { libraryId: 'library', seriesId: 'other', bookId: 'book-of-other' };
    const since = chooseValues(other, 'series', { gap: 3 })(deleteProfile('night')(before));
    const back = restoreProfile(night, before)(since);
    expect(back.profiles).toEqual([night]);
    expect(back.series).toMatchObject({ series: { profile: 'night' }, other: { profile: null } });
  });
});

describe('stored reading settings', () => {
  const stored = (choices: SettingsOverrides) =>
    withChanges({}, changedPreferences('comic', readChoices('comic', {}), choices));

  it('come back as they were', () => {
    const choices = after(
      saveProfile(night),
      chooseValues(scope, 'default', { preload: 6 }),
      assignProfile(scope, 'library', 'night'),
      chooseValues(scope, 'series', { mode: 'rtl' }),
      chooseValues(scope, 'book', { fit: 'width' }),
    );
    const read = readChoices('comic', structuredClone(stored(choices)));
    expect({ ...read, device: noChoice }).toEqual(choices);
    expect(readChoices('epub', stored(choices))).toEqual(readChoices('epub', {}));
  });

  it('are written only where they differ, and a default that is reset is taken away', () => {
    const before = readChoices('comic', { 'reader.preload': 6 });
    const choices = forgetValues(scope, 'default', ['preload'])({ ...before, device: noChoice });
    expect(changedPreferences('comic', before, choices)).toEqual([
      { key: 'reader.preload', value: undefined },
    ]);
  });

  it.each([[3], ['[]'], [null], [{ series: 4 }], [[{ name: 'x' }]]])(
    'survive damage: %j',
    (data) => {
      const preferences = {
        'client.octavo.reading.comic.profiles': data,
        'client.octavo.reading.comic.series': data,
        'client.octavo.reading.comic.libraries': { library: data },
      };
      const read = readChoices('comic', preferences);
      expect(resolve({ ...read, device: noChoice }).values).toEqual(defaultValues('comic'));
    },
  );

  it('stay below what the server takes, without what was chosen longest ago', () => {
    const values = defaultValues('comic');
    const series = Object.fromEntries(
      Array.from({ length: 300 }, (_, index) => [`series-${index}`, { profile: null, values }]),
    );
    const written = changedPreferences('comic', readChoices('comic', {}), { ...noChoices, series });
    const [{ value } = { value: null }] = written;
    expect(JSON.stringify(value).length).toBeLessThan(64 * 1024);
    expect(Object.keys(value as object)).toContain('series-299');
    expect(Object.keys(value as object)).not.toContain('series-0');
  });
});
