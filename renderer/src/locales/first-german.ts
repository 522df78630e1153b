import common from './de/common.json' with { type: 'json' };
import home from './de/home.json' with { type: 'json' };
import scans from './de/scans.json' with { type: 'json' };
import type { FirstTexts } from './first-english.ts';

export const firstGerman: FirstTexts = { common, home, scans };
