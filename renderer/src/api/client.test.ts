import { expect, test } from 'vitest';

import { AppError } from '../../../shared/errors.ts';
import { bookThumbnailUrl, errorMessage, pageUrl, seriesThumbnailUrl } from './client.ts';

const id = '019012ab-0000-7000-8000-000000000001';

test('addresses of images', () => {
  expect(bookThumbnailUrl(id)).toBe(`/api/v1/books/${id}/thumbnail`);
  expect(seriesThumbnailUrl(id, 2)).toBe(`/api/v1/series/${id}/thumbnail?v=2`);
  expect(pageUrl(id, 12)).toBe(`/api/v1/books/${id}/pages/12`);
  expect(pageUrl(id, 12, { width: 160 })).toBe(`/api/v1/books/${id}/pages/12?width=160`);
});

test('a person reads the sentence of the server, but nothing of a crash', () => {
  expect(errorMessage(new AppError('Conflict', 'The name is taken'))).toBe('The name is taken');
  expect(errorMessage(new AppError('InternalError', 'x is undefined'))).toBeNull();
  expect(errorMessage(new TypeError('Failed to fetch'))).toBeNull();
});
