import type { PageRequest } from '../../../shared/schemas.ts';

/** What is rated. */
export type RatedKind = 'series' | 'book';
export type RatingQuery = PageRequest<'rated_at' | 'rating'>;
