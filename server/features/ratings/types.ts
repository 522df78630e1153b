import type { PageRequest } from '../../../shared/schemas.ts';

/** The rated series or book. */
export type RatedKind = 'series' | 'book';
export type RatingQuery = PageRequest<'rated_at' | 'rating'>;
