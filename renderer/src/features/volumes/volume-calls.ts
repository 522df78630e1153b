import type { QueryClient } from '@tanstack/react-query';
import i18next from 'i18next';

import { undoOrganiseChange } from '../../../../shared/api/organise.ts';
import {
  createVolume,
  dissolveVolume,
  moveToVolume,
  takeOutOfVolumes,
  updateVolume,
  type Volume,
  type VolumeChange,
} from '../../../../shared/api/volumes.ts';
import { api } from '../../api/client.ts';
import { reportFailure } from '../../ui/feedback/notify.ts';
import { offerUndo } from '../../ui/feedback/undo.ts';

const refresh = (client: QueryClient) =>
  Promise.all([['books'], ['series']].map((queryKey) => client.invalidateQueries({ queryKey })));

/** Makes a change of volumes and offers to undo it. Rejects if the server refuses it. */
const change = async (
  client: QueryClient,
  text: string,
  call: () => Promise<VolumeChange>,
): Promise<void> => {
  const { change_id: id } = await call();
  if (id !== null) {
    offerUndo({
      text,
      undo: async () => {
        await api.call(undoOrganiseChange, { params: { id } });
        await refresh(client);
      },
    });
  }
  await refresh(client);
};

/** How a person calls a volume. */
export const volumeName = ({ number, title }: Pick<Volume, 'number' | 'title'>): string =>
  title === null
    ? i18next.t('volumes:name', { number })
    : i18next.t('volumes:titled', { number, title });

/** Where books go: a volume, a new one (null: of the next number), or none. */
export type Destination =
  { volume: Volume } | { number: number | null; title: string | null } | 'loose';

/** Moves books of a series. Rejects if the server refuses it. */
export const moveBooks = (
  client: QueryClient,
  seriesId: string,
  book_ids: string[],
  destination: Destination,
): Promise<void> => {
  const params = { id: seriesId };
  const count = book_ids.length;
  if (destination === 'loose') {
    return change(client, i18next.t('volumes:done.loose', { count }), () =>
      api.call(takeOutOfVolumes, { params, body: { book_ids } }),
    );
  }
  if ('volume' in destination) {
    const name = volumeName(destination.volume);
    return change(client, i18next.t('volumes:done.moved', { count, name }), () =>
      api.call(moveToVolume, {
        params: { ...params, volume_id: destination.volume.id },
        body: { book_ids },
      }),
    );
  }
  const { number, title } = destination;
  const body = { book_ids, title, ...(number !== null && { number }) };
  return change(client, i18next.t('volumes:done.made', { count }), () =>
    api.call(createVolume, { params, body }),
  );
};

const paramsOf = ({ series_id: id, id: volume_id }: Volume) => ({ id, volume_id });

/** Rejects if the server refuses it. */
export const editVolume = (
  client: QueryClient,
  volume: Volume,
  body: { number?: number; title?: string | null; cover_book_id?: string | null },
): Promise<void> =>
  change(client, i18next.t('volumes:done.edited', { name: volumeName(volume) }), () =>
    api.call(updateVolume, { params: paramsOf(volume), body }),
  );

/** Never rejects; errors are shown as a notification. */
export const dissolve = (client: QueryClient, volume: Volume): Promise<void> =>
  change(client, i18next.t('volumes:done.dissolved', { name: volumeName(volume) }), () =>
    api.call(dissolveVolume, { params: paramsOf(volume) }),
  ).catch(reportFailure);
