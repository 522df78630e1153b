import { dirname } from 'node:path';

import type { ForeignDatabase } from '../../../lib/foreign-database/foreign-database.ts';
import type { ImportRecord } from '../model.ts';
import { coverRecords, type NamedCover } from './cover-files.ts';
import type { KavitaFiles } from './kavita-schema.ts';
import type { SourceContext } from './source.ts';
import { idOf } from './values.ts';

/** Covers that users chose, that is, the locked ones, from the folder `covers` beside the database. */
export async function* kavitaCovers(
  database: ForeignDatabase,
  files: KavitaFiles,
  context: SourceContext,
): AsyncGenerator<ImportRecord[]> {
  const isChosen = (name: string) =>
    `${name}.CoverImageLocked AND ${name}.CoverImage IS NOT NULL AND ${name}.CoverImage <> ''`;
  const queries = {
    series: `SELECT s.Id AS owner, s.CoverImage AS path FROM Series s WHERE ${isChosen('s')}`,
    chapter: `SELECT c.Id AS owner, c.CoverImage AS path FROM Chapter c WHERE ${isChosen('c')}`,
    // The cover of a volume applies to its book if it has only one.
    volume: `SELECT c.Id AS owner, v.CoverImage AS path FROM Volume v JOIN Chapter c ON c.VolumeId = v.Id
       WHERE ${isChosen('v')} AND NOT (${isChosen('c')})
         AND (SELECT count(*) FROM Chapter o WHERE o.VolumeId = v.Id) = 1`,
  };
  const has = (table: string) => database.has(table, 'CoverImageLocked');
  const kinds = [
    ...(has('Series') ? (['series'] as const) : []),
    ...(has('Chapter') ? (['chapter'] as const) : []),
    ...(has('Chapter') && has('Volume') ? (['volume'] as const) : []),
  ];
  for (const kind of kinds) {
    const rows = database.batches<Record<string, unknown>>(queries[kind]);
    for await (const batch of rows) {
      const covers = batch.flatMap(({ owner, path }): NamedCover[] => {
        const id = `${kind}/${idOf(owner)}`;
        if (kind === 'series') return [{ id, series: idOf(owner), book: null, path }];
        const [file] = files.get(idOf(owner)) ?? [];
        return file ? [{ id, series: null, book: file.id, path }] : [];
      });
      yield await coverRecords(covers, [dirname(context.path)], context);
    }
  }
}
