import { dirname, join } from 'node:path';

import type { ForeignDatabase } from '../../../lib/foreign-database/foreign-database.ts';
import type { ImportRecord } from '../model.ts';
import { coverRecords } from './cover-files.ts';
import type { SourceContext } from './source.ts';
import { idOf } from './values.ts';

/** Covers that users uploaded and selected, from the folder `uploads` beside the database. */
export async function* codexCovers(
  database: ForeignDatabase,
  context: SourceContext,
): AsyncGenerator<ImportRecord[]> {
  const home = dirname(context.path);
  const folders = [join(home, 'uploads'), join(home, '../uploads')];
  for (const kind of ['series', 'book'] as const) {
    if (!database.has(`${kind}_covers`)) continue;
    const rows = database.batches<Record<string, unknown>>(
      `SELECT id, ${kind}_id AS owner, path FROM ${kind}_covers WHERE source = 'custom' AND is_selected`,
    );
    for await (const batch of rows) {
      const covers = batch.map(({ id, owner, path }) => ({
        ...{ id: idOf(id), series: null, book: null, path },
        [kind]: idOf(owner),
      }));
      yield await coverRecords(covers, folders, context);
    }
  }
}
