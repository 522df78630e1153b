import { ebookFormats } from '../../../shared/api/book-record.ts';
import type { ConversionRule } from '../../../shared/api/conversion-rule.ts';
import { isoNow, newId } from '../../database/ids.ts';
import type { Database } from '../../database/types.ts';
import type { TaskQueue } from '../../tasks/types.ts';

interface RuledLibrary {
  pk: number;
  /** JSON. */
  rule: string;
  ruled_until: string;
}

/** Formats that a rule can convert. */
const formatsOf = ({ pack, rename, pages }: ConversionRule): string[] => [
  ...(pack || rename ? ['cbr', 'cb7', 'cbt'] : []),
  ...(pack ? ['folder'] : []),
  ...(rename || pages !== null ? ['cbz'] : []),
  ...(rename ? ['pdf', ...ebookFormats] : []),
];

const createRulesStore = (database: Database) => {
  const library = database.prepare<[string], RuledLibrary>(
    `SELECT pk, conversion_rule AS rule, ruled_until FROM libraries
     WHERE id = ? AND convert_files = 1 AND conversion_rule IS NOT NULL
       AND coalesce(scan_rules ->> 'calibre', 0) = 0`,
  );
  const latest = database
    .prepare<[number], string | null>('SELECT max(created_at) FROM books WHERE library_pk = ?')
    .pluck();
  const setUntil = database.prepare<[string, number]>(
    'UPDATE libraries SET ruled_until = ? WHERE pk = ?',
  );
  const added = database
    .prepare<{ pk: number; until: string; formats: string }, number>(
      `SELECT pk FROM books WHERE library_pk = @pk AND created_at > @until AND error IS NULL
         AND missing_since IS NULL AND format IN (SELECT value FROM json_each(@formats))
       ORDER BY path`,
    )
    .pluck();
  const insert = database.prepare<object>(
    `INSERT INTO conversions (id, library_pk, created_at, page_format, page_quality, rule)
     VALUES (@id, @library_pk, @now, @format, @quality, @rule)`,
  );
  const insertFile = database.prepare<[string, string, number]>(
    `INSERT INTO conversion_files (id, conversion_pk, book_pk)
     VALUES (?, (SELECT pk FROM conversions WHERE id = ?), ?)`,
  );
  const planned = database.prepare<
    [string],
    { library_id: string; rule: string | null; count: number; planned: number }
  >(
    `SELECT l.id AS library_id, c.rule, count(f.pk) AS count,
       count(f.pk) FILTER (WHERE f.state = 'planned') AS planned
     FROM conversions c JOIN libraries l ON l.pk = c.library_pk
       LEFT JOIN conversion_files f ON f.conversion_pk = c.pk
     WHERE c.id = ? GROUP BY c.pk`,
  );
  const remove = database.prepare<[string]>('DELETE FROM conversions WHERE id = ?');
  return {
    /** Creates a plan for books added since the last run of the rule; null if there are none. */
    open: (libraryId: string): string | null =>
      database
        .transaction(() => {
          const found = library.get(libraryId);
          if (!found) return null;
          const rule = JSON.parse(found.rule) as ConversionRule;
          const formats = JSON.stringify(formatsOf(rule));
          const books = added.all({ pk: found.pk, until: found.ruled_until, formats });
          setUntil.run(latest.get(found.pk) ?? '', found.pk);
          if (books.length === 0) return null;
          const id = newId();
          insert.run({
            ...{ id, library_pk: found.pk, now: isoNow(), rule: found.rule },
            format: rule.pages?.format ?? null,
            quality: rule.pages?.quality ?? null,
          });
          for (const book of books) insertFile.run(newId(), id, book);
          return id;
        })
        .immediate(),
    planned: (id: string) => planned.get(id),
    remove: (id: string) => void remove.run(id),
  };
};

/** Converts files that scans add, by the rule of their library. */
export const createConversionRules = ({
  database,
  queue,
}: {
  database: Database;
  queue: Pick<TaskQueue, 'enqueue'>;
}) => {
  const store = createRulesStore(database);
  const start = (library_id: string, conversion_id: string, step: 'plan' | 'apply') =>
    queue.enqueue({ task_type: 'convert_files', library_id, payload: { conversion_id, step } });
  return {
    /** Plans conversions of the books that a scan added. */
    onScanned(libraryId: string): void {
      const id = store.open(libraryId);
      if (id !== null) start(libraryId, id, 'plan');
    },
    /**
     * Continues a plan of a rule: deletes it if it is empty, applies it if the rule is automatic, or leaves
     * it for a user to review.
     */
    onPlanned(id: string): void {
      const plan = store.planned(id);
      if (!plan || plan.rule === null) return;
      if (plan.count === 0) store.remove(id);
      else if (plan.planned > 0 && (JSON.parse(plan.rule) as ConversionRule).is_automatic)
        start(plan.library_id, id, 'apply');
    },
  };
};
