import { badField, notFound, hasCode, nullOn } from '../../../shared/errors.ts';
import type {
  OrderedLists,
  EntryOrder,
  ListCover,
  ListEntry,
} from '../../database/ordered-lists.ts';
import type { PageRequest } from '../../../shared/schemas.ts';
import { unconditional, type ClientConditions } from '../../http/api/conditional-request.ts';
import type { Content } from '../../http/api/content.ts';
import type { CoverUploads } from '../../media/cover-uploads.ts';
import { createUploadedCovers, type UploadedCovers } from '../covers/uploaded-covers.ts';
import type { CoversService } from '../covers/service.ts';

/** The covers of collections or reading lists. Every method throws NotFound for an unknown list. */
export interface ListCovers<Item> {
  /**
   * The chosen cover, else those of the first four entries as one, or that of the first entry that
   * has one; throws NotFound if there is none.
   */
  cover(id: string, accept: string | undefined, reader?: ClientConditions): Promise<Content>;
  /** The cover without a choice, whatever was chosen; throws NotFound if there is none. */
  automaticCover(
    id: string,
    accept: string | undefined,
    reader?: ClientConditions,
  ): Promise<Content>;
  /** The name of the uploaded image; null without one. */
  uploadOf(id: string): string | null;
  /** Throws BadRequest for an entry that is not on the list. */
  chooseCover(id: string, memberId: string): Item;
  /** Keeps an image, and shows it. Throws BadRequest for anything but a displayable image. */
  uploadCover(id: string, bytes: Uint8Array): Promise<Item>;
  /** Shows the automatic cover; uploaded images are kept. */
  resetCover(id: string): void;
  uploadedCovers: UploadedCovers;
}

interface ListCoversOptions<Item> {
  store: Pick<OrderedLists<Item>, 'cover' | 'chooseCover' | 'members' | 'entries'>;
  get: (id: string) => Item;
  uploads: Pick<CoverUploads, 'save' | 'list' | 'read' | 'remove'>;
  covers: Pick<CoversService, 'upload' | 'tiles'>;
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
const maxCandidates = 8;
/** Covers that are shown as one. */
const tileCount = 4;

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
      const content = await ofMember(member, accept, reader).catch(nullOn('NotFound'));
      if (content !== null) return content;
    }
    throw notFound(`Cover of ${labels.list.toLowerCase()}`, id);
  };
  /** Only of entries that the person who asks can see. */
  const withoutChoice = async (
    id: string,
    accept: string | undefined,
    reader?: ClientConditions,
  ): Promise<Content> => {
    const members = store.members(id, firstOnes).ids;
    const tiles: { member: string; etag: string }[] = [];
    for (const member of members) {
      if (tiles.length === tileCount) break;
      const known = await ofMember(member, accept, etagOnly).catch(nullOn('NotFound'));
      if (known?.etag !== undefined) tiles.push({ member, etag: known.etag });
    }
    if (tiles.length < tileCount) return firstCover(id, members, accept, reader);
    const read = () => Promise.all(tiles.map(({ member }) => bytesOf(member, accept)));
    const versions = tiles.map(({ etag }) => etag);
    return covers.tiles(id, versions, read, accept, reader).catch((error: unknown) => {
      if (hasCode(error, 'NotFound')) {
        return firstCover(id, members, accept, reader);
      }
      throw error;
    });
  };
  const bytesOf = async (member: string, accept: string | undefined): Promise<Buffer> => {
    const { body } = await ofMember(member, accept);
    if (body instanceof Buffer) return body;
    throw notFound('Cover', member);
  };
  const uploadOf = (id: string): string | null => {
    get(id);
    const choice = store.cover(id);
    return choice !== null && 'upload' in choice ? choice.upload : null;
  };
  const choose = (id: string, choice: ListCover | null): Item => {
    store.chooseCover(id, choice, now());
    announce(choice === null ? 'removed' : 'added', id);
    return get(id);
  };
  const uploadedCovers = createUploadedCovers({
    uploads,
    chosen: uploadOf,
    choose: (id, upload) => choose(id, upload === null ? null : { upload }),
    announce: (id) => announce('removed', id),
  });
  return {
    uploadedCovers,
    async automaticCover(id, accept, reader) {
      get(id);
      return withoutChoice(id, accept, reader);
    },
    uploadOf,
    async cover(id, accept, reader) {
      get(id);
      const choice = store.cover(id);
      if (choice !== null && 'upload' in choice) {
        return covers.upload(id, choice.upload, accept, reader);
      }
      const isThere = choice !== null && store.entries(id).some(isPresent(choice.member_id));
      if (!isThere) return withoutChoice(id, accept, reader);
      const chosen = await ofMember(choice.member_id, accept, reader).catch(nullOn('NotFound'));
      return chosen ?? withoutChoice(id, accept, reader);
    },
    chooseCover(id, memberId) {
      get(id);
      if (!store.entries(id).some((entry) => entry.id === memberId && !entry.isHidden)) {
        throw badField(`body.${field}`, `${labels.member} ${memberId} is not on this list`);
      }
      return choose(id, { member_id: memberId });
    },
    async uploadCover(id, bytes) {
      const { id: upload } = await uploadedCovers.add(id, bytes);
      return choose(id, { upload });
    },
    resetCover(id) {
      get(id);
      choose(id, null);
    },
  };
};

const firstOnes = {
  page: 1,
  pageSize: maxCandidates,
  sort: { field: 'position', direction: 'asc' },
} satisfies PageRequest<EntryOrder>;

/** Asks for the ETag of a cover alone. */
const etagOnly: ClientConditions = { ...unconditional, has: () => true };

const isPresent = (id: string) => (entry: ListEntry) =>
  entry.id === id && !entry.isMissing && !entry.isHidden;
