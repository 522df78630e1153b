import type { QueryClient } from '@tanstack/react-query';
import i18next from 'i18next';

import type { Font } from '../../../../shared/api/font-record.ts';
import { addFont, deleteFont, getFontFile } from '../../../../shared/api/fonts.ts';
import { serverUrl } from '../../api/base-path.ts';
import { api } from '../../api/client.ts';
import { fontsKey } from '../../readers/settings/fonts-query.ts';
import { reportFailure } from '../../ui/feedback/notify.ts';
import { offerUndo } from '../../ui/feedback/undo.ts';

const refetch = (client: QueryClient) => client.invalidateQueries({ queryKey: fontsKey });

const namesOf = (fonts: readonly Font[]): string =>
  [...new Set(fonts.map(({ family }) => family))].join(', ');

/** Adds fonts one by one and offers undo. Reports those that the server refuses. */
export const addFonts = async (client: QueryClient, files: readonly File[]): Promise<void> => {
  const added: Font[] = [];
  for (const file of files) {
    try {
      added.push(await api.call(addFont, { body: file }));
    } catch (error) {
      reportFailure(error);
    }
  }
  if (added.length === 0) return;
  await refetch(client);
  const names = namesOf(added);
  offerUndo({
    text: i18next.t('profiles:fonts.added', { count: added.length, names }),
    undo: async () => {
      for (const { id } of added) await api.call(deleteFont, { params: { id } });
      await refetch(client);
    },
  });
};

/** Deletes the faces of a family; undo adds their files again. */
export const deleteFamily = async (
  client: QueryClient,
  family: string,
  faces: readonly Font[],
): Promise<void> => {
  try {
    const files = await Promise.all(
      faces.map(async ({ id }) => {
        const response = await fetch(serverUrl(getFontFile, { params: { id } }));
        if (!response.ok) throw new Error(`The font ${id} cannot be read`);
        return response.blob();
      }),
    );
    for (const { id } of faces) await api.call(deleteFont, { params: { id } });
    await refetch(client);
    offerUndo({
      text: i18next.t('profiles:fonts.deleted', { name: family }),
      undo: async () => {
        for (const file of files) await api.call(addFont, { body: file });
        await refetch(client);
      },
    });
  } catch (error) {
    reportFailure(error);
  }
};
