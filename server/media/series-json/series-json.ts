import { z } from 'zod';

import type { SeriesStatus } from '../../../shared/api/series-record.ts';
import { lookUp } from '../../text/look-up.ts';
import { parseAgeRating } from '../comic-info/values.ts';

/** What a `series.json` beside the books says of their series. Everything may be unknown. */
export interface SeriesSidecar {
  name: string | null;
  publisher: string | null;
  imprint: string | null;
  summary: string | null;
  year: number | null;
  status: SeriesStatus | null;
  age_rating: number | null;
  /** Issues that the complete series has. */
  total_issues: number | null;
}

export const maxSidecarBytes = 1024 * 1024;

/** A value that makes no sense counts as unknown, and the others stay. */
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

/** Ratings of that program which ComicInfo does not know, as minimum age in years. */
const ages: Partial<Record<string, number>> = {
  all: 0,
  '9+': 9,
  '12+': 12,
  '15+': 15,
  '17+': 17,
  adult: 18,
};

/**
 * Reads the `series.json` that Mylar writes into the folder of a series
 * (https://github.com/mylar3/mylar3/wiki/series.json-schema-%28version-1.0.2%29). Null when it is none; never throws.
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
  const rating = known.age_rating ?? null;
  return {
    name: known.name ?? null,
    publisher: known.publisher ?? null,
    imprint: known.imprint ?? null,
    summary: known.description_formatted ?? known.description_text ?? null,
    year: known.year ?? null,
    status: lookUp(statuses, known.status?.toLowerCase() ?? '') ?? null,
    age_rating: lookUp(ages, rating?.toLowerCase() ?? '') ?? parseAgeRating(rating),
    total_issues: known.total_issues ?? null,
  };
};
