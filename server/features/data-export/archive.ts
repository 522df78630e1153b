import { setImmediate as pause } from 'node:timers/promises';

import { z } from 'zod';

import type { DataExportScope } from '../../../shared/api/data-export.ts';
import { progressColumns } from '../../../shared/api/data-export.ts';
import { importKinds } from '../../../shared/api/import-record.ts';
import { escapeXml } from '../../text/escape-xml.ts';
import type { GrowingFile } from '../../media/zip/write-zip.ts';
import { truncateFileName } from '../../paths/truncate-file-name.ts';
import { csvLine } from '../exports/csv.ts';
import { importRecord } from '../imports/model.ts';
import { exportVersion, imageEntry, recordsEntry } from '../imports/sources/octavo.ts';
import { readmeText } from './readme.ts';
import type { DataExportStore, Owner } from './store.ts';

export interface ArchiveOptions {
  store: DataExportStore;
  scope: DataExportScope;
  owner: Owner;
  /** Version of Octavo. */
  version: string;
  now: Date;
  readCover: (id: string, upload: string) => Promise<Buffer>;
  /** Returns a reading list as a CBL file. */
  writeCbl: (id: string) => Buffer | null;
}

const text = (name: string, content: string): GrowingFile => ({
  name,
  parts: () => [Buffer.from(content)],
});

const json = (name: string, value: unknown): GrowingFile =>
  text(name, `${JSON.stringify(value, null, 2)}\n`);

/** Streams the table of progress as CSV. */
export async function* progressCsv(store: DataExportStore, owner: Owner): AsyncGenerator<Buffer> {
  yield Buffer.from(csvLine(progressColumns));
  for (const rows of store.progress(owner)) {
    yield Buffer.from(rows.map(csvLine).join(''));
    await pause();
  }
}

export const feedsOpml = (store: DataExportStore): string =>
  [
    '<?xml version="1.0" encoding="utf-8"?>',
    '<opml version="2.0">',
    '  <head><title>Octavo</title></head>',
    '  <body>',
    ...store
      .feeds()
      .map(
        ({ name, url }) =>
          `    <outline type="rss" text="${escapeXml(name)}" xmlUrl="${escapeXml(url)}" />`,
      ),
    '  </body>',
    '</opml>',
    '',
  ].join('\n');

/** The files of an export; each is read while it is sent. */
export async function* archiveFiles({
  store,
  scope,
  owner,
  version,
  now,
  readCover,
  writeCbl,
}: ArchiveOptions): AsyncGenerator<GrowingFile> {
  yield text('README.txt', readmeText(scope));
  yield json('manifest.json', {
    ...{ format: 'octavo-export', version: exportVersion, octavo: version },
    ...{ scope, exported_at: now.toISOString() },
  });
  yield json('schema.json', z.toJSONSchema(importRecord, { io: 'input', unrepresentable: 'any' }));
  for (const kind of importKinds) {
    yield {
      name: recordsEntry(kind),
      async *parts() {
        for (const lines of store.records(kind, owner)) {
          const records = lines.map((line) => `{"kind":"${kind}",${line.slice(1)}\n`);
          yield Buffer.from(records.join(''));
          await pause();
        }
      },
    };
  }
  yield { name: 'tables/progress.csv', parts: () => progressCsv(store, owner) };
  if (scope === 'me') return;
  for (const { id, upload } of store.uploadedCovers()) {
    const image = await readCover(id, upload).catch(() => null);
    if (image) yield { name: imageEntry(`${id}-${upload}`), parts: () => [image] };
  }
  for (const { id, name } of store.readLists()) {
    const list = writeCbl(id);
    const safe = name.replace(/[\\/:*?"<>|\p{Cc}]/gu, '_');
    const entry = truncateFileName(`${safe} ${id.slice(-6)}.cbl`);
    if (list) yield { name: `tables/${entry}`, parts: () => [list] };
  }
  yield text('tables/feeds.opml', feedsOpml(store));
}
