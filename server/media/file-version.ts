/** What tells one content of a book's file from another. */
interface VersionedFile {
  fingerprint: string | null;
  file_size: number;
  file_modified_ms: number;
}

/** Changes with the content of the file: names its cover on disk and its pages in ETags. */
export const fileVersion = ({ fingerprint, file_size, file_modified_ms }: VersionedFile): string =>
  fingerprint ?? `${file_size.toString(36)}-${Math.round(file_modified_ms).toString(36)}`;
