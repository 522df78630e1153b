import { AppError, badField, notFound } from '../../shared/errors.ts';
import type { OrderedLists, EntryOrder, ListEntry } from '../database/ordered-lists.ts';
import type { PageRequest } from '../../shared/schemas.ts';
import type { ClientConditions } from '../http/api/conditional-request.ts';
import type { Content } from '../http/api/content.ts';
import type { CoverUploads } from '../media/cover-uploads.ts';
import { MediaError } from '../media/media-error.ts';
import type { CoversService } from './covers/service.ts';

/** The covers of collections or read lists. Every method throws NotFound for an unknown list. */
export interface ListCovers<Item> {
  /**
   * The chosen cover, else that of the first entry that has one; throws NotFound if there is none.
   */
  cover(id: string, accept: string | undefined, reader?: ClientConditions): Promise<Content>;
  /** That of the first entry that has one, whatever was chosen; throws NotFound if there is none. */
  automaticCover(
    id: string,
    accept: string | undefined,
    reader?: ClientConditions,
  ): Promise<Content>;
  /** The name of the uploaded image; null without one. */
  uploadOf(id: string): string | null;
  /** Throws BadRequest for an entry that is not on the list. */
  chooseCover(id: string, memberId: string): Promise<Item>;
  /** Throws BadRequest for anything but a displayable image. */
  uploadCover(id: string, bytes: Uint8Array): Promise<Item>;
  resetCover(id: string): Promise<void>;
}

interface ListCoversOptions<Item> {
  store: Pick<OrderedLists<Item>, 'cover' | 'chooseCover' | 'members' | 'entries'>;
  get: (id: string) => Item;
  uploads: Pick<CoverUploads, 'save' | 'remove'>;
  covers: Pick<CoversService, 'upload'>;
  /** The cover of a series or book. */
  ofMember: CoversService['book'];
  /** Called after a cover was chosen or reset. */
  announce: (action: 'added' | 'removed', id: string) => void;
  labels: { list: string; member: string };
  /** The body's field, `series_id`. */
  field: string;
  clock?: () => Date;
}

/** Maximum entries tried for the cover of a list. */
const maxCandidates = 5;

export const createListCovers = <Item>({
  store,
  get,
  uploads,
  covers,
  ofMember,
  announce,
  labels,
  field,
  clock = () => new Date(),
}: ListCoversOptions<Item>): ListCovers<Item> => {
  const now = () => clock().toISOString();
  const firstCover = async (
    id: string,
    members: readonly string[],
    accept: string | undefined,
    reader?: ClientConditions,
  ): Promise<Content> => {
    for (const member of members) {
      const content = await ofMember(member, accept, reader).catch(nullWhereNone);
      if (content !== null) return content;
    }
    throw notFound(`Cover of ${labels.list.toLowerCase()}`, id);
  };
  return {
    async automaticCover(id, accept, reader) {
      get(id);
      return firstCover(id, store.members(id, firstOnes).ids, accept, reader);
    },
    uploadOf(id) {
      get(id);
      const choice = store.cover(id);
      return choice !== null && 'upload' in choice ? choice.upload : null;
    },
    async cover(id, accept, reader) {
      get(id);
      const choice = store.cover(id);
      if (choice !== null && 'upload' in choice) {
        return covers.upload(id, choice.upload, accept, reader);
      }
      const first = store.members(id, firstOnes).ids;
      const isThere = choice !== null && store.entries(id).some(isPresent(choice.member_id));
      return firstCover(id, isThere ? [choice.member_id, ...first] : first, accept, reader);
    },
    async chooseCover(id, memberId) {
      get(id);
      if (!store.entries(id).some((entry) => entry.id === memberId && !entry.isHidden)) {
        throw badField(`body.${field}`, `${labels.member} ${memberId} is not on this list`);
      }
      store.chooseCover(id, { member_id: memberId }, now());
      await uploads.remove(id);
      announce('added', id);
      return get(id);
    },
    async uploadCover(id, bytes) {
      get(id);
      try {
        const upload = await uploads.save(id, Buffer.from(bytes));
        store.chooseCover(id, { upload }, now());
      } catch (error) {
        if (error instanceof MediaError) throw badField('body', error.message);
        throw error;
      }
      announce('added', id);
      return get(id);
    },
    async resetCover(id) {
      get(id);
      store.chooseCover(id, null, now());
      await uploads.remove(id);
      announce('removed', id);
    },
  };
};

const firstOnes = {
  page: 1,
  pageSize: maxCandidates,
  sort: { field: 'position', direction: 'asc' },
} satisfies PageRequest<EntryOrder>;

const isPresent = (id: string) => (entry: ListEntry) =>
  entry.id === id && !entry.isMissing && !entry.isHidden;

const nullWhereNone = (error: unknown): null => {
  if (error instanceof AppError && error.code === 'NotFound') return null;
  throw error;
};
