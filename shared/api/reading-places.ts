import { z } from 'zod';

import { endpoint } from '../endpoint.ts';
import { byId, listQuery, timestamp, uuid } from '../schemas.ts';
import { progressSchema, readingDeviceSchema } from './progress-record.ts';

const tag = 'Reading progress';

/** Positions kept per book and user. */
export const maxReadingPlaces = 100;
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
    location: z.string().nullable().describe('Opaque position in reflowable text'),
    device: readingDeviceSchema.nullable().describe('Null if unknown'),
    began_at: timestamp.describe('Start of the reading session that ended here'),
    read_at: timestamp,
  })
  .meta({ id: 'ReadingPlace' });
export type ReadingPlace = z.infer<typeof readingPlaceSchema>;

export const placeQuestionSchema = z
  .object({
    book_id: uuid,
    earlier: readingPlaceSchema.describe('The earlier position'),
    later: progressSchema.describe('The current position'),
    asked_at: timestamp,
    expires_at: timestamp.describe('After this time the later position counts'),
  })
  .meta({ id: 'PlaceQuestion' });
export type PlaceQuestion = z.infer<typeof placeQuestionSchema>;

export const listReadingPlaces = endpoint({
  id: 'listReadingPlaces',
  method: 'GET',
  path: '/books/{id}/progress/places',
  access: ['progress-read'],
  tag,
  summary: 'Earlier reading positions of the caller in a book',
  description: `One for each reading session and each long jump, the last ${maxReadingPlaces} of a book. They stay when its progress is cleared.`,
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
  summary: 'Restores an earlier reading position',
  description: 'Resolves an open conflict about the book.',
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
  summary: 'Books whose progress was suddenly reset to the beginning',
  description: `A reader app that opens a book at its first page and saves that at once would lose the position. For ${questionDays} days the caller can choose the right position; reading past the earlier one also resolves the conflict. Not for finished books, nor for a write with restart.`,
  query: listQuery(['asked_at'], 'asked_at,desc', {
    book_id: uuid.optional().describe('Only of this book'),
  }),
  list: placeQuestionSchema,
});

export const answerPlaceQuestion = endpoint({
  id: 'answerPlaceQuestion',
  method: 'POST',
  path: '/books/{id}/progress/question',
  access: ['progress-write'],
  tag,
  summary: 'Chooses the right one of two positions',
  params: byId,
  body: z.object({ place: z.enum(['earlier', 'later']) }),
  response: progressSchema,
  errors: ['NotFound'],
});
