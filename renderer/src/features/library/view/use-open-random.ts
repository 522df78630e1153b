import { useNavigate } from '@tanstack/react-router';

import { reportFailure } from '../../../ui/feedback/notify.ts';
import type { RecordsView } from './library-view.ts';

/** Returns a function that opens the page of a record that it finds; an empty list opens none. */
export const useOpenRandom = (
  kind: RecordsView['kind'],
): ((find: () => Promise<{ id: string } | undefined>) => Promise<void>) => {
  const navigate = useNavigate();
  return async (find) => {
    try {
      const found = await find();
      if (found === undefined) return;
      await (kind === 'series'
        ? navigate({ to: '/series/$seriesId', params: { seriesId: found.id } })
        : navigate({ to: '/book/$bookId', params: { bookId: found.id } }));
    } catch (error) {
      reportFailure(error);
    }
  };
};
