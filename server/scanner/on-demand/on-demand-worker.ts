import { answerRequests } from '../../media/answer-requests.ts';
import { openBook } from '../../media/formats/open-book.ts';
import type { ParsedBook } from '../../media/formats/parsed-book.ts';
import type { Limits } from '../../media/limits.ts';
import { isSystemError, MediaError } from '../../media/media-error.ts';
import { listDocument } from '../../media/pdf/list-document.ts';
import { loadPdfium } from '../../media/pdf/pdfium.ts';
import type { StoredPage } from '../../media/stored-page.ts';
import { analyzeZipPages } from '../analysis/page-analysis.ts';

export interface BookResults {
  list: ParsedBook;
  analyze: StoredPage[];
}

export type BookRequest =
  | { kind: 'list'; path: string; size: number; limits: Limits }
  | { kind: 'analyze'; path: string; pages: readonly StoredPage[]; limits: Limits };

let pdfium: ReturnType<typeof loadPdfium> | undefined;

const list = async ({
  path,
  size,
  limits,
}: Extract<BookRequest, { kind: 'list' }>): Promise<ParsedBook> => {
  const { archive_entries: maxPages, image_pixels: maxPixels } = limits;
  let crash: Error | null = null;
  const pdf = {
    list: async () => {
      try {
        return listDocument(await (pdfium ??= loadPdfium()), { path, maxPages, maxPixels });
      } catch (error) {
        if (!(error instanceof MediaError) && !isSystemError(error)) crash = error as Error;
        throw error;
      }
    },
  };
  const book = await openBook(path, size, limits, pdf);
  // After a crash PDFium's state is undefined: the thread ends, and its owner starts another.
  if (crash as Error | null) throw crash as unknown as Error;
  return book;
};

const resultOf = async (request: BookRequest): Promise<BookResults[BookRequest['kind']]> =>
  request.kind === 'list'
    ? list(request)
    : analyzeZipPages(request.path, request.pages, request.limits);

answerRequests(resultOf);
