import { z } from 'zod';

import { defaultPageSize, maxPageSize } from './limits.ts';

/** Building blocks that several areas share. */

/** Some clients, such as those in Swift, send the identifiers that they were given in capitals. */
export const uuid = z.uuid().toLowerCase().describe('Record identifier (UUID v7, lower case)');
export const timestamp = z.iso
  .datetime({
    error: ({ code }) =>
      code === 'invalid_format' ? 'Use a time in UTC such as 2026-01-15T10:30:00.000Z' : undefined,
  })
  .max(40)
  .describe('ISO 8601, UTC, milliseconds');
export const calendarDate = z.iso.date().max(10).describe('Date without time');
export const byId = z.object({ id: uuid });

/** The id for a new record that restores a deleted one. */
export const putBackId = uuid
  .optional()
  .describe('For restoring a deleted record; 409 if it is in use');

/** A single-line text: trimmed, non-empty by default, without control characters. */
export const line = (maxLength: number, minLength = 1) =>
  z
    .string()
    .trim()
    .min(minLength)
    .max(maxLength)
    .regex(/^\P{Cc}*$/u, 'Use one line without control characters');

/** Arbitrary client JSON, up to a number of characters. */
export const foreignObject = (maxCharacters: number) =>
  z
    .record(z.string().max(255), z.unknown())
    .refine((value) => JSON.stringify(value).length <= maxCharacters, {
      error: `Longer than ${maxCharacters} characters as JSON`,
    })
    .meta({ maxProperties: Math.floor(maxCharacters / 5) });

/** A boolean in a query: `true` or `false`. */
export const flag = z
  .enum(['true', 'false'])
  .transform((text) => text === 'true')
  .describe('true or false');

export type Direction = 'asc' | 'desc';

export interface Sort<Field extends string = string> {
  field: Field;
  direction: Direction;
}

/** The parsed page, size and sort of a list request. */
export interface PageRequest<Field extends string = string> {
  page: number;
  /** 1 to 500. */
  pageSize: number;
  sort: Sort<Field>;
}

/** The positions of initial letters in a list sorted by name. */
export const lettersSchema = z
  .object({
    letters: z
      .array(z.object({ letter: z.string(), count: z.int() }))
      .describe('First characters of the sort names, in lower case without diacritics'),
  })
  .meta({ id: 'Letters' });
export type Letters = z.infer<typeof lettersSchema>;

/** An integer in a path or query, digits only: rejects `1e3`, `0x10` and ` 1`. */
export const wholeNumber = (min: number, max = Number.MAX_SAFE_INTEGER) =>
  z.preprocess(
    (value: string | number) =>
      typeof value === 'string' && !/^-?\d+$/.test(value) ? Number.NaN : value,
    z.coerce.number<string | number>({ error: 'Expected a whole number' }).int().min(min).max(max),
  );

/** Shared by all list queries, because creating schemas costs startup time. */
const pageNumber = wholeNumber(1).default(1).describe('1-indexed page number');
const anySize = wholeNumber(1).optional();
const olderSize = anySize.describe('Older form of pageSize');
const order = z.enum(['asc', 'desc']).optional().describe('Direction, if sort is only a field');

/**
 * Query schema of a list endpoint: `page`, `pageSize` (or `page_size`), `sort=<field>,<direction>`
 * or `sort=<field>&order=<direction>`, and the endpoint's filters. Without `olderForms`, as for
 * POST lists, `page_size` is unknown. A page size above `maxSize` is clamped; all other invalid
 * values are a 400.
 */
export const listQuery = <const Field extends string, Filters extends z.ZodRawShape>(
  fields: readonly [Field, ...Field[]],
  defaultSort: `${NoInfer<Field>},${Direction}`,
  filters: Filters = {} as Filters,
  { olderForms = true, maxSize = maxPageSize }: { olderForms?: boolean; maxSize?: number } = {},
) => {
  const [defaultField, defaultDirection] = defaultSort.split(',') as [Field, Direction];
  return z
    .object({
      page: pageNumber,
      pageSize: anySize.describe(`Items per page, at most ${maxSize}; default ${defaultPageSize}`),
      ...(olderForms ? { page_size: olderSize } : {}),
      sort: z
        .string()
        .max(100)
        .optional()
        .describe(
          `One of ${fields.join(', ')}, alone or as <field>,<direction>. Default ${defaultSort}`,
        ),
      order,
      ...filters,
    })
    .transform((query, context): PageRequest<Field> & z.output<z.ZodObject<Filters>> => {
      const { page, pageSize, page_size, sort, order, ...rest } = query as unknown as {
        page: number;
        pageSize?: number;
        page_size?: number;
        sort?: string;
        order?: Direction;
      };
      const parts = sort === undefined ? [] : sort.split(',');
      const field = parts[0] ?? defaultField;
      const direction = parts[1] ?? order ?? (sort === undefined ? defaultDirection : 'asc');
      const known = (fields as readonly string[]).includes(field);
      if (!known || parts.length > 2) {
        context.addIssue({
          code: 'custom',
          path: ['sort'],
          message: `Unknown sort field; use one of ${fields.join(', ')}`,
        });
      }
      if (direction !== 'asc' && direction !== 'desc') {
        context.addIssue({
          code: 'custom',
          path: ['sort'],
          message: 'Sort direction is asc or desc',
        });
      }
      return {
        ...(rest as z.output<z.ZodObject<Filters>>),
        page,
        pageSize: Math.min(pageSize ?? page_size ?? defaultPageSize, maxSize),
        sort: { field: field as Field, direction: direction as Direction },
      };
    });
};

export const linkSchema = z.object({ label: z.string(), url: z.string() });
export const authorSchema = z.object({
  name: z.string(),
  role: z.string(),
  sort: z
    .string()
    .optional()
    .describe('The name for sorting, if the source of the metadata has one'),
});
export type Author = z.infer<typeof authorSchema>;
export type WebLink = z.infer<typeof linkSchema>;

/** A path on the server's machine, entered by a user. */
export const pathText = z
  .string()
  .min(1, 'Name a path')
  .max(4096, 'The path has more than 4096 characters');
