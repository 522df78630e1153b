import { readerPreferences } from '../../../../../shared/preferences.ts';
import type { ReadingValues } from '../../settings/fields.ts';

/**
 * Settings of the comic reader; `shared/preferences.ts` defines the valid values. Lengths are in
 * CSS pixels, shares and strengths in percent.
 */
export type ComicSettings = ReadingValues<'comic'>;

const { comic } = readerPreferences;

/** The values of the enum settings. */
export const settingValues = {
  mode: comic['reader.mode'].values,
  layout: comic['reader.layout'].values,
  wide_pages: comic['reader.wide_pages'].values,
  fit: comic['reader.fit'].values,
  crop_borders: comic['reader.crop_borders'].values,
  background: comic['reader.background'].values,
  sharpen: comic['reader.sharpen'].values,
  transition: comic['reader.transition'].values,
  zones: comic['reader.zones'].values,
  wheel: comic['reader.wheel'].values,
  at_end: comic['reader.at_end'].values,
} as const;
