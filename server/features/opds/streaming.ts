import { AppError } from '../../../shared/errors.ts';
import type { Caller } from '../../http/api/caller.ts';
import type { ClientConditions } from '../../http/api/conditional-request.ts';
import type { Content } from '../../http/api/content.ts';
import { sendContent } from '../../http/api/send-content.ts';
import type { PagesService } from '../pages/types.ts';
import type { PageShape } from '../pages/types.ts';
import { readerFor } from './http.ts';
import type { OpdsContext } from './router.ts';

/** Streams the pages of a book by the Page Streaming Extension of OPDS 1.2 (OPDS PSE), counting from 0. */
export const pageStreaming =
  ({
    pages,
    remember,
  }: {
    pages: Pick<PagesService, 'image'>;
    /** Called with the 1-indexed page that was sent, and the User-Agent. */
    remember: (caller: Caller, bookId: string, page: number, userAgent: string | undefined) => void;
  }) =>
  ({ get }: OpdsContext): void => {
    const imageOf = async (
      bookId: string,
      page: number,
      width: number | null,
      reader: ClientConditions,
    ): Promise<Content> => {
      const shaped = (shape: PageShape) => pages.image(bookId, page, shape, undefined, reader);
      if (width !== null) return shaped({ width, format: 'jpeg' });
      const original = await shaped({});
      // The link promises JPEG, whatever the page is stored as.
      return original.media_type === 'image/jpeg' ? original : shaped({ format: 'jpeg' });
    };

    get('/books/:id/pages/:page', ['pages-read'], async ({ caller, params, request, response }) => {
      const { id = '', page = '' } = params;
      const number = pageNumber(page) + 1;
      const width = widthOf(request.query.width);
      const image = await imageOf(id, number, width, readerFor(request, response));
      if (request.method === 'GET') remember(caller, id, number, request.headers['user-agent']);
      await sendContent(request, response, image);
    });
  };

/** Throws NotFound for an invalid number. */
export const pageNumber = (text: string): number => {
  if (!/^\d{1,6}$/.test(text)) throw new AppError('NotFound', `There is no page ${text}`);
  return Number(text);
};

/** Null for the original size, also if a client leaves `{maxWidth}` unexpanded. */
const widthOf = (text: unknown): number | null =>
  typeof text === 'string' && /^\d{1,5}$/.test(text) && Number(text) > 0
    ? Math.min(Number(text), 10_000)
    : null;
