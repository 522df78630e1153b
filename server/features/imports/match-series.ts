import { foldedValue } from '../../database/search-index.ts';
import { type FolderMapping, mappedPath } from './folder-mapping.ts';
import type { Line, Match } from './lines-store.ts';
import type { MatchStore } from './match-store.ts';
import type { RecordOf } from './model.ts';

/** Finds the Octavo series for a series of the source by id, by its folder, by most of its books, then by name. */
export const createSeriesMatcher = ({
  store,
  importPk,
  mappings,
}: {
  store: MatchStore;
  importPk: number;
  mappings: readonly FolderMapping[];
}) => {
  const libraries = store.libraries();
  /** If the source says which others were merged into it, because their books would outvote its own. */
  const atFolder = ({ folder, folders }: RecordOf<'series'>): string | undefined => {
    if (folders === undefined || folder === null) return undefined;
    const place = mappedPath(folder, mappings, libraries);
    return place === null ? undefined : store.seriesAtPath(place.library_pk, place.path);
  };
  return ({ record, source_id }: Line<'series'>): Match => {
    if (store.exists('series', source_id)) {
      return { state: 'matched', basis: 'id', target: source_id };
    }
    const placed = atFolder(record);
    if (placed !== undefined) return { state: 'matched', basis: 'place', target: placed };
    const voted = store.seriesWithBooksOf(importPk, source_id);
    if (voted !== undefined) return { state: 'matched', basis: 'books', target: voted };
    const named = store.seriesNamed(foldedValue(record.name));
    if (named !== undefined) return { state: 'likely', basis: 'name', target: named };
    return { state: 'missing', basis: null, target: null };
  };
};
