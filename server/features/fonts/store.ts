import type { Font } from '../../../shared/api/font-record.ts';
import type { Database } from '../../database/types.ts';

export interface FontRow extends Omit<Font, 'is_italic' | 'is_restricted'> {
  is_italic: number;
  is_restricted: number;
}

interface NewFont extends FontRow {
  hash: string;
  data: Buffer;
}

export type FontsStore = ReturnType<typeof createFontsStore>;

const columns = `id, family, weight_min, weight_max, is_italic, media_type, file_size, licence,
  is_restricted, created_at`;

export const createFontsStore = (database: Database) => {
  const list = database.prepare<[], FontRow>(
    `SELECT ${columns} FROM fonts
     ORDER BY family, is_italic, abs(weight_min - 400), weight_min, pk`,
  );
  const sums = database.prepare<[], { count: number; size: number }>(
    'SELECT count(*) AS count, coalesce(sum(file_size), 0) AS size FROM fonts',
  );
  const byHash = database
    .prepare<[string], string>('SELECT family FROM fonts WHERE hash = ?')
    .pluck();
  const add = database.prepare<[NewFont]>(
    `INSERT INTO fonts (${columns}, hash, data)
     VALUES (:id, :family, :weight_min, :weight_max, :is_italic, :media_type, :file_size, :licence,
       :is_restricted, :created_at, :hash, :data)`,
  );
  const file = database.prepare<[string], { media_type: string; hash: string; data: Uint8Array }>(
    'SELECT media_type, hash, data FROM fonts WHERE id = ?',
  );
  const remove = database.prepare<[string]>('DELETE FROM fonts WHERE id = ?');
  return {
    list: () => list.all(),
    sums: () => sums.get() ?? { count: 0, size: 0 },
    /** The family of the font with this hash of its bytes. */
    familyOf: (hash: string) => byHash.get(hash),
    add: (font: NewFont): void => void add.run(font),
    file: (id: string) => file.get(id),
    remove: (id: string): boolean => remove.run(id).changes > 0,
  };
};
