import common from './en/common.json' with { type: 'json' };
import home from './en/home.json' with { type: 'json' };
import scans from './en/scans.json' with { type: 'json' };

export const firstEnglish = { common, home, scans };

/** English defines the keys: a translation missing in another language is a compile error. */
export type FirstTexts = typeof firstEnglish;
