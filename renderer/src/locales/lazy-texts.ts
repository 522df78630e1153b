/** The texts of views that are loaded after the first page: a namespace for each file. */
export type LazyTexts = {
  account: typeof import('./en/account.json');
  activity: typeof import('./en/activity.json');
  added: typeof import('./en/added.json');
  annotations: typeof import('./en/annotations.json');
  backups: typeof import('./en/backups.json');
  intake: typeof import('./en/intake.json');
  imports: typeof import('./en/imports.json');
  book: typeof import('./en/book.json');
  bookMail: typeof import('./en/book-mail.json');
  browse: typeof import('./en/browse.json');
  cblImport: typeof import('./en/cbl-import.json');
  commands: typeof import('./en/commands.json');
  conversions: typeof import('./en/conversions.json');
  creators: typeof import('./en/creators.json');
  dataExport: typeof import('./en/data-export.json');
  devices: typeof import('./en/devices.json');
  duplicates: typeof import('./en/duplicates.json');
  editing: typeof import('./en/editing.json');
  exporting: typeof import('./en/exporting.json');
  faults: typeof import('./en/faults.json');
  fileDeletions: typeof import('./en/file-deletions.json');
  filePlans: typeof import('./en/file-plans.json');
  filters: typeof import('./en/filters.json');
  health: typeof import('./en/health.json');
  kobo: typeof import('./en/kobo.json');
  library: typeof import('./en/library.json');
  libraries: typeof import('./en/libraries.json');
  lists: typeof import('./en/lists.json');
  metadataWrites: typeof import('./en/metadata-writes.json');
  notifications: typeof import('./en/notifications.json');
  offline: typeof import('./en/offline.json');
  opened: typeof import('./en/opened.json');
  organise: typeof import('./en/organise.json');
  palette: typeof import('./en/palette.json');
  pdf: typeof import('./en/pdf.json');
  people: typeof import('./en/people.json');
  profiles: typeof import('./en/profiles.json');
  ratings: typeof import('./en/ratings.json');
  reader: typeof import('./en/reader.json');
  reading: typeof import('./en/reading.json');
  releases: typeof import('./en/releases.json');
  repeatedPages: typeof import('./en/repeated-pages.json');
  reprocess: typeof import('./en/reprocess.json');
  scanReports: typeof import('./en/scan-reports.json');
  scanRules: typeof import('./en/scan-rules.json');
  search: typeof import('./en/search.json');
  selection: typeof import('./en/selection.json');
  series: typeof import('./en/series.json');
  serverSettings: typeof import('./en/server-settings.json');
  settings: typeof import('./en/settings.json');
  setup: typeof import('./en/setup.json');
  shell: typeof import('./en/shell.json');
  singleSignOn: typeof import('./en/single-sign-on.json');
  smartLists: typeof import('./en/smart-lists.json');
  stats: typeof import('./en/stats.json');
  tasks: typeof import('./en/tasks.json');
  text: typeof import('./en/text.json');
  trash: typeof import('./en/trash.json');
  uploads: typeof import('./en/uploads.json');
  volumes: typeof import('./en/volumes.json');
};

/** The texts by namespace; `cbl-import.json` is the namespace `cblImport`. */
export const byNamespace = (files: Record<string, object>): LazyTexts =>
  Object.fromEntries(
    Object.entries(files).map(([file, texts]) => {
      const [, name = ''] = /([^/]+)\.json$/.exec(file) ?? [];
      return [name.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase()), texts];
    }),
  ) as unknown as LazyTexts;
