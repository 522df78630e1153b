import { queryOptions } from '@tanstack/react-query';
import { z } from 'zod';

import { fontSchema } from '../../../../shared/api/font-record.ts';
import { listFonts } from '../../../../shared/api/fonts.ts';
import { endpointUrl } from '../../../../shared/client.ts';
import { api } from '../../api/client.ts';
import { readStoredJson } from '../../offline/book-store.ts';

export const fontsKey = ['fonts'] as const;

const path = endpointUrl(listFonts);

/** The fonts that the household added; without the server, those kept with the downloads. */
export const fontsQuery = () =>
  queryOptions({
    queryKey: fontsKey,
    queryFn: async ({ signal }) => {
      try {
        return (await api.call(listFonts, { signal })).fonts;
      } catch (error) {
        const stored = z
          .object({ fonts: z.array(fontSchema) })
          .safeParse(await readStoredJson(path));
        if (!stored.success) throw error;
        return stored.data.fonts;
      }
    },
  });
