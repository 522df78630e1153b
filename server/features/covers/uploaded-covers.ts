import {
  coverUploads,
  maxCoverUploadBytes,
  type CoverSubject,
  type CoverUpload,
} from '../../../shared/api/cover-uploads.ts';
import { maxCoverUploads } from '../../../shared/api/covers.ts';
import { AppError, badField, notFound } from '../../../shared/errors.ts';
import type { Content } from '../../http/api/content.ts';
import { Reply, route, type Route } from '../../http/api/route.ts';
import type { CoverUploads } from '../../media/cover-uploads.ts';
import { MediaError } from '../../media/media-error.ts';

/**
 * Uploaded images of one kind of record. All are kept, and one of them can be the cover. Every method throws
 * NotFound for an unknown image and for a record that the requester cannot see.
 */
export interface UploadedCovers {
  /** Lists the images, oldest first. */
  list(id: string): Promise<CoverUpload[]>;
  image(id: string, upload: string): Promise<Content>;
  /** Throws BadRequest for anything but a displayable image, and Conflict beyond the limit. */
  add(id: string, bytes: Uint8Array): Promise<CoverUpload>;
  choose(id: string, upload: string): Promise<void>;
  /** Deletes an image. If it was the cover, the automatic cover replaces it. */
  remove(id: string, upload: string): Promise<void>;
}

interface UploadedCoversOptions {
  uploads: Pick<CoverUploads, 'save' | 'list' | 'read' | 'remove'>;
  /** Id of the image that is the cover, or null. Throws NotFound. */
  chosen: (id: string) => string | null;
  /** Sets the cover; null restores the automatic one. */
  choose: (id: string, upload: string | null) => unknown;
  /** Called after the deletion of an image that was not the cover. */
  announce: (id: string) => void;
}

const bounds = { count: maxCoverUploads, bytes: maxCoverUploadBytes };

export const createUploadedCovers = ({
  uploads,
  chosen,
  choose,
  announce,
}: UploadedCoversOptions): UploadedCovers => {
  const mustExist = async (id: string, upload: string) => {
    const images = await uploads.list(id);
    if (!images.some(({ name }) => name === upload)) throw notFound('Image', upload);
  };
  const list: UploadedCovers['list'] = async (id) => {
    const cover = chosen(id);
    const images = await uploads.list(id);
    return images.map(({ name, width, height, size }) => ({
      ...{ id: name, media_type: 'image/webp', width, height, file_size: size },
      is_chosen: name === cover,
    }));
  };
  return {
    list,
    async image(id, upload) {
      chosen(id);
      await mustExist(id, upload);
      return {
        media_type: 'image/webp',
        etag: upload,
        body: await uploads.read(id, upload),
        cache_control: 'private, max-age=31536000, immutable',
      };
    },
    async add(id, bytes) {
      chosen(id);
      try {
        const upload = await uploads.save(id, Buffer.from(bytes), bounds);
        const added = (await list(id)).find((image) => image.id === upload);
        if (added) return added;
      } catch (error) {
        if (error instanceof MediaError) throw badField('body', error.message);
        throw error;
      }
      throw new AppError('Conflict', 'No more images can be kept here. Delete one first.');
    },
    async choose(id, upload) {
      chosen(id);
      await mustExist(id, upload);
      await choose(id, upload);
    },
    async remove(id, upload) {
      const isCover = chosen(id) === upload;
      await mustExist(id, upload);
      if (isCover) await choose(id, null);
      await uploads.remove(id, upload);
      if (!isCover) announce(id);
    },
  };
};

export const uploadedCoversRoutes = (
  services: Readonly<Record<CoverSubject, UploadedCovers>>,
): Route[] =>
  (Object.keys(services) as CoverSubject[]).flatMap((subject) => {
    const { list, add, image, choose, remove } = coverUploads[subject];
    const covers = services[subject];
    return [
      route(list, async ({ params }) => ({ uploads: await covers.list(params.id) })),
      route(add, async ({ params, body }) => {
        const added = await covers.add(params.id, body);
        const Location = `/api/v1${add.path.replace('{id}', params.id)}/${added.id}`;
        return new Reply(added, { Location });
      }),
      route(image, ({ params }) => covers.image(params.id, params.upload_id)),
      route(choose, ({ params }) => covers.choose(params.id, params.upload_id)),
      route(remove, ({ params }) => covers.remove(params.id, params.upload_id)),
    ];
  });
