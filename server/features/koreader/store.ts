import { derivedFormatsSql, ebookFormatsSql } from '../../database/ebook-formats.ts';
import type { Database } from '../../database/types.ts';

/** Maximum books per user; the least recently read ones are deleted. */
const maxPlacesPerUser = 5000;

/** A position as sent by KOReader. */
export interface KoreaderPosition {
  /** The MD5 by which KOReader identifies the book. */
  document: string;
  /** A page number, or a pointer into a text that only KOReader understands. */
  progress: string;
  /** 0 to 1. */
  percentage: number;
  device: string;
  device_id: string;
  updated_at: string;
}

/** A book matched to a KOReader document. */
export interface Document {
  id: string;
  page_count: number;
  /** The stored pages of a text as JSON; null for other formats. */
  pages: string | null;
  /**
   * The format of the file on the device, if its pages and sections are not those of the book: another format,
   * or the file that an EPUB is made from. Null for the one that is read.
   */
  other_format: string | null;
}

const columns = `b.id, b.page_count, iif(b.format IN ${ebookFormatsSql}, p.pages, NULL) AS pages`;
const from = 'FROM books b LEFT JOIN book_pages p ON p.book_pk = b.pk';
const documentColumns = `SELECT ${columns}, iif(b.format IN ${derivedFormatsSql}, b.format, NULL) AS other_format ${from}`;

export const createKoreaderStore = (database: Database) => {
  const byContent = database.prepare<[string], Document>(
    `${documentColumns} WHERE b.document_hash = ? AND b.missing_since IS NULL ORDER BY b.pk LIMIT 1`,
  );
  // The file of a device is the one from before Octavo wrote metadata into it, or the EPUB made from it.
  const byFormerContent = database.prepare<[string], Document>(
    `SELECT ${columns}, NULL AS other_format ${from} JOIN former_document_hashes h ON h.book_pk = b.pk
     WHERE h.document_hash = ? AND b.missing_since IS NULL`,
  );
  const byOtherFormat = database.prepare<[string], Document>(
    `SELECT ${columns}, f.format AS other_format
     FROM book_formats f JOIN books b ON b.pk = f.book_pk
     LEFT JOIN book_pages p ON p.book_pk = b.pk
     WHERE f.document_hash = ? AND b.missing_since IS NULL ORDER BY b.pk LIMIT 1`,
  );
  const byName = database.prepare<[string], Document>(
    `${documentColumns} WHERE b.filename_hash = ? AND b.missing_since IS NULL LIMIT 2`,
  );
  const position = database.prepare<[number, string], KoreaderPosition>(
    `SELECT document, progress, percentage, device, device_id, updated_at FROM koreader_places
     WHERE user_pk = ? AND document = ?`,
  );
  const put = database.prepare(
    `INSERT INTO koreader_places (user_pk, document, progress, percentage, device, device_id,
       updated_at)
     VALUES (@user_pk, @document, @progress, @percentage, @device, @device_id, @updated_at)
     ON CONFLICT (user_pk, document) DO UPDATE SET progress = excluded.progress,
       percentage = excluded.percentage, device = excluded.device,
       device_id = excluded.device_id, updated_at = excluded.updated_at`,
  );
  const prune = database.prepare(
    `DELETE FROM koreader_places WHERE user_pk = @user_pk AND document IN (
       SELECT document FROM koreader_places WHERE user_pk = @user_pk
       ORDER BY updated_at DESC LIMIT -1 OFFSET ${maxPlacesPerUser})`,
  );

  return {
    /** Matches by content; else by file name if it is unique. */
    document(hash: string): Document | null {
      const same = byContent.get(hash) ?? byFormerContent.get(hash) ?? byOtherFormat.get(hash);
      if (same) return same;
      const [named, another] = byName.all(hash);
      return named && !another ? named : null;
    },
    position: (userPk: number, document: string): KoreaderPosition | null =>
      position.get(userPk, document) ?? null,
    put(userPk: number, known: KoreaderPosition): void {
      database
        .transaction(() => {
          put.run({ ...known, user_pk: userPk });
          prune.run({ user_pk: userPk });
        })
        .immediate();
    },
  };
};

export type KoreaderStore = ReturnType<typeof createKoreaderStore>;
