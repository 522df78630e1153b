import { isoNow } from '../database/ids.ts';
import type { Database } from '../database/types.ts';

export interface TestRestrictions {
  /** Primary keys of libraries; all libraries if left out. */
  libraries?: readonly number[];
  maxAge?: number;
  /** Whether series without an age rating are shown; default true. */
  showsUnrated?: boolean;
  allowed?: readonly string[];
  denied?: readonly string[];
}

/** Sets what a person can see. */
export const restrict = (
  database: Database,
  userPk: number,
  { libraries, maxAge, showsUnrated = true, allowed = [], denied = [] }: TestRestrictions,
): void => {
  const run = (sql: string, ...parameters: (number | string | null)[]) =>
    void database.prepare(sql).run(...parameters);
  database.transaction(() => {
    run('DELETE FROM content_restrictions WHERE user_pk = ?', userPk);
    run(
      'INSERT INTO content_restrictions VALUES (?, ?, ?, ?, ?)',
      ...[userPk, libraries ? 0 : 1, maxAge ?? null, Number(showsUnrated), isoNow()],
    );
    for (const library of libraries ?? []) {
      run('INSERT INTO allowed_libraries VALUES (?, ?)', userPk, library);
    }
    const labels = [allowed.map((label) => [label, 1]), denied.map((label) => [label, 0])].flat();
    for (const [label = '', isAllowed = 0] of labels) {
      run(
        'INSERT INTO restricted_labels (user_pk, label, allowed) VALUES (?, ?, ?)',
        ...[userPk, label, isAllowed],
      );
    }
    run(
      `INSERT INTO visible_libraries (user_pk, library_pk)
       SELECT r.user_pk, l.pk FROM content_restrictions r CROSS JOIN libraries l
       WHERE r.user_pk = ? AND (r.all_libraries OR EXISTS (SELECT 1 FROM allowed_libraries a
         WHERE a.user_pk = r.user_pk AND a.library_pk = l.pk))`,
      userPk,
    );
    run(
      `INSERT INTO visible_series
       SELECT (user_pk << 32) + series_pk FROM series_allowed WHERE user_pk = ?`,
      userPk,
    );
  })();
};
