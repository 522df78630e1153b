import { AppError } from '../../../shared/errors.ts';
import type { Caller } from '../../http/caller.ts';
import type { ContentReader } from '../../http/content-reader.ts';
import type { Content } from '../../http/content.ts';
import { sendContent } from '../../http/send-content.ts';
import type { PagesService, PageShape } from '../pages/service.ts';
import { readerFor } from './http.ts';
import type { OpdsContext } from './router.ts';

/** The pages of a book one by one, as the Page Streaming Extension of OPDS 1.2 asks for them, from 0. */
export const pageStreaming =
  ({
    pages,
    remember,
  }: {
    pages: Pick<PagesService, 'image'>;
    /** Called with the 1-indexed page that somebody got, and the User-Agent. */
    remember: (caller: Caller, bookId: string, page: number, userAgent: string | undefined) => void;
  }) =>
  ({ get }: OpdsContext): void => {
    const imageOf = async (
      bookId: string,
      page: number,
      width: number | null,
      reader: ContentReader,
    ): Promise<Content> => {
      const as = (shape: PageShape) => pages.image(bookId, page, shape, undefined, reader);
      if (width !== null) return as({ width, format: 'jpeg' });
      const original = await as({});
      // What the link says that it leads to, whatever the page is stored as.
      return original.media_type === 'image/jpeg' ? original : as({ format: 'jpeg' });
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

/** Throws NotFound for what is none. */
export const pageNumber = (text: string): number => {
  if (!/^\d{1,6}$/.test(text)) throw new AppError('NotFound', `There is no page ${text}`);
  return Number(text);
};

/** Null for the whole image, also where a program leaves `{maxWidth}` as it stands. */
const widthOf = (text: unknown): number | null =>
  typeof text === 'string' && /^\d{1,5}$/.test(text) && Number(text) > 0
    ? Math.min(Number(text), 10_000)
    : null;
