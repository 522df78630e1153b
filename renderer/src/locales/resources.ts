import deCommon from './de/common.json' with { type: 'json' };
import deHome from './de/home.json' with { type: 'json' };
import deLibrary from './de/library.json' with { type: 'json' };
import deScans from './de/scans.json' with { type: 'json' };
import deSeries from './de/series.json' with { type: 'json' };
import enCommon from './en/common.json' with { type: 'json' };
import enHome from './en/home.json' with { type: 'json' };
import enLibrary from './en/library.json' with { type: 'json' };
import enScans from './en/scans.json' with { type: 'json' };
import enSeries from './en/series.json' with { type: 'json' };

const en = {
  common: enCommon,
  home: enHome,
  library: enLibrary,
  scans: enScans,
  series: enSeries,
};

/** English defines the keys: a translation missing in another language is a compile error. */
export type FirstTexts = typeof en;

const de: FirstTexts = {
  common: deCommon,
  home: deHome,
  library: deLibrary,
  scans: deScans,
  series: deSeries,
};

export const resources = { en, de };
