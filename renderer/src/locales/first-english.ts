import common from './en/common.json' with { type: 'json' };
import home from './en/home.json' with { type: 'json' };
import library from './en/library.json' with { type: 'json' };
import scans from './en/scans.json' with { type: 'json' };
import series from './en/series.json' with { type: 'json' };

export const firstEnglish = { common, home, library, scans, series };

/** English defines the keys: a translation missing in another language is a compile error. */
export type FirstTexts = typeof firstEnglish;
