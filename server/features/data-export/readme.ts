import { progressColumns } from '../../../shared/api/data-export.ts';
import { importKinds, type ImportKind } from '../../../shared/api/import-record.ts';
import { recordsEntry } from '../imports/sources/octavo.ts';

const meaning: Record<ImportKind, string> = {
  library: 'libraries with their folders and settings',
  person: 'people, without passwords and tokens',
  series: 'series with their folders, when they were added, and how new releases are looked for',
  book: 'books with their path, size and hashes, by which they are found, and when they were added',
  edit: 'metadata that people edited, with locks, and the labels of series',
  cover: 'chosen covers: a page, a book, or an image of the folder images',
  progress: 'the place of each person in each book, with dates and device',
  reading: 'reading by quarters of an hour: pages, seconds, completions',
  annotation: 'bookmarks, highlights and notes',
  rating: 'ratings in half stars, and reviews',
  wanted: 'Want to read',
  collection: 'collections of series, also those filled by a rule',
  read_list: 'reading lists of books',
  place: 'former places, by device',
  volume: 'volumes that people named, numbered, made or dissolved',
  smart_list: 'saved filters',
  goal: 'reading goals',
  followed: 'followed series',
  preference: 'preferences of people',
  former_reading: 'the same as reading, of books that were deleted since',
};

/** Text that explains the archive to people who open it without Octavo. */
export const readmeText = (scope: 'me' | 'household'): string =>
  [
    'EXPORT OF OCTAVO',
    '',
    scope === 'me'
      ? 'Everything that one person put in.'
      : 'Everything that the people of a household put in.',
    'The book files themselves are not part of it: they lie in your folders, unchanged.',
    '',
    'manifest.json  version of this format, time, and whose data it is',
    'schema.json    JSON Schema of a record',
    'records/       JSON lines, UTF-8: one record a line, one file for each kind',
    ...importKinds.map((kind) => `  ${recordsEntry(kind).padEnd(28)} ${meaning[kind]}`),
    'images/        uploaded covers, WebP',
    'tables/        for spreadsheets and other programs:',
    '  progress.csv                 columns: ' + progressColumns.join(', '),
    '  feeds.opml                   the feeds of release sources',
    '  *.cbl                        reading lists',
    '',
    'Ids are unique within a kind; records refer to others by their ids. Times are UTC.',
    '',
    'To import it into another Octavo: Settings > Import > Octavo, or',
    '  octavo import octavo <this file> --admin <name>',
    '',
    'Not included:',
    '  secrets: passwords, API keys, sessions, passkeys, links to other accounts, addresses for',
    '  notifications and for sending books;',
    '  settings of this installation: those of the server, folders of new files, fonts, and release',
    '  sources, whose feeds are in feeds.opml;',
    '  decisions about files of this machine: the format in which a book of calibre is read, ignored',
    '  files and findings, marks on repeated pages, duplicates that were set aside, and files that were',
    '  opened without being in a library;',
    '  uploaded covers that are not in use, and the history: of edits, of changes to series, of scans, of',
    '  what was sent, and when a book or the description of a series was changed last.',
    '',
  ].join('\n');
