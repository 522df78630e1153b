import { z } from 'zod';

import { endpoint } from '../endpoint.ts';
import { byId, listQuery, timestamp, uuid } from '../schemas.ts';
import { progressSchema, readingDeviceSchema } from './progress-record.ts';

const tag = 'Reading progress';

/** Positions kept per book and user. */
export const keptPlaces = 100;
/** Days until an unanswered question expires. */
export const questionDays = 7;

export const readingPlaceSchema = z
  .object({
    id: uuid,
    book_id: uuid,
    current_page: z.int(),
    page_count: z.int(),
    is_completed: z.boolean(),
    percentage: z.number().describe('0 to 1'),
    location: z.string().nullable().describe('Opaque place in reflowable text'),
    device: readingDeviceSchema.nullable().describe('Null where it is unknown'),
    began_at: timestamp.describe('When the sitting began that ended here'),
    read_at: timestamp,
  })
  .meta({ id: 'ReadingPlace' });
export type ReadingPlace = z.infer<typeof readingPlaceSchema>;

export const placeQuestionSchema = z
  .object({
    book_id: uuid,
    earlier: readingPlaceSchema.describe('Where the book was before'),
    later: progressSchema.describe('Where it is now'),
    asked_at: timestamp,
    expires_at: timestamp.describe('From then on the later place counts without a word'),
  })
  .meta({ id: 'PlaceQuestion' });
export type PlaceQuestion = z.infer<typeof placeQuestionSchema>;

export const listReadingPlaces = endpoint({
  id: 'listReadingPlaces',
  method: 'GET',
  path: '/books/{id}/progress/places',
  access: ['progress-read'],
  tag,
  summary: 'Where the caller was in a book',
  description: `One for each sitting and for each long jump, the last ${keptPlaces} of a book. They stay when its progress is cleared.`,
  params: byId,
  query: listQuery(['read_at'], 'read_at,desc'),
  list: readingPlaceSchema,
  errors: ['NotFound'],
});

export const restoreReadingPlace = endpoint({
  id: 'restoreReadingPlace',
  method: 'POST',
  path: '/books/{id}/progress/places/{place_id}/restore',
  access: ['progress-write'],
  tag,
  summary: 'Puts the book back to a place',
  description: 'An open question about the book is answered by that.',
  params: byId.extend({ place_id: uuid }),
  response: progressSchema,
  errors: ['NotFound'],
});

export const listPlaceQuestions = endpoint({
  id: 'listPlaceQuestions',
  method: 'GET',
  path: '/progress/questions',
  access: ['progress-read'],
  tag,
  summary: 'Books that were suddenly at their beginning again',
  description: `A reader that opens a book at its first page and writes that at once would lose the place. For ${questionDays} days the caller can say which place is right; reading on past the earlier one answers the question as well. Finished books and a write with restart are not asked about.`,
  query: listQuery(['asked_at'], 'asked_at,desc', {
    book_id: uuid.optional().describe('Only that of this book'),
  }),
  list: placeQuestionSchema,
});

export const answerPlaceQuestion = endpoint({
  id: 'answerPlaceQuestion',
  method: 'POST',
  path: '/books/{id}/progress/question',
  access: ['progress-write'],
  tag,
  summary: 'Says which of two places is the right one',
  params: byId,
  body: z.object({ place: z.enum(['earlier', 'later']) }),
  response: progressSchema,
  errors: ['NotFound'],
});
