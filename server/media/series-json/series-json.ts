import { z } from 'zod';

import type { SeriesStatus } from '../../../shared/api/series-record.ts';
import { getOwn } from '../../text/own-property.ts';
import { parseAgeRating } from '../age-ratings.ts';

/** Series metadata from a `series.json` beside the books. Any field can be unknown. */
export interface SeriesSidecar {
  name: string | null;
  publisher: string | null;
  imprint: string | null;
  summary: string | null;
  year: number | null;
  status: SeriesStatus | null;
  age_rating: number | null;
  /** Number of issues in the complete series. */
  total_issues: number | null;
}

export const maxSidecarBytes = 1024 * 1024;

/** An invalid value counts as unknown, without affecting the others. */
const lenient = <Schema extends z.ZodType>(schema: Schema) => schema.nullish().catch(null);
const text = lenient(
  z
    .string()
    .trim()
    .min(1)
    .max(64 * 1024),
);

const fileSchema = z.object({
  metadata: z.object({
    name: text,
    publisher: text,
    imprint: text,
    description_formatted: text,
    description_text: text,
    year: lenient(z.coerce.number().int().min(1000).max(9999)),
    status: text,
    age_rating: text,
    total_issues: lenient(z.coerce.number().int().min(1).max(100_000)),
  }),
});

const statuses: Partial<Record<string, SeriesStatus>> = {
  continuing: 'ongoing',
  ongoing: 'ongoing',
  ended: 'ended',
  completed: 'ended',
  hiatus: 'hiatus',
  cancelled: 'abandoned',
  abandoned: 'abandoned',
};

/**
 * Parses the `series.json` that Mylar writes into a series folder
 * (https://github.com/mylar3/mylar3/wiki/series.json-schema-%28version-1.0.2%29). Returns null if
 * invalid; never throws.
 */
export const parseSeriesJson = (bytes: Buffer): SeriesSidecar | null => {
  if (bytes.length > maxSidecarBytes) return null;
  let value: unknown;
  try {
    value = JSON.parse(bytes.toString('utf8').replace(/^\ufeff/, ''));
  } catch {
    return null;
  }
  const parsed = fileSchema.safeParse(value);
  if (!parsed.success) return null;
  const known = parsed.data.metadata;
  return {
    name: known.name ?? null,
    publisher: known.publisher ?? null,
    imprint: known.imprint ?? null,
    summary: known.description_formatted ?? known.description_text ?? null,
    year: known.year ?? null,
    status: getOwn(statuses, known.status?.toLowerCase() ?? '') ?? null,
    age_rating: parseAgeRating(known.age_rating ?? null),
    total_issues: known.total_issues ?? null,
  };
};
