import { z } from 'zod';

import { endpoint } from '../endpoint.ts';
import { byId, flag, listQuery, timestamp, uuid } from '../schemas.ts';

const tag = 'Ratings';

/** Maximum characters of a review. */
export const maxReviewLength = 5000;

/** In half stars. */
const rating = z.int().min(1).max(10).describe('In half stars');
const review = z.string().trim().min(1).max(maxReviewLength);

export const ownRatingSchema = z
  .object({
    rating: rating.nullable(),
    review: review.nullable(),
    is_shared: z
      .boolean()
      .describe('Whether others who can see the title see the rating and review'),
    rated_at: timestamp,
  })
  .meta({ id: 'OwnRating' });
export type OwnRating = z.infer<typeof ownRatingSchema>;

export const ratingSummarySchema = z
  .object({
    own: ownRatingSchema.nullable(),
    average: z
      .number()
      .nullable()
      .describe("Of the shared ratings and the caller's own, in half stars"),
    count: z.int().describe('Number of ratings in the average'),
    review_count: z.int().describe('Shared reviews and ratings of others'),
  })
  .meta({ id: 'RatingSummary' });
export type RatingSummary = z.infer<typeof ratingSummarySchema>;

export const reviewSchema = z
  .object({
    username: z.string(),
    rating: rating.nullable(),
    review: review.nullable(),
    rated_at: timestamp,
  })
  .meta({ id: 'Review' });
export type Review = z.infer<typeof reviewSchema>;

export const ratedSchema = ownRatingSchema
  .extend({ kind: z.enum(['series', 'book']), id: uuid, name: z.string() })
  .meta({ id: 'Rated' });
export type Rated = z.infer<typeof ratedSchema>;

const changes = z
  .object({
    rating: rating.nullable().optional(),
    review: review.nullable().optional(),
    is_shared: z.boolean().optional(),
  })
  .describe('Omitted fields stay; without rating and review, the record is deleted');
export type RatingChanges = z.output<typeof changes>;

const reviewsQuery = listQuery(['rated_at', 'rating'], 'rated_at,desc');

export const getSeriesRating = endpoint({
  id: 'getSeriesRating',
  method: 'GET',
  path: '/series/{id}/rating',
  access: ['series-read', 'progress-read'],
  tag,
  summary: "The caller's rating of a series, and the average",
  params: byId,
  response: ratingSummarySchema,
  errors: ['NotFound'],
});

export const rateSeries = endpoint({
  id: 'rateSeries',
  method: 'PUT',
  path: '/series/{id}/rating',
  access: ['progress-write'],
  tag,
  summary: 'Rates or reviews a series',
  params: byId,
  body: changes,
  response: ratingSummarySchema,
  errors: ['NotFound'],
});

export const listSeriesReviews = endpoint({
  id: 'listSeriesReviews',
  method: 'GET',
  path: '/series/{id}/reviews',
  access: ['series-read', 'progress-read'],
  tag,
  summary: 'Ratings and reviews of a series that others share',
  params: byId,
  query: reviewsQuery,
  list: reviewSchema,
  errors: ['NotFound'],
});

export const getBookRating = endpoint({
  id: 'getBookRating',
  method: 'GET',
  path: '/books/{id}/rating',
  access: ['books-read', 'progress-read'],
  tag,
  summary: "The caller's rating of a book, and the average",
  params: byId,
  response: ratingSummarySchema,
  errors: ['NotFound'],
});

export const rateBook = endpoint({
  id: 'rateBook',
  method: 'PUT',
  path: '/books/{id}/rating',
  access: ['progress-write'],
  tag,
  summary: 'Rates or reviews a book',
  params: byId,
  body: changes,
  response: ratingSummarySchema,
  errors: ['NotFound'],
});

export const listBookReviews = endpoint({
  id: 'listBookReviews',
  method: 'GET',
  path: '/books/{id}/reviews',
  access: ['books-read', 'progress-read'],
  tag,
  summary: 'Ratings and reviews of a book that others share',
  params: byId,
  query: reviewsQuery,
  list: reviewSchema,
  errors: ['NotFound'],
});

export const listRatings = endpoint({
  id: 'listRatings',
  method: 'GET',
  path: '/ratings',
  access: ['series-read', 'books-read', 'progress-read'],
  tag,
  summary: "The caller's ratings and reviews",
  query: listQuery(['rated_at', 'rating'], 'rated_at,desc', {
    reviewed: flag.optional().describe('Only with a review'),
  }),
  list: ratedSchema,
});

/** All endpoints of this file. */
export const ratingEndpoints = [
  getSeriesRating,
  rateSeries,
  listSeriesReviews,
  getBookRating,
  rateBook,
  listBookReviews,
  listRatings,
] as const;
