import { readerResources } from '../reader/locales/index.ts';
import deBook from './de/book.json' with { type: 'json' };
import deCommon from './de/common.json' with { type: 'json' };
import deHome from './de/home.json' with { type: 'json' };
import deLibrary from './de/library.json' with { type: 'json' };
import deScans from './de/scans.json' with { type: 'json' };
import deSeries from './de/series.json' with { type: 'json' };
import deSettings from './de/settings.json' with { type: 'json' };
import deSetup from './de/setup.json' with { type: 'json' };
import type { LaterTexts } from './later.ts';
import enBook from './en/book.json' with { type: 'json' };
import enCommon from './en/common.json' with { type: 'json' };
import enHome from './en/home.json' with { type: 'json' };
import enLibrary from './en/library.json' with { type: 'json' };
import enScans from './en/scans.json' with { type: 'json' };
import enSeries from './en/series.json' with { type: 'json' };
import enSettings from './en/settings.json' with { type: 'json' };
import enSetup from './en/setup.json' with { type: 'json' };

const en = {
  common: enCommon,
  home: enHome,
  library: enLibrary,
  scans: enScans,
  series: enSeries,
  book: enBook,
  setup: enSetup,
  settings: enSettings,
  reader: readerResources.en,
};

/** English is the measure: a text missing in another language does not compile. */
type FirstTexts = typeof en;

/** All texts, those loaded later included. */
export type Texts = FirstTexts & LaterTexts;

const de: FirstTexts = {
  common: deCommon,
  home: deHome,
  library: deLibrary,
  scans: deScans,
  series: deSeries,
  book: deBook,
  setup: deSetup,
  settings: deSettings,
  reader: readerResources.de,
};

export const resources = { en, de };
