/** The columns that identify a version of a book's file. */
interface VersionedFile {
  fingerprint: string | null;
  file_size: number;
  file_modified_ms: number;
}

/** Changes with the file's content; part of the cover's file name and of page ETags. */
export const fileVersion = ({ fingerprint, file_size, file_modified_ms }: VersionedFile): string =>
  fingerprint ?? `${file_size.toString(36)}-${Math.round(file_modified_ms).toString(36)}`;
