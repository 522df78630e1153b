export interface ReaderPageProps {
  bookId: string;
  /** 1-indexed; without it the reader resumes at the saved place. */
  startPage?: number;
  /** Reads without leaving a trace in the progress. */
  incognito?: boolean;
  onClose(): void;
  onOpenBook(bookId: string): void;
}

/** The comic reader, mounted by the route `/read/$bookId`. */
export const ReaderPage = ({ bookId, onClose }: ReaderPageProps) => (
  <main data-book={bookId}>
    <button onClick={onClose}>×</button>
  </main>
);
