import type { Choice, Choices } from './choices.ts';

/** Where a profile is taken. */
export interface ProfileUses {
  /** Ids, those that took it last at the end. */
  libraries: readonly string[];
  series: readonly string[];
  /** Whether the device at hand takes it; what others take only they know. */
  device: boolean;
}

export const usesOfProfile = (
  { libraries, series, device }: Pick<Choices, 'libraries' | 'series' | 'device'>,
  id: string,
): ProfileUses => {
  const takers = (record: Readonly<Record<string, Choice>>) =>
    Object.keys(record).filter((key) => record[key]?.profile === id);
  return { libraries: takers(libraries), series: takers(series), device: device.profile === id };
};
