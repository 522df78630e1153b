import type { Access } from '../../../shared/endpoint.ts';
import type { PageRequest } from '../../../shared/schemas.ts';
import type { Caller } from '../../http/api/caller.ts';
import type { Facet, FacetSort } from '../../../shared/api/facets.ts';
import type { Permission } from '../../../shared/permissions.ts';
import type { MaybeListPage } from '../../database/json.ts';
import type { BooksService } from '../books/service.ts';
import type { CreatorsService } from '../creators/service.ts';
import type { CollectionsService } from '../collections/service.ts';
import type { LibrariesService } from '../libraries/service.ts';
import type { ReadListsService } from '../read-lists/service.ts';
import type { SeriesService } from '../series/service.ts';
import type { FeedKind, OpdsFeed } from './feed.ts';
import type { FeedQuery } from './feed-query.ts';

export type VersionName = 'v1.2' | 'v2';

/** A feed, registered below the root of each version. */
export interface FeedSource {
  path: string;
  /** Further paths of the same feed: Komga's names for it. */
  aliases?: readonly string[];
  /** Set if only this version has the feed. */
  only?: VersionName;
  needs: Exclude<Access, 'public'>;
  load(
    caller: Caller,
    query: FeedQuery,
    params: Readonly<Record<string, string>>,
  ): OpdsFeed | Promise<OpdsFeed>;
}

/** Services used by the feeds. */
export interface ShelfServices {
  books: Pick<BooksService, 'get' | 'list' | 'find' | 'ofSeries' | 'inProgress' | 'onDeck'>;
  series: Pick<SeriesService, 'get' | 'list' | 'find'>;
  libraries: Pick<LibrariesService, 'list' | 'get'>;
  collections: Pick<CollectionsService, 'list' | 'get' | 'series'>;
  readLists: Pick<ReadListsService, 'list' | 'get' | 'books'>;
  creators: Pick<CreatorsService, 'list' | 'get' | 'books'>;
  /** Publishers of all series, with the number of series of each. */
  publishers: (
    query: PageRequest<FacetSort> & { library_id: string | undefined },
  ) => MaybeListPage<Facet>;
}

export interface FeedLabel {
  path: string;
  title: string;
  summary: string;
}

/** A feed linked from the root. All but the list of libraries can be restricted to one library. */
export interface RootFeed extends FeedSource, FeedLabel {
  needs: readonly [Permission, ...Permission[]];
  kind: FeedKind;
}

/** A feed that also has a group preview at the root. */
export interface BookRootFeed extends RootFeed {
  first(caller: Caller, size: number, library?: string): Promise<OpdsFeed>;
}
