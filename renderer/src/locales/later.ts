import i18next from 'i18next';

import { readerResources } from '../reader/locales/index.ts';
import deAccount from './de/account.json' with { type: 'json' };
import deActivity from './de/activity.json' with { type: 'json' };
import deAnnotations from './de/annotations.json' with { type: 'json' };
import deBackups from './de/backups.json' with { type: 'json' };
import deBook from './de/book.json' with { type: 'json' };
import deBrowse from './de/browse.json' with { type: 'json' };
import deCblImport from './de/cbl-import.json' with { type: 'json' };
import deCommands from './de/commands.json' with { type: 'json' };
import deDevices from './de/devices.json' with { type: 'json' };
import deDuplicates from './de/duplicates.json' with { type: 'json' };
import deEditing from './de/editing.json' with { type: 'json' };
import deExporting from './de/exporting.json' with { type: 'json' };
import deFaults from './de/faults.json' with { type: 'json' };
import deFilters from './de/filters.json' with { type: 'json' };
import deHealth from './de/health.json' with { type: 'json' };
import deLists from './de/lists.json' with { type: 'json' };
import deOpened from './de/opened.json' with { type: 'json' };
import deOffline from './de/offline.json' with { type: 'json' };
import deOrganise from './de/organise.json' with { type: 'json' };
import dePalette from './de/palette.json' with { type: 'json' };
import dePdf from './de/pdf.json' with { type: 'json' };
import dePeople from './de/people.json' with { type: 'json' };
import deProfiles from './de/profiles.json' with { type: 'json' };
import deReading from './de/reading.json' with { type: 'json' };
import deReleases from './de/releases.json' with { type: 'json' };
import deScanReports from './de/scan-reports.json' with { type: 'json' };
import deSearch from './de/search.json' with { type: 'json' };
import deSelection from './de/selection.json' with { type: 'json' };
import deServerSettings from './de/server-settings.json' with { type: 'json' };
import deSettings from './de/settings.json' with { type: 'json' };
import deSetup from './de/setup.json' with { type: 'json' };
import deShell from './de/shell.json' with { type: 'json' };
import deSmartLists from './de/smart-lists.json' with { type: 'json' };
import deStats from './de/stats.json' with { type: 'json' };
import deTasks from './de/tasks.json' with { type: 'json' };
import deText from './de/text.json' with { type: 'json' };
import deTrash from './de/trash.json' with { type: 'json' };
import enAccount from './en/account.json' with { type: 'json' };
import enActivity from './en/activity.json' with { type: 'json' };
import enAnnotations from './en/annotations.json' with { type: 'json' };
import enBackups from './en/backups.json' with { type: 'json' };
import enBook from './en/book.json' with { type: 'json' };
import enBrowse from './en/browse.json' with { type: 'json' };
import enCblImport from './en/cbl-import.json' with { type: 'json' };
import enCommands from './en/commands.json' with { type: 'json' };
import enDevices from './en/devices.json' with { type: 'json' };
import enDuplicates from './en/duplicates.json' with { type: 'json' };
import enEditing from './en/editing.json' with { type: 'json' };
import enExporting from './en/exporting.json' with { type: 'json' };
import enFaults from './en/faults.json' with { type: 'json' };
import enFilters from './en/filters.json' with { type: 'json' };
import enHealth from './en/health.json' with { type: 'json' };
import enLists from './en/lists.json' with { type: 'json' };
import enOpened from './en/opened.json' with { type: 'json' };
import enOffline from './en/offline.json' with { type: 'json' };
import enOrganise from './en/organise.json' with { type: 'json' };
import enPalette from './en/palette.json' with { type: 'json' };
import enPdf from './en/pdf.json' with { type: 'json' };
import enPeople from './en/people.json' with { type: 'json' };
import enProfiles from './en/profiles.json' with { type: 'json' };
import enReading from './en/reading.json' with { type: 'json' };
import enReleases from './en/releases.json' with { type: 'json' };
import enScanReports from './en/scan-reports.json' with { type: 'json' };
import enSearch from './en/search.json' with { type: 'json' };
import enSelection from './en/selection.json' with { type: 'json' };
import enServerSettings from './en/server-settings.json' with { type: 'json' };
import enSettings from './en/settings.json' with { type: 'json' };
import enSetup from './en/setup.json' with { type: 'json' };
import enShell from './en/shell.json' with { type: 'json' };
import enSmartLists from './en/smart-lists.json' with { type: 'json' };
import enStats from './en/stats.json' with { type: 'json' };
import enTasks from './en/tasks.json' with { type: 'json' };
import enText from './en/text.json' with { type: 'json' };
import enTrash from './en/trash.json' with { type: 'json' };

const en = {
  annotations: enAnnotations,

  activity: enActivity,
  backups: enBackups,
  book: enBook,
  browse: enBrowse,
  cblImport: enCblImport,
  commands: enCommands,
  devices: enDevices,
  faults: enFaults,
  filters: enFilters,
  editing: enEditing,
  exporting: enExporting,
  lists: enLists,
  duplicates: enDuplicates,
  trash: enTrash,
  health: enHealth,
  offline: enOffline,
  opened: enOpened,
  palette: enPalette,
  organise: enOrganise,
  scanReports: enScanReports,
  profiles: enProfiles,
  reading: enReading,
  search: enSearch,
  selection: enSelection,
  settings: enSettings,
  pdf: enPdf,
  account: enAccount,
  people: enPeople,
  releases: enReleases,
  serverSettings: enServerSettings,
  smartLists: enSmartLists,
  stats: enStats,
  tasks: enTasks,
  setup: enSetup,
  text: enText,
  shell: enShell,
  reader: readerResources.en,
};

export type LaterTexts = typeof en;

const de: LaterTexts = {
  annotations: deAnnotations,
  activity: deActivity,
  backups: deBackups,
  book: deBook,
  browse: deBrowse,
  cblImport: deCblImport,
  commands: deCommands,
  devices: deDevices,
  faults: deFaults,
  filters: deFilters,
  editing: deEditing,
  exporting: deExporting,
  lists: deLists,
  duplicates: deDuplicates,
  trash: deTrash,
  health: deHealth,
  offline: deOffline,
  opened: deOpened,
  palette: dePalette,
  organise: deOrganise,
  scanReports: deScanReports,
  profiles: deProfiles,
  reading: deReading,
  search: deSearch,
  selection: deSelection,
  settings: deSettings,
  pdf: dePdf,
  account: deAccount,
  people: dePeople,
  releases: deReleases,
  serverSettings: deServerSettings,
  smartLists: deSmartLists,
  stats: deStats,
  tasks: deTasks,
  setup: deSetup,
  text: deText,
  shell: deShell,
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
