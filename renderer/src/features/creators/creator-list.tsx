import { Link } from '@tanstack/react-router';

import type { Author } from '../../../../shared/schemas.ts';
import { TagList } from '../../ui/lists/tag-list.tsx';
import { useRoleName } from './role-name.ts';

/** The creators of a series or book in each role, with links to their works. */
export const CreatorList = ({ authors }: { authors: readonly Author[] }) => {
  const roleName = useRoleName();
  const roles = [...new Set(authors.map(({ role }) => role))];
  return roles.map((role) => (
    <TagList
      key={role}
      label={roleName(role === '' ? 'other' : role)}
      tags={[...new Set(authors.filter((author) => author.role === role).map(({ name }) => name))]}
      render={(name) => (
        <Link to="/creator/$name" params={{ name }}>
          {name}
        </Link>
      )}
    />
  ));
};
