import type { SettingsOverride, SettingsOverrides } from './choices.ts';

/** Where a profile is used. */
export interface ProfileUses {
  /** Ids, most recently assigned last. */
  libraries: readonly string[];
  series: readonly string[];
  /** Whether this device uses it; other devices are unknown. */
  device: boolean;
}

export const usesOfProfile = (
  { libraries, series, device }: Pick<SettingsOverrides, 'libraries' | 'series' | 'device'>,
  id: string,
): ProfileUses => {
  const takers = (record: Readonly<Record<string, SettingsOverride>>) =>
    Object.keys(record).filter((key) => record[key]?.profile === id);
  return { libraries: takers(libraries), series: takers(series), device: device.profile === id };
};
