export const seriesTabs = [
  'volumes',
  'chapters',
  'extras',
  'related',
  'details',
  'activity',
] as const;
export type SeriesTab = (typeof seriesTabs)[number];
