import { createAnnotation } from '../../shared/api/annotations.ts';
import type { Book } from '../../shared/api/book-record.ts';
import { createCollection } from '../../shared/api/collections.ts';
import { listDuplicates } from '../../shared/api/duplicates.ts';
import { bulkEditSeries, listEdits } from '../../shared/api/edits.ts';
import { followSeries } from '../../shared/api/followed-series.ts';
import { updateLibrary } from '../../shared/api/libraries.ts';
import { planMetadataWrite } from '../../shared/api/metadata-writes.ts';
import { markBookRead, updateProgress } from '../../shared/api/progress.ts';
import { rateSeries } from '../../shared/api/ratings.ts';
import { createReadList } from '../../shared/api/read-lists.ts';
import { goalKinds, setReadingGoal } from '../../shared/api/reading-goals.ts';
import { createReleaseSource } from '../../shared/api/release-sources.ts';
import { recordRelease } from '../../shared/api/releases.ts';
import { listScanReportEntries, listScanReports } from '../../shared/api/scan-reports.ts';
import { createSmartList } from '../../shared/api/smart-lists.ts';
import { listTasks } from '../../shared/api/tasks.ts';
import { createUpload } from '../../shared/api/uploads.ts';
import { createVolume } from '../../shared/api/volumes.ts';
import { addWanted } from '../../shared/api/want-to-read.ts';
import type { Client } from '../../shared/client.ts';
import { marker } from './hidden-half-files.ts';
import type { TestServer } from './server.ts';

/** Ids of one half by first path segment or field name, as `requestTo` needs them. */
export type Half = Record<string, string[]>;

/** The year of what people read and want to read. */
export const goalYear = new Date().getFullYear();

const unique = (values: readonly string[]) => [...new Set(values)];

/** Everything that people make about books: of one half, under names with `word`. */
export const addEverything = async (
  { octavo, clients, word }: { octavo: TestServer; clients: Client[]; word: string },
  books: readonly Book[],
): Promise<Half> => {
  const { api } = octavo;
  const book_ids = books.map(({ id }) => id);
  const series_ids = unique(books.map(({ series_id }) => series_id));
  const [book = '', otherBook = ''] = books.flatMap(({ id, page_count }) =>
    page_count > 1 ? id : [],
  );
  const [series = ''] = series_ids;
  const made: Half = { annotations: [], 'smart-lists': [] };
  for (const client of [api, ...clients]) {
    await client.call(markBookRead, { params: { id: otherBook } });
    await client.call(updateProgress, { params: { id: book }, body: { current_page: 2 } });
    const annotation = await client.call(createAnnotation, {
      params: { id: book },
      body: { kind: 'note', page: 1, note: `${word} note`, is_shared: true },
    });
    made['annotations']?.push(annotation.id);
    await client.call(addWanted, { body: { ids: [series, otherBook] } });
    await client.call(followSeries, { params: { id: series } });
    for (const kind of goalKinds) {
      await client.call(setReadingGoal, { params: { year: goalYear, kind }, body: { target: 9 } });
    }
    await client.call(rateSeries, {
      params: { id: series },
      body: { rating: 9, review: `${word} review`, is_shared: true },
    });
  }
  const collection = await api.call(createCollection, {
    body: { name: `${word} collection`, series_ids },
  });
  const readList = await api.call(createReadList, {
    body: { name: `${word} reading`, summary: `${word} order`, book_ids },
  });
  for (const target of ['series', 'books'] as const) {
    const list = await api.call(createSmartList, {
      body: {
        name: `Smart ${target} ${series_ids.length}`,
        target,
        shared: true,
        condition: { genre: { operator: 'is', value: `${word} genre` } },
      },
    });
    made['smart-lists']?.push(list.id);
  }
  const source = await api.call(createReleaseSource, {
    body: {
      display_name: `Feed ${series_ids.length}`,
      source_tag: `feed-${series_ids.length}`,
      url: 'http://127.0.0.1:9/feed',
    },
  });
  const release = await api.call(recordRelease, {
    body: {
      seriesId: series,
      sourceId: source.id,
      externalReleaseId: `${source.source_tag}:1`,
      payloadUrl: `http://127.0.0.1:9/${word}`,
    },
  });
  const { edit_id } = await api.call(bulkEditSeries, {
    body: { ids: series_ids, add: { tags: [`${word} tag`] } },
  });
  const ofSeries = Map.groupBy(books, ({ series_id }) => series_id);
  const volumes = await Promise.all(
    series_ids.map((id) => {
      const body = {
        title: `${word} volume`,
        book_ids: ofSeries.get(id)?.map((item) => item.id) ?? [],
      };
      return api.call(createVolume, { params: { id }, body });
    }),
  );
  return {
    ...made,
    volume_id: volumes.map(({ volume }) => volume?.id ?? ''),
    libraries: unique(books.map(({ library_id }) => library_id)),
    library_id: unique(books.map(({ library_id }) => library_id)),
    series: series_ids,
    series_id: series_ids,
    series_ids,
    seriesId: series_ids,
    books: book_ids,
    book_id: book_ids,
    book_ids,
    trash: book_ids,
    collections: [collection.id],
    'read-lists': [readList.id],
    releases: [release.id],
    'release-sources': [source.id],
    sourceId: [source.id],
    edits: [edit_id],
  };
};

/** Ids of tasks, reports, edits and duplicates. */
export const addRecords = async (api: Client, { shown, hidden }: { shown: Half; hidden: Half }) => {
  const query = { pageSize: 500 };
  const closed = hidden['libraries']?.find((id) => !shown['libraries']?.includes(id));
  const tasks = (await api.call(listTasks, { query })).data;
  hidden['tasks'] = tasks.flatMap(({ id, library_id }) => (library_id === closed ? id : []));
  shown['tasks'] = tasks.flatMap(({ id, library_id }) => (library_id === closed ? [] : id));
  // Of the visible library as well: their numbers count hidden books.
  const reports = (await api.call(listScanReports, { query })).data.map(({ id }) => id);
  hidden['scans'] = reports;
  hidden['entry_ids'] = [];
  for (const id of reports) {
    const { data } = await api.call(listScanReportEntries, { params: { id }, query });
    hidden['entry_ids'].push(...data.map((entry) => entry.id));
  }
  const edits = (await api.call(listEdits, { query })).data.map(({ id }) => id);
  hidden['edits'] = edits.filter((id) => !shown['edits']?.includes(id));
  hidden['duplicates'] = (await api.call(listDuplicates, { query })).data.map(({ id }) => id);
  const open = { id: hidden['libraries']?.find((id) => id !== closed) ?? '' };
  await api.call(updateLibrary, { params: open, body: { write_metadata: true } });
  const plan = await api.call(planMetadataWrite, { params: open, body: { scope: 'all' } });
  hidden['metadata-writes'] = [plan.id];
  const file = { name: `${marker}.cbz`, file_size: 10 };
  hidden['uploads'] = [(await api.call(createUpload, { params: open, body: file })).id];
};
