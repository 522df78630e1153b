import { z } from 'zod';

import { timestamp, uuid } from '../schemas.ts';

export const releaseStates = ['announced', 'dismissed', 'marked_acquired', 'hidden'] as const;
export type ReleaseState = (typeof releaseStates)[number];

export const mediaUrlKinds = ['torrent', 'magnet', 'direct', 'other'] as const;
export type MediaUrlKind = (typeof mediaUrlKinds)[number];

export const releaseSpanSchema = z
  .object({ start: z.number(), end: z.number() })
  .meta({ id: 'ReleaseSpan' });
/** Chapters or volumes from `start` to `end`; one alone has both the same. */
export type ReleaseSpan = z.infer<typeof releaseSpanSchema>;

/** What a release says of itself. */
export const releaseDetails = {
  externalReleaseId: z
    .string()
    .max(512)
    .regex(/^.+:\d+$/)
    .describe('<source_tag>:<number>, unique within the source'),
  payloadUrl: z.url({ protocol: /^https?$/ }).max(4096),
  confidence: z.number().min(0).max(1).describe('0 to 1: how surely it is of this series'),
  observedAt: timestamp,
  releasedAt: timestamp.nullable(),
  chapters: z.array(releaseSpanSchema).nullable(),
  volumes: z.array(releaseSpanSchema).nullable(),
  formatHints: z
    .record(z.string(), z.unknown())
    .describe('Sparse, for example jxl (boolean) and container (string)'),
  groupOrUploader: z.string().max(255).nullable(),
  infoHash: z.string().max(128).nullable(),
  language: z.string().max(35).nullable(),
  mediaUrl: z.string().max(4096).nullable(),
  mediaUrlKind: z.enum(mediaUrlKinds).nullable().describe('Set where mediaUrl is'),
  metadata: z.record(z.string(), z.unknown()),
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
/** An entry of the release ledger; camelCase, alone of all records. */
export type Release = z.infer<typeof releaseSchema>;
