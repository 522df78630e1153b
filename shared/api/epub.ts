import { z } from 'zod';

import { endpoint } from '../endpoint.ts';
import { byId, uuid } from '../schemas.ts';

// Names and structure follow the Readium Web Publication Manifest: unknown values are omitted.

export const publicationLinkSchema = z
  .object({
    href: z.string().describe('Path on this server, percent-encoded; can have a fragment'),
    type: z.string().optional(),
    title: z.string().optional(),
    rel: z.string().optional(),
    width: z.int().optional(),
    height: z.int().optional(),
    properties: z
      .object({
        page: z.enum(['left', 'right', 'center']).optional().describe('Side of a spread'),
        layout: z.enum(['reflowable', 'fixed']).optional(),
        spread: z.enum(['none', 'auto', 'landscape', 'both']).optional(),
        characters: z.int().optional().describe('Length of the text'),
        numberOfPositions: z.int().optional().describe('Pages that it counts for'),
      })
      .optional(),
    get children() {
      return z.array(publicationLinkSchema).optional();
    },
  })
  .meta({ id: 'PublicationLink' });
export type PublicationLink = z.infer<typeof publicationLinkSchema>;

const contributors = z.array(z.object({ name: z.string() })).optional();

export const publicationManifestSchema = z
  .object({
    '@context': z.literal('https://readium.org/webpub-manifest/context.jsonld'),
    metadata: z.object({
      '@type': z.string(),
      conformsTo: z.string().describe('Profile: EPUB, Divina (images in order) or PDF'),
      identifier: z.string(),
      title: z.string(),
      sortAs: z.string(),
      author: contributors,
      translator: contributors,
      editor: contributors,
      penciler: contributors,
      inker: contributors,
      colorist: contributors,
      letterer: contributors,
      narrator: contributors,
      contributor: contributors,
      publisher: z.string().optional(),
      language: z.string().optional(),
      published: z.string().optional(),
      description: z.string().optional(),
      subject: z.array(z.string()).optional(),
      belongsTo: z
        .object({ series: z.object({ name: z.string(), position: z.number().optional() }) })
        .optional(),
      readingProgression: z.enum(['ltr', 'rtl', 'ttb', 'auto']),
      numberOfPages: z.int(),
      layout: z.enum(['reflowable', 'fixed', 'scrolled']),
      accessibility: z
        .object({ accessMode: z.array(z.enum(['textual', 'visual'])) })
        .optional()
        .describe('For a PDF: `textual` if most of its pages have text'),
      presentation: z
        .object({
          layout: z.enum(['reflowable', 'fixed']),
          spread: z.enum(['none', 'auto', 'landscape', 'both']).optional(),
          orientation: z.enum(['auto', 'landscape', 'portrait']).optional(),
        })
        .optional(),
    }),
    links: z.array(publicationLinkSchema),
    readingOrder: z.array(publicationLinkSchema),
    resources: z.array(publicationLinkSchema),
    toc: z.array(publicationLinkSchema),
    pageList: z.array(publicationLinkSchema),
    landmarks: z.array(publicationLinkSchema),
  })
  .meta({ id: 'PublicationManifest' });
export type PublicationManifest = z.infer<typeof publicationManifestSchema>;

export const positionListSchema = z
  .object({
    total: z.int(),
    positions: z.array(
      z.object({
        href: z.string(),
        type: z.string(),
        title: z.string().optional(),
        locations: z.object({
          position: z.int().describe('1-indexed: the page of progress'),
          progression: z.number().describe('Where it begins in its part, 0 to 1'),
          totalProgression: z.number().describe('Where it begins in the book, 0 to 1'),
        }),
      }),
    ),
  })
  .meta({ id: 'PositionList' });
export type PositionList = z.infer<typeof positionListSchema>;

const tag = 'Reading';
export const manifestType = 'application/webpub+json';
export const positionsType = 'application/vnd.readium.position-list+json';

export const getManifest = endpoint({
  id: 'getManifest',
  method: 'GET',
  path: '/books/{id}/manifest',
  access: ['books-read', 'pages-read'],
  tag,
  summary: 'The manifest that a reader needs to open the book',
  description:
    'A Readium Web Publication Manifest: reading order, contents, page list and resources. The reading order of a book of images is its page images, that of a PDF the file.',
  params: byId,
  response: publicationManifestSchema,
  responseType: manifestType,
  errors: ['NotFound', 'UnprocessableContent'],
});

export const getPositions = endpoint({
  id: 'getPositions',
  method: 'GET',
  path: '/books/{id}/positions',
  access: ['books-read', 'pages-read'],
  tag,
  summary: 'The positions of the book, one for each page of progress',
  description: 'A Readium position list: for texts, one position for every 1,024 characters.',
  params: byId,
  response: positionListSchema,
  responseType: positionsType,
  errors: ['NotFound', 'UnprocessableContent'],
});

export const getResource = endpoint({
  id: 'getResource',
  method: 'GET',
  path: '/books/{id}/resources/{+path}',
  access: ['books-read', 'pages-read'],
  tag,
  summary: 'A file of an EPUB',
  description:
    'Only resources in its manifest. Texts and drawings are sanitized and sent with a policy that forbids scripts.',
  params: z.object({
    id: uuid,
    path: z.string().min(1).max(4096).describe('Path in the EPUB, each part percent-encoded'),
  }),
  produces: [
    'application/xhtml+xml',
    'image/svg+xml',
    'image/*',
    'text/css',
    'font/*',
    'audio/*',
    'video/*',
  ],
  errors: ['NotFound', 'UnprocessableContent'],
});

export const maxFound = 500;

export const bookSearchSchema = z
  .object({
    is_complete: z.boolean().describe('False if there are more results'),
    results: z.array(
      z.object({
        href: z.string(),
        type: z.string(),
        title: z.string().optional(),
        locations: z.object({
          position: z.int().describe('1-indexed: the page of progress'),
          progression: z.number().describe('In its part, 0 to 1'),
          totalProgression: z.number().describe('In the book, 0 to 1'),
        }),
        text: z.object({ before: z.string(), highlight: z.string(), after: z.string() }),
      }),
    ),
  })
  .meta({ id: 'BookSearch' });
export type BookSearch = z.infer<typeof bookSearchSchema>;

export const searchBook = endpoint({
  id: 'searchBook',
  method: 'GET',
  path: '/books/{id}/search',
  access: ['books-read', 'pages-read'],
  tag,
  summary: 'Finds words in the text of an EPUB',
  description:
    'Readium locators in reading order; ignores case, diacritics and whitespace. A book without text has no results.',
  params: byId,
  query: z.object({
    q: z.string().trim().min(2).max(100).describe('What to find'),
    limit: z.coerce
      .number<string | number>()
      .int()
      .min(1)
      .max(maxFound)
      .default(200)
      .describe(`Maximum number of results; default 200, at most ${maxFound}`),
  }),
  response: bookSearchSchema,
  errors: ['NotFound', 'UnprocessableContent'],
});
