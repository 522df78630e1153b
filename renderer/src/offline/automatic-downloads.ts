import { create } from 'zustand';

import { currentUserId, useUserId } from '../api/session-store.ts';
import { listOf, record, text } from '../ui/checks.ts';

const key = 'octavo.kept-series';

const check = record({
  userId: text(100),
  series: listOf(record({ id: text(36, /^[0-9a-f-]{36}$/), name: text(10_000) }), 10_000),
});
type KeptSeries = NonNullable<ReturnType<typeof check>>;
export type SeriesDownload = KeptSeries['series'][number];

const read = (): KeptSeries | null => {
  try {
    return check(JSON.parse(localStorage.getItem(key) ?? 'null')) ?? null;
  } catch {
    return null;
  }
};

/** Those of one person, like the downloads of this device. */
const useKept = create<{ kept: KeptSeries | null }>(() => ({ kept: read() }));

const none: readonly SeriesDownload[] = [];
const ofUser = (kept: KeptSeries | null, userId: string | null) =>
  kept?.userId === userId ? kept.series : none;

/** Series whose next unread books this device downloads automatically for the person who is signed in. */
export const automaticSeries = (): readonly SeriesDownload[] =>
  ofUser(useKept.getState().kept, currentUserId());

export const useAutomaticSeries = (): readonly SeriesDownload[] => {
  const userId = useUserId();
  return useKept(({ kept }) => ofUser(kept, userId));
};

/** Replaces those of this device, also of somebody else. */
export const writeAutomaticSeries = (series: readonly SeriesDownload[]): void => {
  const userId = currentUserId();
  const kept = series.length === 0 || userId === null ? null : { userId, series: [...series] };
  useKept.setState({ kept });
  if (kept === null) localStorage.removeItem(key);
  else localStorage.setItem(key, JSON.stringify(kept));
};
