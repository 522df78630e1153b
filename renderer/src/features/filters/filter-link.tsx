import { Link } from '@tanstack/react-router';

import { encodeFilter } from './filter-address.ts';

interface FilterLinkProps {
  libraryId: string;
  field: 'genre' | 'tag';
  value: string;
}

/** Links a genre or tag to all records of the library that have it. */
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
