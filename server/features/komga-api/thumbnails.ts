import type { CoverUpload } from '../../../shared/api/cover-uploads.ts';
import { maxCoverBytes } from '../../../shared/api/covers.ts';
import { AppError, notFound, nullOn } from '../../../shared/errors.ts';
import { conditionsOf } from '../../http/api/conditional-request.ts';
import type { Content } from '../../http/api/content.ts';
import { imageSize } from '../../media/image-size/image-size.ts';
import { createPlaceholderCover } from '../covers/placeholder-cover.ts';
import { accepted } from './admin.ts';
import { coveredKinds, type CoverServices, type CoveredKind } from './covered-kinds.ts';
import { komgaRoute, type KomgaRoute } from './route.ts';

/** Covers, always as JPEG, and the lists of covers: the generated one, and the uploaded ones. */
export const komgaThumbnailRoutes = (services: CoverServices): KomgaRoute[] => {
  const placeholder = createPlaceholderCover();
  return coveredKinds(services).flatMap((kind) => [
    ...reading(kind, placeholder),
    ...changing(kind),
  ]);
};

/** The thumbnail id of an upload. */
const uploadedId = (id: string, upload: string): string => `${id}.${upload}`;

interface Shown {
  id: string;
  idName: string;
  thumbnail: string;
  type: 'GENERATED' | 'USER_UPLOADED';
  selected: boolean;
}

const recordOf = (
  { id, idName, thumbnail, type, selected }: Shown,
  content: Content | null,
): object[] => {
  if (!content || !Buffer.isBuffer(content.body)) return [];
  const { width = 0, height = 0 } = imageSize(content.body) ?? {};
  return [
    {
      id: thumbnail,
      [idName]: id,
      type,
      selected,
      mediaType: content.media_type,
      fileSize: content.body.length,
      width,
      height,
    },
  ];
};

const uploadedRecord = (idName: string, id: string, upload: CoverUpload): object => ({
  ...{ id: uploadedId(id, upload.id), [idName]: id, type: 'USER_UPLOADED' },
  ...{ selected: upload.is_chosen, mediaType: upload.media_type, fileSize: upload.file_size },
  ...{ width: upload.width, height: upload.height },
});

/** The uploaded image of a thumbnail id; null for the generated one. Throws NotFound. */
const uploadOfThumbnail = (id: string, thumbnail: string): string | null => {
  if (thumbnail === id) return null;
  const prefix = uploadedId(id, '');
  if (!thumbnail.startsWith(prefix)) throw notFound('Thumbnail', thumbnail);
  return thumbnail.slice(prefix.length);
};

const reading = (kind: CoveredKind, placeholder: () => Promise<Content>): KomgaRoute[] => {
  const { idName, needs, mustExist, cover, automatic, uploadOf, kept, image } = kind;
  const path = `/api/v1/${kind.name}/:id`;
  return [
    komgaRoute(
      { method: 'GET', path: `${path}/thumbnail`, needs, answers: 'content' },
      async (input) => {
        const { id = '' } = input.params;
        const found = await cover(input.caller, id, conditionsOf(input)).catch(nullOn('NotFound'));
        if (found) return found;
        mustExist(input.caller, id);
        // Web apps would request a missing cover again on every view.
        return placeholder();
      },
    ),
    komgaRoute(
      { method: 'GET', path: `${path}/thumbnails`, needs },
      async ({ caller, params: { id = '' } }) => {
        mustExist(caller, id);
        const upload = uploadOf(id);
        const generated: Shown = {
          ...{ id, idName, thumbnail: id, type: 'GENERATED' },
          selected: upload === null,
        };
        // A chosen page or book is shown as the generated cover.
        const shown = upload === null ? cover(caller, id) : automatic(caller, id);
        return [
          ...recordOf(generated, await shown.catch(nullOn('NotFound'))),
          ...(await kept(id)).map((image) => uploadedRecord(idName, id, image)),
        ];
      },
    ),
    komgaRoute(
      { method: 'GET', path: `${path}/thumbnails/:thumbnail`, needs, answers: 'content' },
      (input) => {
        const { caller } = input;
        const { id = '', thumbnail = '' } = input.params;
        mustExist(caller, id);
        const chosen = uploadOf(id);
        const upload = uploadOfThumbnail(id, thumbnail);
        if (upload !== null && upload !== chosen) return image(id, upload);
        const shown = upload === null && chosen !== null ? automatic : cover;
        return shown(caller, id, conditionsOf(input));
      },
    ),
  ];
};

const changing = (kind: CoveredKind): KomgaRoute[] => {
  const { idName, writes, mustExist, uploadOf, add, choose, remove, reset } = kind;
  const spec = { needs: [writes], admin: true } as const;
  const path = `/api/v1/${kind.name}/:id/thumbnails`;
  return [
    komgaRoute(
      { ...spec, method: 'POST', path, file: 'file', maxFormBytes: maxCoverBytes },
      async ({ caller, params: { id = '' }, query, file }) => {
        mustExist(caller, id);
        const added = await add(id, file);
        const is_chosen = query.flag('selected') !== false;
        if (is_chosen) await choose(id, added.id);
        return uploadedRecord(idName, id, { ...added, is_chosen });
      },
    ),
    komgaRoute(
      { ...spec, method: 'PUT', path: `${path}/:thumbnail/selected` },
      async ({ caller, params: { id = '', thumbnail = '' } }) => {
        mustExist(caller, id);
        const upload = uploadOfThumbnail(id, thumbnail);
        if (upload !== null) await choose(id, upload);
        // Shows the generated one again. A chosen page or book counts as generated.
        else if (uploadOf(id) !== null) reset(id);
        return accepted;
      },
    ),
    komgaRoute(
      { ...spec, method: 'DELETE', path: `${path}/:thumbnail` },
      async ({ caller, params: { id = '', thumbnail = '' } }) => {
        mustExist(caller, id);
        const upload = uploadOfThumbnail(id, thumbnail);
        if (upload === null) {
          throw new AppError('BadRequest', 'Only an uploaded poster can be deleted');
        }
        await remove(id, upload);
        return accepted;
      },
    ),
  ];
};
