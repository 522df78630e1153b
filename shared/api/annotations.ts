import { z } from 'zod';

import { endpoint } from '../endpoint.ts';
import { byId, listQuery, putBackId, timestamp, uuid } from '../schemas.ts';
import { bookFormats } from './book-record.ts';

export const annotationKinds = ['bookmark', 'highlight', 'note'] as const;
export type AnnotationKind = (typeof annotationKinds)[number];

export const annotationColors = ['yellow', 'green', 'blue', 'pink', 'orange', 'purple'] as const;
export type AnnotationColor = (typeof annotationColors)[number];

const place = z
  .string()
  .min(1)
  .max(4096)
  .describe(
    'A Readium locator as JSON text, for formats in which a page number is not precise enough',
  );
const quoted = z.string().max(4096).describe('The text of the book there');
const note = z.string().max(16_384);
const color = z.enum(annotationColors);

export const annotationSchema = z
  .object({
    id: uuid,
    book_id: uuid,
    kind: z.enum(annotationKinds),
    page: z.int().min(1).describe('For a text: the number of its position'),
    location: place.nullable(),
    text: quoted.nullable(),
    note: note.nullable(),
    color: color.nullable(),
    is_shared: z
      .boolean()
      .describe('Whether everyone who can see the book sees it; always false for bookmarks'),
    created_at: timestamp,
    updated_at: timestamp,
  })
  .meta({ id: 'Annotation' });
export type Annotation = z.infer<typeof annotationSchema>;

export const listedAnnotationSchema = annotationSchema
  .extend({
    book_title: z.string(),
    book_format: z.enum(bookFormats),
    book_missing_since: timestamp.nullable(),
    series_id: uuid,
    series_name: z.string(),
  })
  .meta({ id: 'ListedAnnotation' });
export type ListedAnnotation = z.infer<typeof listedAnnotationSchema>;

export const sharedAnnotationSchema = annotationSchema
  .extend({ username: z.string().describe('Its author') })
  .meta({ id: 'SharedAnnotation' });
export type SharedAnnotation = z.infer<typeof sharedAnnotationSchema>;

const tag = 'Annotations';

export const listAnnotations = endpoint({
  id: 'listAnnotations',
  method: 'GET',
  path: '/annotations',
  access: ['books-read', 'progress-read'],
  tag,
  summary: 'Bookmarks, highlights and notes of the caller',
  description: 'Sorted by `book`, they are grouped by series, in page order.',
  query: listQuery(['created_at', 'updated_at', 'book'], 'created_at,desc', {
    book_id: uuid.optional().describe('Only in this book'),
    series_id: uuid.optional().describe('Only in books of this series'),
    kind: z.enum(annotationKinds).optional().describe('Only of this kind'),
    search: z.string().max(255).optional().describe('Part of the text, the note or the title'),
  }),
  list: listedAnnotationSchema,
});

export const annotationExportFormats = ['markdown', 'json'] as const;
export type ExportFormat = (typeof annotationExportFormats)[number];

export const exportAnnotations = endpoint({
  id: 'exportAnnotations',
  method: 'GET',
  path: '/annotations/export',
  access: ['books-read', 'progress-read'],
  tag,
  summary: 'Exports the annotations of the caller as a file, book by book',
  query: z.object({
    format: z.enum(annotationExportFormats).default('markdown').describe('Default markdown'),
    book_id: uuid.optional().describe('Only of this book'),
  }),
  produces: ['text/markdown', 'application/json'],
});

export const createAnnotationBody = z.object({
  id: putBackId,
  kind: z.enum(annotationKinds),
  page: z.int().min(1).describe('1 to the number of pages'),
  location: place.nullish(),
  text: quoted.nullish(),
  note: note.nullish(),
  color: color.nullish(),
  is_shared: z.boolean().optional().describe('Default false; bookmarks are never shared'),
  created_at: timestamp.optional().describe('When it was created; default: now'),
});
export type CreateAnnotation = z.output<typeof createAnnotationBody>;

export const createAnnotation = endpoint({
  id: 'createAnnotation',
  method: 'POST',
  path: '/books/{id}/annotations',
  access: ['progress-write'],
  tag,
  summary: 'Creates a bookmark, highlight or note',
  description: 'At most 5,000 in a book.',
  params: byId,
  body: createAnnotationBody,
  response: annotationSchema,
  status: 201,
  errors: ['Conflict'],
});

export const listSharedAnnotations = endpoint({
  id: 'listSharedAnnotations',
  method: 'GET',
  path: '/books/{id}/shared-annotations',
  access: ['books-read', 'progress-read'],
  tag,
  summary: 'Highlights and notes in the book that others share',
  params: byId,
  query: listQuery(['page', 'updated_at'], 'page,asc'),
  list: sharedAnnotationSchema,
});

export const getAnnotation = endpoint({
  id: 'getAnnotation',
  method: 'GET',
  path: '/annotations/{id}',
  access: ['progress-read'],
  tag,
  summary: 'Annotation details',
  params: byId,
  response: annotationSchema,
});

export const updateAnnotationBody = createAnnotationBody
  .omit({ id: true, created_at: true })
  .partial();
export type UpdateAnnotation = z.output<typeof updateAnnotationBody>;

export const updateAnnotation = endpoint({
  id: 'updateAnnotation',
  method: 'PUT',
  path: '/annotations/{id}',
  access: ['progress-write'],
  tag,
  summary: 'Updates the fields that are sent',
  params: byId,
  body: updateAnnotationBody,
  response: annotationSchema,
});

export const deleteAnnotation = endpoint({
  id: 'deleteAnnotation',
  method: 'DELETE',
  path: '/annotations/{id}',
  access: ['progress-write'],
  tag,
  summary: 'Deletes the annotation',
  params: byId,
  status: 204,
});

/** In the order of the documentation. */
export const annotationEndpoints = [
  listAnnotations,
  exportAnnotations,
  listSharedAnnotations,
  createAnnotation,
  getAnnotation,
  updateAnnotation,
  deleteAnnotation,
];
