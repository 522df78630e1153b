import {
  both,
  equal,
  inLists,
  ofAuthor,
  ofChoice,
  ofDate,
  ofFlag,
  ofName,
  ofNames,
  ofNumber,
  ofText,
  type BookRecord,
  type ConditionCase,
  type SeriesRecord,
} from './condition-cases.ts';
import type { ConditionFacts } from './condition-library.ts';

const statusOf = (isRead: boolean, isBegun: boolean) =>
  isRead ? 'READ' : isBegun ? 'IN_PROGRESS' : 'UNREAD';
const readStatuses = ['UNREAD', 'IN_PROGRESS', 'READ'];
const tagValues = ['animals', 'ANIMAUX', '100%', 'l’été', "L'ETE", ''];
const nameParts = ['a', 'ki', 'The Sandman', 'oeuvre', '100%', `"o'clock"\\`, '_', '鋼', 'ss', ''];

export const seriesCases = (facts: ConditionFacts): ConditionCase<SeriesRecord>[] => [
  ...[...facts.libraries, 'none'].flatMap((id) =>
    both<SeriesRecord>('libraryId', equal, id, ({ libraryId }) => libraryId === id),
  ),
  ...inLists<SeriesRecord>('collectionId', facts.collections),
  ...ofFlag<SeriesRecord>('deleted', ({ deleted }) => deleted),
  ...ofFlag<SeriesRecord>('complete', ({ booksCount, metadata: { totalBookCount } }) =>
    totalBookCount === null ? null : totalBookCount === booksCount,
  ),
  ...ofFlag<SeriesRecord>('oneShot', ({ id }) => facts.oneShots.has(id)),
  ...ofText<SeriesRecord>('title', ({ metadata }) => metadata.title, nameParts),
  ...ofText<SeriesRecord>('titleSort', ({ metadata }) => metadata.titleSort, [
    ...nameParts,
    'Sandman, the',
    'sandman',
  ]),
  ...ofDate<SeriesRecord>('releaseDate', ({ booksMetadata }) => booksMetadata.releaseDate),
  ...ofNames<SeriesRecord>(
    'tag',
    ({ metadata, booksMetadata }) => [...metadata.tags, ...booksMetadata.tags],
    tagValues,
  ),
  ...ofNames<SeriesRecord>('sharingLabel', ({ metadata }) => metadata.sharingLabels, [
    'secret',
    'KIDS ONLY',
  ]),
  ...ofNames<SeriesRecord>('genre', ({ metadata }) => metadata.genres, ['CRIME', 'noir', 'none']),
  ...ofName<SeriesRecord>('publisher', ({ metadata }) => metadata.publisher, [
    'dargaud',
    'editions soleil',
    '',
  ]),
  ...ofName<SeriesRecord>('language', ({ metadata }) => metadata.language, ['fr', 'EN', 'ja', '']),
  ...ofNumber<SeriesRecord>('ageRating', ({ metadata }) => metadata.ageRating, [0, 12, '12', 13]),
  ...ofChoice<SeriesRecord>(
    'readStatus',
    ({ booksCount, booksReadCount, booksInProgressCount }) =>
      statusOf(
        booksCount > 0 && booksReadCount >= booksCount,
        booksReadCount + booksInProgressCount > 0,
      ),
    readStatuses,
  ),
  ...ofChoice<SeriesRecord>('seriesStatus', ({ metadata }) => metadata.status, [
    'ENDED',
    'ONGOING',
    'ABANDONED',
    'HIATUS',
  ]),
  ...ofAuthor<SeriesRecord>(({ booksMetadata }) => booksMetadata.authors),
];

export const bookCases = (
  facts: ConditionFacts,
  seriesIds: readonly string[],
): ConditionCase<BookRecord>[] => [
  ...[...facts.libraries, 'none'].flatMap((id) =>
    both<BookRecord>('libraryId', equal, id, ({ libraryId }) => libraryId === id),
  ),
  ...[...seriesIds.slice(0, 4), 'none'].flatMap((id) =>
    both<BookRecord>('seriesId', equal, id, ({ seriesId }) => seriesId === id),
  ),
  ...inLists<BookRecord>('readListId', facts.readLists),
  ...ofFlag<BookRecord>('deleted', ({ deleted }) => deleted),
  ...ofFlag<BookRecord>('oneShot', ({ id }) => facts.oneShots.has(id)),
  ...ofText<BookRecord>('title', ({ metadata }) => metadata.title, [
    'one',
    'e',
    'THE',
    '10%',
    '第',
    '_',
    '',
  ]),
  ...ofDate<BookRecord>('releaseDate', ({ metadata }) => metadata.releaseDate),
  ...ofNumber<BookRecord>('numberSort', ({ metadata }) => metadata.numberSort, [
    0,
    1,
    2.5,
    3,
    '10',
  ]),
  ...ofNames<BookRecord>('tag', ({ metadata }) => metadata.tags, tagValues),
  ...ofChoice<BookRecord>(
    'readStatus',
    ({ readProgress }) => statusOf(readProgress?.completed === true, readProgress !== null),
    readStatuses,
  ),
  ...ofChoice<BookRecord>('mediaStatus', ({ media }) => media.status, [
    'UNKNOWN',
    'ERROR',
    'READY',
    'UNSUPPORTED',
    'OUTDATED',
  ]),
  ...ofChoice<BookRecord>('mediaProfile', ({ media }) => media.mediaProfile, [
    'DIVINA',
    'PDF',
    'EPUB',
  ]),
  ...ofAuthor<BookRecord>(({ metadata }) => metadata.authors),
  ...[{ type: 'GENERATED' }, { type: 'GENERATED', selected: true }, { selected: true }].flatMap(
    (value) => both<BookRecord>('poster', equal, value, () => true),
  ),
  ...[{ type: 'SIDECAR' }, { type: 'USER_UPLOADED', selected: false }, { selected: false }].flatMap(
    (value) => both<BookRecord>('poster', equal, value, () => false),
  ),
];
