import { maxCoverBytes } from '../../../shared/api/covers.ts';
import { AppError, badField, notFound } from '../../../shared/errors.ts';
import { conditionsOf } from '../../http/api/conditional-request.ts';
import type { Content } from '../../http/api/content.ts';
import { imageSize } from '../../media/image-size/image-size.ts';
import { createPlaceholderCover } from '../covers/placeholder-cover.ts';
import type { Caller } from '../../http/api/caller.ts';
import { accepted } from './admin.ts';
import { coveredKinds, type CoverServices, type CoveredKind } from './covered-kinds.ts';
import { komgaRoute, type KomgaRoute } from './route.ts';

/** Covers, always as JPEG, and the lists of covers: the generated one, and an uploaded one. */
export const komgaThumbnailRoutes = (services: CoverServices): KomgaRoute[] => {
  const placeholder = createPlaceholderCover();
  return coveredKinds(services).flatMap((kind) => [
    ...reading(kind, placeholder),
    ...changing(kind),
  ]);
};

/** The thumbnail id of an upload. An upload replaces the previous one, whose id is then unknown. */
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

const uploadedRecord = async (
  { idName, cover }: CoveredKind,
  id: string,
  upload: string,
  caller: Caller,
) => {
  const shown: Shown = {
    ...{ id, idName, thumbnail: uploadedId(id, upload) },
    ...{ type: 'USER_UPLOADED', selected: true },
  };
  return recordOf(shown, await cover(caller, id).catch(nullWhereNone));
};

const reading = (kind: CoveredKind, placeholder: () => Promise<Content>): KomgaRoute[] => {
  const { idName, needs, mustExist, cover, automatic, uploadOf } = kind;
  const path = `/api/v1/${kind.name}/:id`;
  return [
    komgaRoute(
      { method: 'GET', path: `${path}/thumbnail`, needs, answers: 'content' },
      async (input) => {
        const { id = '' } = input.params;
        const found = await cover(input.caller, id, conditionsOf(input)).catch(nullWhereNone);
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
          ...recordOf(generated, await shown.catch(nullWhereNone)),
          ...(upload === null ? [] : await uploadedRecord(kind, id, upload, caller)),
        ];
      },
    ),
    komgaRoute(
      { method: 'GET', path: `${path}/thumbnails/:thumbnail`, needs, answers: 'content' },
      (input) => {
        const { caller } = input;
        const { id = '', thumbnail = '' } = input.params;
        mustExist(caller, id);
        const upload = uploadOf(id);
        if (upload !== null && thumbnail === uploadedId(id, upload)) {
          return cover(caller, id, conditionsOf(input));
        }
        if (thumbnail !== id) throw notFound('Thumbnail', thumbnail);
        return (upload === null ? cover : automatic)(caller, id, conditionsOf(input));
      },
    ),
  ];
};

const changing = (kind: CoveredKind): KomgaRoute[] => {
  const { writes, mustExist, uploadOf, upload, reset } = kind;
  const spec = { needs: [writes], admin: true } as const;
  const path = `/api/v1/${kind.name}/:id/thumbnails`;
  return [
    komgaRoute(
      { ...spec, method: 'POST', path, file: 'file', maxFormBytes: maxCoverBytes },
      async ({ caller, params: { id = '' }, query, file }) => {
        mustExist(caller, id);
        if (query.flag('selected') === false) {
          throw badField('selected', 'Octavo keeps one poster of your own, and shows it');
        }
        await upload(id, file);
        const [record] = await uploadedRecord(kind, id, uploadOf(id) ?? '', caller);
        return record;
      },
    ),
    komgaRoute(
      { ...spec, method: 'PUT', path: `${path}/:thumbnail/selected` },
      async ({ caller, params: { id = '', thumbnail = '' } }) => {
        mustExist(caller, id);
        const current = uploadOf(id);
        const isUpload = current !== null && thumbnail === uploadedId(id, current);
        if (thumbnail !== id && !isUpload) throw notFound('Thumbnail', thumbnail);
        // Shows the generated one again. A chosen page or book counts as generated.
        if (!isUpload && current !== null) await reset(id);
        return accepted;
      },
    ),
    komgaRoute(
      { ...spec, method: 'DELETE', path: `${path}/:thumbnail` },
      async ({ caller, params: { id = '', thumbnail = '' } }) => {
        mustExist(caller, id);
        if (thumbnail === id) {
          throw new AppError('BadRequest', 'Only an uploaded poster can be deleted');
        }
        if (!thumbnail.startsWith(uploadedId(id, ''))) throw notFound('Thumbnail', thumbnail);
        const current = uploadOf(id);
        // A later upload has already replaced any other one.
        if (current !== null && thumbnail === uploadedId(id, current)) await reset(id);
        return accepted;
      },
    ),
  ];
};

const nullWhereNone = (error: unknown): null => {
  if (error instanceof AppError && error.code === 'NotFound') return null;
  throw error;
};
