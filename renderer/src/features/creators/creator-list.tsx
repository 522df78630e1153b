import { Link } from '@tanstack/react-router';

import type { Author } from '../../../../shared/schemas.ts';
import { TagList } from '../../ui/lists/tag-list.tsx';
import { useRoleName } from './role-name.ts';

/** The creators of a series or book in each role, with links to their works. */
export const CreatorList = ({ authors }: { authors: readonly Author[] }) => {
  const roleName = useRoleName();
  const roles = [...new Set(authors.map(({ role }) => role))].map((role) => ({
    label: roleName(role === '' ? 'other' : role),
    names: [...new Set(authors.filter((author) => author.role === role).map(({ name }) => name))],
  }));
  // A creator with several roles is named once, as "Writer, Penciller".
  return [...Map.groupBy(roles, ({ names }) => names.join('\n'))].map(([key, alike]) => (
    <TagList
      key={key}
      label={[...new Set(alike.map(({ label }) => label))].join(', ')}
      tags={alike[0]?.names ?? []}
      render={(name) => (
        <Link to="/creator/$name" params={{ name }}>
          {name}
        </Link>
      )}
    />
  ));
};
