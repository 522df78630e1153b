import { clamp } from '../../../../shared/clamp.ts';
import { getBookFile } from '../../../../shared/api/books.ts';
import { endpointUrl } from '../../../../shared/client.ts';
import { basePath } from '../../api/base-path.ts';
import {
  fragmentOf,
  type Locator,
  type Positions,
  type TextRange,
} from '../epub/engine/locator.ts';

export const fileUrl = (bookId: string): string => basePath + fileHref(bookId);

/** Positions are stored without the base path, because it differs between the addresses of a server. */
const fileHref = (bookId: string): string => endpointUrl(getBookFile, { params: { id: bookId } });

interface PdfPosition {
  page: number;
  /** Vertical position in the page, 0 (top) to 1. */
  share: number;
  /** Character range in the page. */
  stretch?: TextRange;
}

/** A PDF position as a Readium locator: https://readium.org/architecture/models/locators/ */
export const pdfLocator = (
  bookId: string,
  total: number,
  { page, share, stretch }: PdfPosition,
): Locator & { locations: { position: number; totalProgression: number } } => ({
  href: fileHref(bookId),
  type: 'application/pdf',
  locations: {
    position: page,
    progression: rounded(share),
    totalProgression: rounded((page - 1 + share) / total),
    fragments: [`page=${page}`, ...(stretch ? [fragmentOf(stretch)] : [])],
  },
});

/** Positions of a PDF are its pages. */
export const pdfPositions = (bookId: string, total: number): Positions => ({
  total,
  at: (_, progression) => ({
    position: Math.min(total, 1 + Math.floor(progression * total)),
    totalProgression: progression,
  }),
  locatorOf: (position) => pdfLocator(bookId, total, { page: within(position, total), share: 0 }),
});

const within = (page: number, total: number): number => clamp(page, 1, total);

const rounded = (share: number): number => Math.round(clamp(share, 0, 1) * 10_000) / 10_000;
