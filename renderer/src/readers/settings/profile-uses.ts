import type { SettingsOverride, SettingsOverrides } from './choices.ts';

/** Where a profile is used. */
export interface ProfileUses {
  /** Ids, most recently assigned last. */
  libraries: readonly string[];
  series: readonly string[];
  books: readonly string[];
  /** Whether this device uses it; other devices are unknown. */
  device: boolean;
}

export const usesOfProfile = (
  {
    libraries,
    series,
    books,
    device,
  }: Pick<SettingsOverrides, 'libraries' | 'series' | 'books' | 'device'>,
  id: string,
): ProfileUses => {
  const takers = (record: Readonly<Record<string, SettingsOverride>>) =>
    Object.keys(record).filter((key) => record[key]?.profile === id);
  return {
    libraries: takers(libraries),
    series: takers(series),
    books: takers(books),
    device: device.profile === id,
  };
};
