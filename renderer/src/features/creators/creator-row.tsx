import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';

import type { Creator } from '../../../../shared/api/creators.ts';
import classes from './creators.module.css';
import { useRoleName } from './role-name.ts';

interface CreatorRowProps {
  creator: Creator;
  tabIndex: 0 | -1;
}

/** A creator with roles and the number of books. */
export const CreatorRow = ({ creator, tabIndex }: CreatorRowProps) => {
  const { t } = useTranslation();
  const roleName = useRoleName();
  const { name, roles, book_count: count } = creator;
  return (
    <Link to="/creator/$name" params={{ name }} tabIndex={tabIndex} className={classes.row}>
      <span className={classes.name}>{name}</span>
      <span className={classes.detail}>
        {[...roles.map(roleName), t('count.books', { count })].join(' · ')}
      </span>
    </Link>
  );
};
