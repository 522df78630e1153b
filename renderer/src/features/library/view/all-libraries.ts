import type { Library } from '../../../../../shared/api/libraries.ts';

/** Stands for an id where all libraries are shown as one. */
export const allLibrariesId = 'all';

export const isAllLibraries = ({ id }: Pick<Library, 'id'>): boolean => id === allLibrariesId;

/** The id for requests; undefined asks for all libraries. */
export const libraryIdOf = ({ id }: Pick<Library, 'id'>): string | undefined =>
  id === allLibrariesId ? undefined : id;

/** All libraries as one; undefined where there is none. */
export const allLibraries = (libraries: readonly Library[], name: string): Library | undefined => {
  const [first] = libraries;
  return (
    first && {
      ...first,
      id: allLibrariesId,
      name,
      available: true,
      default_view: 'series',
      series_count: libraries.reduce((sum, { series_count: count }) => sum + count, 0),
      book_count: libraries.reduce((sum, { book_count: count }) => sum + count, 0),
    }
  );
};
