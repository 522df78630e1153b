import { queryOptions } from '@tanstack/react-query';

import { coverUploads, type CoverSubject } from '../../../../shared/api/cover-uploads.ts';
import { serverUrl } from '../../api/base-path.ts';
import { api } from '../../api/client.ts';
import { reportFailure } from '../../ui/feedback/notify.ts';

export const allCoverUploads = [['cover-uploads']] as const;

/** The images uploaded as the cover of a record, the oldest first. */
export const uploadedCoversQuery = (subject: CoverSubject, id: string) =>
  queryOptions({
    queryKey: ['cover-uploads', subject, id],
    queryFn: async ({ signal }) =>
      (await api.call(coverUploads[subject].list, { params: { id }, signal })).uploads,
  });

export const chooseUploadedCover = (
  subject: CoverSubject,
  id: string,
  upload_id: string,
): Promise<unknown> => api.call(coverUploads[subject].choose, { params: { id, upload_id } });

/** Deletes an image; returns a function that restores it. */
export const removeUploadedCover = async (
  subject: CoverSubject,
  id: string,
  upload_id: string,
  is_chosen: boolean,
): Promise<() => Promise<unknown>> => {
  const { image, add, remove } = coverUploads[subject];
  const response = await fetch(serverUrl(image, { params: { id, upload_id } }));
  const body = new Uint8Array(await response.arrayBuffer());
  await api.call(remove, { params: { id, upload_id } });
  return async () => {
    const restored = await api.call(add, { params: { id }, body });
    if (is_chosen) await chooseUploadedCover(subject, id, restored.id);
  };
};

/**
 * Uploads images and makes the last one the cover through `choose`. Reports what cannot be uploaded; those
 * before stay.
 */
export const uploadCovers = async (
  subject: CoverSubject,
  id: string,
  images: readonly File[],
  choose: (uploadId: string) => Promise<void>,
): Promise<void> => {
  let last: string | null = null;
  try {
    for (const image of images) {
      const body = new Uint8Array(await image.arrayBuffer());
      last = (await api.call(coverUploads[subject].add, { params: { id }, body })).id;
    }
  } catch (error) {
    reportFailure(error);
  }
  if (last !== null) await choose(last);
};
