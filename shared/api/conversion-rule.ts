import { z } from 'zod';

export const conversionPageFormats = ['webp', 'avif'] as const;

export const conversionPagesSchema = z
  .object({ format: z.enum(conversionPageFormats), quality: z.int().min(1).max(100) })
  .describe('The format to which pages are recompressed if that makes them smaller');

export const conversionRuleSchema = z
  .object({
    pack: z.boolean().describe('RAR, 7z and TAR archives and folders of images become CBZ'),
    rename: z.boolean().describe('Files get the extension that matches their content'),
    pages: conversionPagesSchema
      .extend({
        least_gain: z.int().min(1).max(90).describe('Minimum saving, in percent of the file size'),
      })
      .nullable()
      .describe('Null: pages stay as they are'),
    is_automatic: z
      .boolean()
      .describe('true: new files are converted at once; false: a plan waits for a person'),
  })
  .meta({ id: 'ConversionRule' });
export type ConversionRule = z.infer<typeof conversionRuleSchema>;
