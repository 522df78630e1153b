import { Link } from '@tanstack/react-router';

import { encodeFilter } from './filter-address.ts';

interface FilterLinkProps {
  libraryId: string;
  field: 'genre' | 'tag' | 'author' | 'publisher';
  value: string;
}

/** A genre, tag or name that leads to everything of the library that has it. */
export const FilterLink = ({ libraryId, field, value }: FilterLinkProps) => (
  <Link
    to="/library/$libraryId"
    params={{ libraryId }}
    search={{
      filter: encodeFilter({ join: 'all', nodes: [{ field, operator: 'is', value }] }),
    }}
  >
    {value}
  </Link>
);
