import { z } from 'zod';

import { conditionSchema } from '../condition-schema.ts';
import { endpoint } from '../endpoint.ts';
import { byId, line, listQuery, putBackId, timestamp, uuid } from '../schemas.ts';
import { coverBytes, coverImage } from './covers.ts';
import type { seriesFilterFields } from './filter-fields.ts';
import { seriesSchema } from './series-record.ts';

/** Maximum collections with a condition. */
export const maxRuleCollections = 100;

/** Fields for a collection's condition: independent of the user, so none about reading progress. */
export const collectionFields = {
  libraryId: 'id',
  genre: 'text',
  tag: 'text',
  status: 'text',
  publisher: 'text',
  language: 'text',
  name: 'text',
  author: 'name',
  ageRating: 'number',
  year: 'number',
  bookCount: 'number',
  format: 'format',
  hasError: 'boolean',
  oneShot: 'boolean',
} as const satisfies Partial<typeof seriesFilterFields>;
export type CollectionField = keyof typeof collectionFields;

/** Sources of a list's cover. */
const listCoverSources = ['automatic', 'member', 'upload'] as const;
export type ListCoverSource = (typeof listCoverSources)[number];
export const listCover = {
  cover_source: z
    .enum(listCoverSources)
    .describe('automatic: the covers of the first four entries, or the first one that has a cover'),
  cover_member_id: uuid.nullable().describe('The entry that was chosen'),
};

export const collectionSchema = z
  .object({
    id: uuid,
    name: z.string(),
    summary: z.string().nullable(),
    ordered: z.boolean().describe('Whether the series are ordered manually; otherwise by name'),
    condition: z
      .record(z.string(), z.unknown())
      .nullable()
      .describe('The condition that its series match; null if they are chosen one by one'),
    series_count: z.int().describe('Of the present series'),
    ...listCover,
    created_at: timestamp,
    updated_at: timestamp,
  })
  .meta({ id: 'Collection' });
export type Collection = z.infer<typeof collectionSchema>;

/** Ids of list members, in order; duplicates are ignored. */
export const memberIds = z.array(uuid).max(10_000);

const fields = z.object({
  name: line(255),
  summary: z.string().max(10_000).nullable(),
  ordered: z.boolean(),
  condition: conditionSchema(collectionFields, 'CollectionCondition')
    .nullable()
    .describe('Its series are those that match; null keeps the current ones as a manual selection'),
});
const createBody = fields
  .partial()
  .required({ name: true })
  .extend({ id: putBackId, series_ids: memberIds.optional() });
const membersBody = z.object({ series_ids: memberIds });

/** Orders of list members; `position` means by name if the list is unordered. */
export const memberSortFields = ['position', 'name', 'date_added', 'release_date'] as const;
export type MemberSort = (typeof memberSortFields)[number];
export const listSortFields = ['name', 'created_at', 'updated_at'] as const;

const tag = 'Collections';

export const listCollections = endpoint({
  id: 'listCollections',
  method: 'GET',
  path: '/collections',
  access: ['collections-read'],
  tag,
  summary: 'Lists the collections',
  query: listQuery(listSortFields, 'name,asc', {
    search: z.string().max(255).optional().describe('Part of the name'),
    library_id: uuid.optional().describe('With a series of this library'),
    series_id: uuid.optional().describe('With this series'),
  }),
  list: collectionSchema,
});

export const createCollection = endpoint({
  id: 'createCollection',
  method: 'POST',
  path: '/collections',
  access: ['collections-write'],
  tag,
  summary: 'Creates a collection',
  description: `Contains the given series, or always those that match a condition. At most ${maxRuleCollections} can have a condition.`,
  body: createBody,
  response: collectionSchema,
  status: 201,
  errors: ['Conflict'],
});

export const getCollection = endpoint({
  id: 'getCollection',
  method: 'GET',
  path: '/collections/{id}',
  access: ['collections-read'],
  tag,
  summary: 'Collection details',
  params: byId,
  response: collectionSchema,
});

export const updateCollection = endpoint({
  id: 'updateCollection',
  method: 'PUT',
  path: '/collections/{id}',
  access: ['collections-write'],
  tag,
  summary: 'Updates the fields that are sent',
  params: byId,
  body: fields.partial(),
  response: collectionSchema,
  errors: ['Conflict'],
});

export const deleteCollection = endpoint({
  id: 'deleteCollection',
  method: 'DELETE',
  path: '/collections/{id}',
  access: ['collections-delete'],
  tag,
  summary: 'Deletes the collection, not its series',
  params: byId,
  status: 204,
});

export const getCollectionThumbnail = endpoint({
  id: 'getCollectionThumbnail',
  method: 'GET',
  path: '/collections/{id}/thumbnail',
  access: ['collections-read'],
  tag,
  summary: 'The chosen cover, or that of the first series, at most 400 px wide',
  params: byId,
  produces: ['image/webp', 'image/jpeg'],
});

export const chooseCollectionCover = endpoint({
  id: 'chooseCollectionCover',
  method: 'PUT',
  path: '/collections/{id}/cover',
  access: ['collections-write'],
  tag,
  summary: 'Uses the cover of one of its series',
  params: byId,
  body: z.object({ series_id: uuid }),
  response: collectionSchema,
});

export const uploadCollectionCover = endpoint({
  id: 'uploadCollectionCover',
  method: 'POST',
  path: '/collections/{id}/cover',
  access: ['collections-write'],
  tag,
  summary: 'Uploads a cover',
  params: byId,
  bodyType: 'image/*',
  ...coverImage,
  body: coverBytes,
  response: collectionSchema,
  errors: ['Conflict'],
});

export const resetCollectionCover = endpoint({
  id: 'resetCollectionCover',
  method: 'DELETE',
  path: '/collections/{id}/cover',
  access: ['collections-write'],
  tag,
  summary: 'Resets the cover to that of the first series',
  params: byId,
  status: 204,
});

export const listSeriesOfCollection = endpoint({
  id: 'listSeriesOfCollection',
  method: 'GET',
  path: '/collections/{id}/series',
  access: ['collections-read', 'series-read'],
  tag,
  summary: 'The series of the collection, in its order',
  description: 'Missing series keep their position but are not listed.',
  params: byId,
  query: listQuery(memberSortFields, 'position,asc'),
  list: seriesSchema,
});

export const addToCollection = endpoint({
  id: 'addToCollection',
  method: 'POST',
  path: '/collections/{id}/series',
  access: ['collections-write'],
  tag,
  summary: 'Adds series at the end',
  description:
    'Series that are already in it keep their position. Not for a collection with a condition.',
  params: byId,
  body: membersBody,
  response: collectionSchema,
});

export const arrangeCollection = endpoint({
  id: 'arrangeCollection',
  method: 'PUT',
  path: '/collections/{id}/series',
  access: ['collections-write'],
  tag,
  summary: 'Replaces the series of the collection and their order',
  description: 'Missing series stay without being listed.',
  params: byId,
  body: membersBody,
  response: collectionSchema,
});

export const removeFromCollection = endpoint({
  id: 'removeFromCollection',
  method: 'DELETE',
  path: '/collections/{id}/series/{series_id}',
  access: ['collections-write'],
  tag,
  summary: 'Removes a series from the collection',
  description: 'Not for a collection with a condition.',
  params: z.object({ id: uuid, series_id: uuid }),
  status: 204,
  errors: ['BadRequest'],
});
