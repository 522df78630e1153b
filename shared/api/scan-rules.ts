import { z } from 'zod';

import { line, uuid } from '../schemas.ts';
import { type BookFormat, bookFormats, ebookFormats } from './book-record.ts';

/** Where a scan finds metadata; each can be ignored for a library. */
export const metadataSources = ['comic_info', 'epub', 'pdf', 'file_name', 'sidecar'] as const;
export type MetadataSource = (typeof metadataSources)[number];

export const seriesCovers = ['folder', 'first', 'first_unread'] as const;
export type SeriesCover = (typeof seriesCovers)[number];

/** Part of a name; spaces at its ends count. */
const part = z
  .string()
  .min(1)
  .max(100)
  .regex(/^\P{Cc}*$/u, 'Use one line without control characters');

export const titleRuleSchema = z
  .discriminatedUnion('kind', [
    z.object({ kind: z.literal('brackets') }),
    z.object({ kind: z.literal('separators') }),
    z.object({ kind: z.literal('prefix'), text: part }),
    z.object({ kind: z.literal('suffix'), text: part }),
    z.object({
      kind: z.literal('replace'),
      find: part.describe('`*` is any text, as short as possible; `?` is one character'),
      replace: z.union([z.literal(''), part]),
    }),
  ])
  .meta({ id: 'TitleRule' });
export type TitleRule = z.infer<typeof titleRuleSchema>;

export const maxTitleRules = 20;

/** Uses of a custom column of calibre. */
export const columnTargets = ['tags', 'genres', 'labels', 'age_rating', 'read', 'summary'] as const;
export type ColumnTarget = (typeof columnTargets)[number];
const maxColumns = 200;

const fileFormats = [
  ...ebookFormats,
  'pdf',
  'cbz',
  'cbr',
  'cb7',
  'cbt',
] as const satisfies BookFormat[];

export const scanRulesSchema = z
  .object({
    file_types: z
      .array(z.enum(bookFormats))
      .min(1)
      .max(bookFormats.length)
      .describe('Formats that the library takes, judged by file names'),
    one_shot_folder: line(255)
      .regex(/^[^\\/]+$/, 'Name a folder without a path')
      .nullable()
      .describe('Each book below a folder of this name is a series of its own'),
    metadata_sources: z
      .object({
        comic_info: z.boolean(),
        epub: z.boolean(),
        pdf: z.boolean(),
        file_name: z.boolean(),
        sidecar: z.boolean(),
      } satisfies Record<MetadataSource, z.ZodBoolean>)
      .describe('Which metadata a scan uses'),
    series_cover: z
      .enum(seriesCovers)
      .describe(
        'Cover of a series: the picture in its folder if there is one, its first book, or the person’s first unread book',
      ),
    calibre: z
      .boolean()
      .describe(
        'The folder is a calibre library: its database takes precedence and groups the books',
      ),
    calibre_formats: z
      .array(z.enum(fileFormats))
      .max(fileFormats.length)
      .describe('Order of preference for the format in which a book of calibre is read'),
    calibre_columns: z
      .record(
        z.string().regex(/^[\p{L}\p{N}_]{1,100}$/u, 'Name the column without #'),
        z.enum(columnTargets),
      )
      .refine((columns) => Object.keys(columns).length <= maxColumns, {
        error: `Choose at most ${maxColumns} columns`,
      })
      .meta({ maxProperties: maxColumns })
      .describe('Meaning of calibre’s custom columns by lookup name; others are ignored'),
    calibre_reader: uuid
      .nullable()
      .describe('The person whose progress the columns `read` set; null: nobody'),
    title_rules: z
      .array(titleRuleSchema)
      .max(maxTitleRules)
      .describe('Applied in order to names that come from files and folders'),
  })
  .meta({ id: 'ScanRules' });
export type ScanRules = z.infer<typeof scanRulesSchema>;

/** The same for a request: what is absent stays as it is. */
export const scanRulesChanges = z.object({
  ...scanRulesSchema.partial().shape,
  metadata_sources: scanRulesSchema.shape.metadata_sources.partial().optional(),
});
export type ScanRulesChanges = z.infer<typeof scanRulesChanges>;

export const defaultScanRules: ScanRules = {
  file_types: [...bookFormats],
  one_shot_folder: null,
  metadata_sources: { comic_info: true, epub: true, pdf: true, file_name: true, sidecar: true },
  series_cover: 'folder',
  calibre: false,
  calibre_formats: [...fileFormats],
  calibre_columns: {},
  calibre_reader: null,
  title_rules: [],
};

/** Rules with changes. */
export const mergeScanRules = (
  before: ScanRules,
  { metadata_sources, ...changes }: ScanRulesChanges = {},
): ScanRules => ({
  ...before,
  ...(Object.fromEntries(
    Object.entries(changes).filter(([, value]) => value !== undefined),
  ) as Partial<ScanRules>),
  metadata_sources: {
    ...before.metadata_sources,
    ...(Object.fromEntries(
      Object.entries(metadata_sources ?? {}).filter(([, value]) => value !== undefined),
    ) as Partial<ScanRules['metadata_sources']>),
  },
});
