import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';

import { useCrumbs } from '../../ui/layout/page-title.ts';
import classes from './top-bar.module.css';

export const Breadcrumb = () => {
  const { t } = useTranslation();
  const crumbs = useCrumbs((head) => head.crumbs);
  return (
    <nav className={classes.crumbs} aria-label={t('shell.breadcrumb')}>
      <ol>
        {crumbs.map(({ label, link }, index) => (
          <li key={`${index} ${label}`}>
            {link === undefined ? (
              <span aria-current="page">{label}</span>
            ) : (
              <Link {...link}>{label}</Link>
            )}
          </li>
        ))}
      </ol>
    </nav>
  );
};
