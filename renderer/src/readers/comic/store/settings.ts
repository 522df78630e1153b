import type { ReadingValues } from '../../settings/fields.ts';

/**
 * Settings of the comic reader; `shared/preferences.ts` defines the valid values. Lengths are in
 * CSS pixels, shares and strengths in percent.
 */
export type ComicSettings = ReadingValues<'comic'>;
