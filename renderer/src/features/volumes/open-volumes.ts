import { useMemo } from 'react';

import { listOf, mapOf, type Check } from '../../ui/checks.ts';
import { clientPreference, useUserPreference } from '../../ui/user-preferences.ts';

const volumeNumber: Check<number> = (value) => (typeof value === 'number' ? value : undefined);

/** Unfolded volumes by series; without an entry, a series shows the volume that is read next. */
const openPreference = clientPreference('volumes', mapOf(listOf(volumeNumber, 1000)), {});

/** Series whose folds are kept, because a preference has at most 64 KiB. */
const keptSeries = 100;

/** The numbers of unfolded volumes, kept for each person and series, and their setter. */
export const useOpenVolumes = (
  seriesId: string,
  initial: readonly number[],
): [ReadonlySet<number>, (open: ReadonlySet<number>) => void] => {
  const [all, save] = useUserPreference(openPreference);
  const change = (open: ReadonlySet<number>) => {
    const others = Object.entries(all).filter(([id]) => id !== seriesId);
    const kept = others.slice(Math.max(0, others.length - keptSeries + 1));
    void save(Object.fromEntries([...kept, [seriesId, [...open]]]));
  };
  const shown = (all[seriesId] ?? initial).join();
  const open = useMemo(() => new Set(shown === '' ? [] : shown.split(',').map(Number)), [shown]);
  return [open, change];
};
