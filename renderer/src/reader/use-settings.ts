import { useCallback, useState } from 'react';

import type { ReaderStore } from './reader-store.ts';
import { readSettings, writeSettings } from './settings-storage.ts';
import type { ComicSettings, SettingLayers } from './settings.ts';

export type ChangeSettings = (change: Partial<ComicSettings>) => void;

export interface SettingsControl {
  /** Changes settings where they are being kept: for this series, or for all books of this device. */
  change: ChangeSettings;
  /** Forgets all settings that are kept there. */
  reset: () => void;
  /** Whether changes are kept for this series alone. */
  isForSeries: boolean;
  /** Begins or ends keeping settings for this series; ending forgets them. */
  setForSeries: (isForSeries: boolean) => void;
}

/** The layers that this device contributes to the settings of a book. */
export const deviceLayers = (seriesId: string): SettingLayers => {
  const stored = readSettings(localStorage);
  const series = stored.series[seriesId];
  return { device: stored.device, ...(series ? { 'device-series': series } : {}) };
};

/** Settings chosen in the reader: applied at once and kept on this device. */
export const useSettings = (store: ReaderStore): SettingsControl => {
  const seriesId = store.getState().book.series_id;
  const [isForSeries, setIsForSeries] = useState(
    () => Object.keys(general(layerOf(store, 'device-series'))).length > 0,
  );
  const scope = isForSeries ? 'device-series' : 'device';

  const keep = useCallback(
    (where: 'device' | 'device-series', settings: Partial<ComicSettings>) => {
      store.actions.setLayers({ ...store.getState().layers, [where]: settings });
      writeSettings(localStorage, { seriesId: where === 'device' ? null : seriesId }, settings);
    },
    [store, seriesId],
  );
  const change = useCallback<ChangeSettings>(
    (changed) => {
      const { shift } = changed;
      const others = general(changed);
      if (shift !== undefined) keep('device-series', { ...layerOf(store, 'device-series'), shift });
      if (Object.keys(others).length > 0) keep(scope, { ...layerOf(store, scope), ...others });
    },
    [store, keep, scope],
  );
  const reset = useCallback(() => {
    keep('device-series', {});
    if (scope === 'device') keep('device', {});
  }, [keep, scope]);
  const setForSeries = useCallback(
    (next: boolean) => {
      const { shift } = layerOf(store, 'device-series');
      if (!next) keep('device-series', shift === undefined ? {} : { shift });
      setIsForSeries(next);
    },
    [store, keep],
  );
  return { change, reset, isForSeries, setForSeries };
};

const layerOf = (store: ReaderStore, scope: 'device' | 'device-series'): Partial<ComicSettings> =>
  store.getState().layers[scope] ?? {};

/** All but the shift of spreads, which mends how one series was scanned and never holds for all. */
const general = (settings: Partial<ComicSettings>): Partial<ComicSettings> => {
  const others = { ...settings };
  delete others.shift;
  return others;
};
