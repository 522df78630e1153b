import { describe, expect, it } from 'vitest';

import { readSettings, writeSettings, type SettingsStorage } from './settings-storage.ts';
import { defaultSettings, parseSettings, resolveSettings } from './settings.ts';

const storageWith = (text: string | null = null): SettingsStorage => {
  let held = text;
  return { getItem: () => held, setItem: (_, value) => (held = value) };
};

describe('settings', () => {
  it('are the defaults where nobody has chosen', () => {
    expect(resolveSettings({}).values).toEqual(defaultSettings);
  });

  it('take the nearest layer and say which one it was', () => {
    const { values, sources } = resolveSettings({
      library: { mode: 'rtl', gap: 4, preload: 2 },
      series: { gap: 8 },
      device: { gap: 12, shift: true },
      'device-series': { shift: false },
    });
    expect(values).toMatchObject({ mode: 'rtl', gap: 12, shift: false, preload: 2, fit: 'screen' });
    expect(sources).toMatchObject({
      mode: 'library',
      gap: 'device',
      shift: 'device-series',
      preload: 'library',
      fit: 'default',
    });
  });

  it('keep of foreign data only what is valid', () => {
    const data = { mode: 'sideways', fit: 'width', gap: 900, preload: 3, shift: 'yes', other: 1 };
    expect(parseSettings(data)).toEqual({ fit: 'width', preload: 3 });
    expect(parseSettings(null)).toEqual({});
  });
});

describe('stored settings', () => {
  it('come back for the device and for each series', () => {
    const storage = storageWith();
    writeSettings(storage, { seriesId: null }, { fit: 'width' });
    writeSettings(storage, { seriesId: 'a' }, { mode: 'rtl' });
    writeSettings(storage, { seriesId: 'b' }, { gap: 10 });
    expect(readSettings(storage)).toEqual({
      device: { fit: 'width' },
      series: { a: { mode: 'rtl' }, b: { gap: 10 } },
    });
  });

  it('forget a series whose settings were reset', () => {
    const storage = storageWith();
    writeSettings(storage, { seriesId: 'a' }, { mode: 'rtl' });
    writeSettings(storage, { seriesId: 'a' }, {});
    expect(readSettings(storage).series).toEqual({});
  });

  it('survive damage', () => {
    expect(readSettings(storageWith('{"device": 3, "series": [')).device).toEqual({});
    expect(readSettings(storageWith('[]'))).toEqual({ device: {}, series: {} });
  });

  it('do not fail where nothing can be stored', () => {
    const full: SettingsStorage = {
      getItem: () => null,
      setItem: () => {
        throw new Error('QuotaExceededError');
      },
    };
    expect(() => writeSettings(full, { seriesId: null }, { gap: 2 })).not.toThrow();
  });
});
