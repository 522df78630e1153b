/**
 * Files that may equal another one: those of equal size with the same fingerprint, which covers their
 * ends or table of contents, or of different formats, whose fingerprints cannot be compared.
 */
export const equalCandidates = `
  SELECT pk, library_pk, file_hash FROM (
    SELECT b.pk, b.library_pk, b.file_hash,
      count(*) OVER (PARTITION BY b.file_size, b.fingerprint) > 1 AS same_fingerprint,
      min(b.format) OVER same_size <> max(b.format) OVER same_size AS several_formats
    FROM (SELECT file_size FROM books WHERE missing_since IS NULL
          GROUP BY file_size HAVING count(*) > 1) sizes
      CROSS JOIN books b ON b.file_size = sizes.file_size
        AND b.missing_since IS NULL AND b.format <> 'folder'
    WINDOW same_size AS (PARTITION BY b.file_size))
  WHERE same_fingerprint OR several_formats`;
