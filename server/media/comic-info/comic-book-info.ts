import { z } from 'zod';

import { type EmbeddedMetadata, emptyMetadata } from '../metadata.ts';
import { getOwn } from '../../text/own-property.ts';
import { parseDate, parseNumber } from './values.ts';

const text = z.string().trim().min(1).nullable().catch(null).default(null);
/** Programs write numbers as text, too. */
const number = z
  .union([z.number().min(0), z.string().transform(parseNumber)])
  .nullable()
  .catch(null)
  .default(null);

const commentSchema = z.object({
  'ComicBookInfo/1.0': z.object({
    series: text,
    title: text,
    publisher: text,
    publicationMonth: number,
    publicationYear: number,
    issue: number,
    numberOfIssues: number,
    volume: number,
    genre: text,
    comments: text,
    credits: z
      .array(z.object({ person: z.string(), role: z.string() }))
      .catch([])
      .default([]),
    tags: z.array(text).catch([]).default([]),
  }),
});

/** "Moore, Alan" is Alan Moore. */
const personName = (person: string): string => {
  const [family = '', given, ...others] = person.split(',').map((part) => part.trim());
  return given === undefined || others.length > 0 ? person.trim() : `${given} ${family}`.trim();
};

const roles: Readonly<Record<string, string>> = { colorer: 'colorist', 'cover artist': 'cover' };

/**
 * Parses ComicBookInfo, which ComicBookLover and others write as the comment of a ZIP archive. Returns
 * null for any other comment; never throws.
 */
export const parseComicBookInfo = (comment: Buffer): EmbeddedMetadata | null => {
  if (!comment.includes('ComicBookInfo/1.0')) return null;
  try {
    const info = commentSchema.parse(JSON.parse(comment.toString('utf8')))['ComicBookInfo/1.0'];
    return {
      ...emptyMetadata,
      title: info.title,
      series: info.series,
      number: info.issue,
      volume: info.volume,
      count: info.numberOfIssues,
      publisher: info.publisher,
      release_date: parseDate(info.publicationYear, info.publicationMonth, null),
      summary: info.comments,
      genres: info.genre === null ? [] : [info.genre],
      tags: info.tags.flatMap((tag) => tag ?? []),
      authors: info.credits.flatMap(({ person, role }) => {
        const [name, key] = [personName(person), role.trim().toLowerCase()];
        return name === '' || key === '' ? [] : { name, role: getOwn(roles, key) ?? key };
      }),
    };
  } catch {
    return null;
  }
};
