import { readerPreferences } from '../../../shared/preferences.ts';
import type { ReadingValues } from '../reading-settings/fields.ts';

/**
 * What a reader of comics may choose; `shared/preferences.ts` says what each value may be. Lengths are
 * CSS pixels, shares and strengths percent.
 */
export type ComicSettings = ReadingValues<'comic'>;

const { comic } = readerPreferences;

/** Settings that are one of a few names, with these names. */
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
