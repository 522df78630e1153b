import { z } from 'zod';

import { timestamp, uuid } from '../schemas.ts';

const weight = z.int().min(1).max(1000);

export const fontSchema = z
  .object({
    id: uuid,
    family: z.string().describe('All faces of a family have this name'),
    weight_min: weight,
    weight_max: weight.describe('Greater than weight_min for a variable font'),
    is_italic: z.boolean(),
    media_type: z.string(),
    file_size: z.int(),
    licence: z.string().nullable().describe('Licence or copyright notice in the font'),
    is_restricted: z.boolean().describe('Its licence forbids embedding it in documents'),
    created_at: timestamp,
  })
  .meta({ id: 'Font' });
export type Font = z.infer<typeof fontSchema>;
