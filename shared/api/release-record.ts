import { z } from 'zod';

import { foreignObject, timestamp, uuid } from '../schemas.ts';

export const releaseStates = ['announced', 'dismissed', 'marked_acquired', 'hidden'] as const;
export type ReleaseState = (typeof releaseStates)[number];

export const mediaUrlKinds = ['torrent', 'magnet', 'direct', 'other'] as const;
export type MediaUrlKind = (typeof mediaUrlKinds)[number];

/** A chapter or volume number. */
const place = z.number().min(-1_000_000).max(1_000_000);
export const releaseSpanSchema = z.object({ start: place, end: place }).meta({ id: 'ReleaseSpan' });
/** A range of chapters or volumes from `start` to `end`, which are equal for a single one. */
export type ReleaseSpan = z.infer<typeof releaseSpanSchema>;

/** `1–3, 5`. */
export const spansText = (spans: readonly ReleaseSpan[]): string =>
  spans.map(({ start, end }) => (start === end ? `${start}` : `${start}–${end}`)).join(', ');

/** Metadata of a release. */
export const releaseDetails = {
  externalReleaseId: z
    .string()
    .max(512)
    .regex(/^.+:\d+$/)
    .describe('<source_tag>:<number> with the tag of the source, unique within it'),
  payloadUrl: z.url({ protocol: /^https?$/ }).max(4096),
  confidence: z
    .number()
    .min(0)
    .max(1)
    .describe('0 to 1: confidence that it belongs to this series'),
  observedAt: timestamp,
  releasedAt: timestamp.nullable(),
  chapters: z.array(releaseSpanSchema).max(1000).nullable(),
  volumes: z.array(releaseSpanSchema).max(1000).nullable(),
  formatHints: foreignObject(4096).describe(
    'Sparse, for example jxl (boolean) and container (string)',
  ),
  groupOrUploader: z.string().max(255).nullable(),
  infoHash: z.string().max(128).nullable(),
  language: z.string().max(35).nullable(),
  mediaUrl: z
    .url({ protocol: /^(https?|magnet)$/ })
    .max(4096)
    .nullable(),
  mediaUrlKind: z.enum(mediaUrlKinds).nullable().describe('Set if mediaUrl is set'),
  metadata: foreignObject(65_536),
};

export const releaseSchema = z
  .object({
    id: uuid,
    seriesId: uuid,
    seriesTitle: z.string(),
    sourceId: uuid,
    state: z.enum(releaseStates),
    createdAt: timestamp,
    ...releaseDetails,
  })
  .meta({ id: 'Release' });
/** An entry of the release ledger; the only record in camelCase. */
export type Release = z.infer<typeof releaseSchema>;
