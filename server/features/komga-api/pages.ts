import { AppError, badField } from '../../../shared/errors.ts';
import { conditionsOf } from '../../http/api/conditional-request.ts';
import type { Content } from '../../http/api/content.ts';
import { isImagePage } from '../../media/stored-page.ts';
import type { PagesService } from '../pages/types.ts';
import { komgaRoute, type KomgaInput, type KomgaRoute } from './route.ts';
import { fileSize } from './values.ts';

const needs = ['pages-read'] as const;
/** Size of page thumbnails, pixels. */
const thumbnail = { width: 300, height: 300, format: 'jpeg' } as const;

/** Endpoints for the pages of a book, their images and thumbnails. */
export const komgaPageRoutes = ({
  pages,
}: {
  pages: Pick<PagesService, 'stored' | 'image' | 'raw'>;
}): KomgaRoute[] => {
  /** Clients cannot handle a book that exists but is unreadable, so report it as not found. */
  const stored = (id: string) => pages.stored(id).catch(asNotFound);

  /** Throws BadRequest for a page that an existing book does not have. */
  const found = async (
    { params: { id = '' } }: KomgaInput,
    number: number,
    content: (id: string) => Promise<Content>,
  ): Promise<Content> => {
    try {
      return await content(id);
    } catch (error) {
      const { pages: known } = await stored(id);
      if (number > known.length) throw noSuchPage(number, known.length);
      return asNotFound(error);
    }
  };

  const image = (input: KomgaInput, number: number, shape = {}): Promise<Content> =>
    found(input, number, (id) => pages.image(id, number, shape, undefined, conditionsOf(input)));

  /**
   * Never rejects an image request because of its `Accept` header: some clients send JSON on every
   * request.
   */
  const wanted = async (input: KomgaInput): Promise<Content> => {
    const { params, query } = input;
    const format = convertTo(query.text('convert'));
    const number = pageNumber(params['number'], query.flag('zero_based') ?? false);
    const original = await image(input, number);
    const isConverted = format === undefined || original.media_type === `image/${format}`;
    return isConverted ? original : image(input, number, { format });
  };

  const path = '/api/v1/books/:id/pages';
  return [
    komgaRoute({ method: 'GET', path, needs }, async ({ params: { id = '' } }) => {
      const { pages: known } = await stored(id);
      return known.filter(isImagePage).map((page, index) => ({
        number: index + 1,
        fileName: page.filename,
        mediaType: page.media_type,
        width: page.width,
        height: page.height,
        sizeBytes: page.file_size === 0 ? null : page.file_size,
        size: page.file_size === 0 ? '' : fileSize(page.file_size),
      }));
    }),
    komgaRoute({ method: 'GET', path: `${path}/:number`, needs, answers: 'content' }, wanted),
    komgaRoute(
      { method: 'GET', path: `${path}/:number/raw`, needs, answers: 'content' },
      (input) => {
        const number = pageNumber(input.params['number'], false);
        return found(input, number, (id) => pages.raw(id, number, conditionsOf(input)));
      },
    ),
    komgaRoute(
      { method: 'GET', path: `${path}/:number/thumbnail`, needs, answers: 'content' },
      (input) => image(input, pageNumber(input.params['number'], false), thumbnail),
    ),
  ];
};

const formats = ['jpeg', 'png', 'webp'] as const;

const convertTo = (name: string | undefined) => {
  if (name === undefined) return undefined;
  const format = formats.find((known) => known === name.toLowerCase());
  if (!format) throw badField('convert', `Use one of ${formats.join(', ')}`);
  return format;
};

const pageNumber = (text: string | undefined, zeroBased: boolean): number => {
  const number = /^\d+$/.test(text ?? '') ? Number(text) + (zeroBased ? 1 : 0) : 0;
  if (!Number.isSafeInteger(number)) throw badField('pageNumber', 'No book has so many pages');
  if (number < 1) throw badField('pageNumber', 'Page numbers begin with 1');
  return number;
};

const noSuchPage = (number: number, count: number) =>
  badField('pageNumber', `The book has ${count} pages; page ${number} is not one of them`);

const unreadable = new Set(['UnprocessableContent', 'ServiceUnavailable']);

const asNotFound = (error: unknown): never => {
  throw error instanceof AppError && unreadable.has(error.code)
    ? new AppError('NotFound', error.message, { cause: error })
    : error;
};
