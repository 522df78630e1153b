import i18next from 'i18next';

import deDevices from './de/devices.json' with { type: 'json' };
import deOffline from './de/offline.json' with { type: 'json' };
import enDevices from './en/devices.json' with { type: 'json' };
import enOffline from './en/offline.json' with { type: 'json' };

const en = { devices: enDevices, offline: enOffline };

export type LaterTexts = typeof en;

const de: LaterTexts = { devices: deDevices, offline: deOffline };

export const laterResources = { en, de };

/** Adds the texts of views that are loaded after the first page. */
export const addLaterTexts = (): void => {
  for (const [language, namespaces] of Object.entries(laterResources)) {
    for (const [name, texts] of Object.entries(namespaces)) {
      i18next.addResourceBundle(language, name, texts);
    }
  }
};
