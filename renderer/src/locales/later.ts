import i18next from 'i18next';

import { readerResources } from '../reader/locales/index.ts';
import deBook from './de/book.json' with { type: 'json' };
import deCommands from './de/commands.json' with { type: 'json' };
import deBrowse from './de/browse.json' with { type: 'json' };
import deDevices from './de/devices.json' with { type: 'json' };
import deFilters from './de/filters.json' with { type: 'json' };
import deEditing from './de/editing.json' with { type: 'json' };
import deLists from './de/lists.json' with { type: 'json' };
import deOffline from './de/offline.json' with { type: 'json' };
import deReading from './de/reading.json' with { type: 'json' };
import deSelection from './de/selection.json' with { type: 'json' };
import deSettings from './de/settings.json' with { type: 'json' };
import deAccount from './de/account.json' with { type: 'json' };
import dePeople from './de/people.json' with { type: 'json' };
import deReleases from './de/releases.json' with { type: 'json' };
import deServerSettings from './de/server-settings.json' with { type: 'json' };
import deStats from './de/stats.json' with { type: 'json' };
import deTasks from './de/tasks.json' with { type: 'json' };
import deSetup from './de/setup.json' with { type: 'json' };
import enBook from './en/book.json' with { type: 'json' };
import enCommands from './en/commands.json' with { type: 'json' };
import enBrowse from './en/browse.json' with { type: 'json' };
import enDevices from './en/devices.json' with { type: 'json' };
import enFilters from './en/filters.json' with { type: 'json' };
import enEditing from './en/editing.json' with { type: 'json' };
import enLists from './en/lists.json' with { type: 'json' };
import enOffline from './en/offline.json' with { type: 'json' };
import enReading from './en/reading.json' with { type: 'json' };
import enSelection from './en/selection.json' with { type: 'json' };
import enSettings from './en/settings.json' with { type: 'json' };
import enAccount from './en/account.json' with { type: 'json' };
import enPeople from './en/people.json' with { type: 'json' };
import enReleases from './en/releases.json' with { type: 'json' };
import enServerSettings from './en/server-settings.json' with { type: 'json' };
import enStats from './en/stats.json' with { type: 'json' };
import enTasks from './en/tasks.json' with { type: 'json' };
import enSetup from './en/setup.json' with { type: 'json' };

const en = {
  book: enBook,
  browse: enBrowse,
  commands: enCommands,
  devices: enDevices,
  filters: enFilters,
  editing: enEditing,
  lists: enLists,
  offline: enOffline,
  reading: enReading,
  selection: enSelection,
  settings: enSettings,
  account: enAccount,
  people: enPeople,
  releases: enReleases,
  serverSettings: enServerSettings,
  stats: enStats,
  tasks: enTasks,
  setup: enSetup,
  reader: readerResources.en,
};

export type LaterTexts = typeof en;

const de: LaterTexts = {
  book: deBook,
  browse: deBrowse,
  commands: deCommands,
  devices: deDevices,
  filters: deFilters,
  editing: deEditing,
  lists: deLists,
  offline: deOffline,
  reading: deReading,
  selection: deSelection,
  settings: deSettings,
  account: deAccount,
  people: dePeople,
  releases: deReleases,
  serverSettings: deServerSettings,
  stats: deStats,
  tasks: deTasks,
  setup: deSetup,
  reader: readerResources.de,
};

export const laterResources = { en, de };

/** Adds the texts of views that are loaded after the first page. */
export const addLaterTexts = (): void => {
  for (const [language, namespaces] of Object.entries(laterResources)) {
    for (const [name, texts] of Object.entries(namespaces)) {
      i18next.addResourceBundle(language, name, texts);
    }
  }
};
