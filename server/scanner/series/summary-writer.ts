import { MediaError } from '../../media/media-error.ts';
import { join } from 'node:path';

import { isoNow } from '../../database/ids.ts';
import { isGenericFolder } from '../../media/filename-parser/parse-name.ts';
import { cleanSeriesName } from '../../media/filename-parser/read-name.ts';
import type { SeriesSidecar } from '../../media/series-json/series-json.ts';
import type { ScanLibrary } from '../scan/library-store.ts';
import { shadowedValues, keptColumns, keptFields } from '../scan/locked-fields.ts';
import type { SidecarFile } from '../scan/sidecar-files.ts';
import type { ScanStore } from '../scan/store.ts';
import type { SeriesKey } from './series-strategy.ts';
import type { SummaryCause } from './stale-series.ts';
import { summarizeSeries } from './series-summary.ts';
import type { FileValues } from '../scan/types.ts';

export interface Sidecars {
  /** Reads the series.json of a folder. */
  readSidecar: (folder: string) => SeriesSidecar | null;
  /** When that of each folder was written; without it, those of the last scan count. */
  sidecars?: ReadonlyMap<string, number>;
  /** The picture in each folder; without it, those of the last scan count. */
  folderCovers?: ReadonlyMap<string, SidecarFile>;
}

interface SummaryWriterOptions extends Sidecars {
  store: ScanStore;
  library: ScanLibrary;
  /** The key of each series that this scan saw. */
  seriesKeys: ReadonlyMap<number, SeriesKey>;
  /** Series that this scan created. */
  made: ReadonlySet<number>;
  /** Series whose return was announced already. */
  returned: ReadonlySet<number>;
  seriesEvent: (
    type: 'series_created' | 'series_updated' | 'series_deleted',
    ids: { id: string; library_id: string },
  ) => void;
  coverEvent: (ids: { id: string; library_id: string }) => void;
}

/** Whether the pictures of a folder, as JSON, differ in no more than their date. */
const isSamePicture = (former: string | null, current: string | null): boolean => {
  if (former === null || current === null) return former === current;
  const [before, after] = [former, current].map((json) => JSON.parse(json) as SidecarFile);
  return before?.name === after?.name && before?.size === after?.size;
};

/** Writes the summaries of series from their books, their folder and their series.json. */
export const createSummaryWriter = ({
  store,
  library,
  readSidecar,
  sidecars,
  folderCovers,
  seriesKeys,
  made,
  returned,
  seriesEvent,
  coverEvent,
}: SummaryWriterOptions) => {
  /** The contents of a series' series.json; the stored ones if this scan did not read it. */
  const sidecarOf = (
    series: { path: string; sidecar_modified_ms: number | null },
    owner: ScanLibrary,
  ) => {
    const modifiedMs =
      sidecars && owner === library
        ? (sidecars.get(series.path) ?? null)
        : series.sidecar_modified_ms;
    return {
      modifiedMs,
      content: modifiedMs === null ? null : readSidecar(join(owner.path, series.path)),
    };
  };

  /** Not inside a transaction: a hung drive would block all other writers. */
  const readSidecarOf = (pk: number) => {
    const fields = store.seriesFields(pk);
    const ids = store.seriesIds(pk);
    const owner = ids && libraryOf(ids);
    if (!fields || !owner) return null;
    try {
      return sidecarOf(fields, owner);
    } catch (error) {
      if (!(error instanceof MediaError)) throw error;
      // The drive or the machine is at fault: the series stays as it is, and the next scan reads it.
      return fields.sidecar_modified_ms === null ? { modifiedMs: null, content: null } : null;
    }
  };

  /** A series from another library can still exist there. */
  const libraryOf = ({ library_id }: { library_id: string }) =>
    library_id === library.id ? library : store.library(library_id);

  const summarize = (
    pk: number,
    sidecar: NonNullable<ReturnType<typeof readSidecarOf>>,
    cause: SummaryCause,
  ) => {
    const fields = store.seriesFields(pk);
    const ids = store.seriesIds(pk);
    if (!fields || !ids) return;
    store.markSummarized(pk);
    const books = store.booksOfSeries(pk);
    if (books.length === 0) {
      const isHidden = store.hideSeries({ pk, now: isoNow() }).changes > 0;
      if (isHidden || returned.has(pk)) seriesEvent('series_deleted', ids);
      return;
    }
    store.refreshVolumes(pk, books);
    const owner = libraryOf(ids);
    if (!owner) return;
    const cover = folderCovers?.get(fields.path);
    const isLooked = folderCovers !== undefined && owner === library;
    const coverFile = isLooked ? (cover ? JSON.stringify(cover) : null) : fields.cover_file;
    const seriesKey = seriesKeys.get(pk);
    const byFolder = owner.series_strategy === 'publisher';
    // If the folder was not read, its values are unchanged, beneath manual edits.
    const before = { ...fields, ...(JSON.parse(fields.file_values) as FileValues) };
    const folder = seriesKey ?? {
      name: before.name as string,
      year: cleanSeriesName(fields.filename).year,
      publisher: byFolder ? (before.publisher as string | null) : null,
    };
    const part = isGenericFolder(cleanSeriesName(fields.filename).name);
    const summary = summarizeSeries(books, { ...folder, part }, sidecar.content);
    const kept = keptFields(fields.locked_fields);
    // A manually arranged series is not renamed by its books.
    const columns = keptColumns(
      store.isArranged(pk) ? new Set([...kept, 'name', 'name_sort']) : kept,
    );
    const values = Object.entries(summary).map(
      ([name, value]: [string, unknown]): [string, unknown] => {
        const stored = fields[name as keyof typeof summary];
        if (columns.has(name)) return [name, stored];
        return [name, Array.isArray(value) ? JSON.stringify(value) : value];
      },
    );
    const description = {
      ...Object.fromEntries(values),
      file_values: JSON.stringify(shadowedValues(kept, { ...summary }, fields.file_values)),
      missing_since: null,
    };
    const files = { sidecar_modified_ms: sidecar.modifiedMs, cover_file: coverFile };
    const differs = (row: object) =>
      Object.entries(row).some(([name, value]) => value !== fields[name as keyof typeof fields]);
    const isDescribedAlike = !differs(description);
    if (cause === 'reread' && isDescribedAlike && !differs(files)) return;
    // Copying a library changes the dates of its files.
    const isSame = isDescribedAlike && isSamePicture(fields.cover_file, coverFile);
    const isRenewed = cause === 'books' || (cause === 'folder' && !isSame);
    store.updateSeries({
      ...description,
      ...files,
      pk,
      is_new: made.has(pk) ? 1 : 0,
      is_quiet: isRenewed ? 0 : 1,
      now: isoNow(),
    });
    const isShown = fields.missing_since === null || returned.has(pk);
    seriesEvent(isShown ? 'series_updated' : 'series_created', ids);
    if (coverFile !== fields.cover_file) coverEvent(ids);
  };

  return {
    readSidecarOf,
    summarize: (...parameters: Parameters<typeof summarize>) =>
      store.together(() => summarize(...parameters)),
  };
};
