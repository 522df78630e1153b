import type { Page } from '../../../shared/api/pages.ts';
import type { PageRequest } from '../../../shared/schemas.ts';
import type { StoredPage } from '../../media/stored-page.ts';
import { naturalCompare } from '../../text/natural.ts';
import type { PageSort } from './types.ts';

/** A stored page as the API lists it. */
export const toPage = (
  { filename, media_type, width, height, file_size }: StoredPage,
  index: number,
): Page => ({ page_number: index + 1, filename, media_type, width, height, file_size });

export const comparePages = ({ field, direction }: PageRequest<PageSort>['sort']) => {
  const compare = {
    page_number: (a: Page, b: Page) => a.page_number - b.page_number,
    filename: (a: Page, b: Page) => naturalCompare(a.filename, b.filename),
    file_size: (a: Page, b: Page) => a.file_size - b.file_size || a.page_number - b.page_number,
  }[field];
  return direction === 'asc' ? compare : (a: Page, b: Page) => compare(b, a);
};
