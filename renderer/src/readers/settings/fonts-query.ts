import { queryOptions } from '@tanstack/react-query';

import { listFonts } from '../../../../shared/api/fonts.ts';
import { api } from '../../api/client.ts';

export const fontsKey = ['fonts'] as const;

/** The fonts that the household added. */
export const fontsQuery = () =>
  queryOptions({
    queryKey: fontsKey,
    queryFn: async ({ signal }) => (await api.call(listFonts, { signal })).fonts,
  });
