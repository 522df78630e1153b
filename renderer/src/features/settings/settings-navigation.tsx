import { IconChevronDown } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, useLocation } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';

import { useSession } from '../../api/session-store.ts';
import { desktop } from '../../api/desktop.ts';
import { addAllLanguages } from '../../locales/load-texts.ts';
import { SearchField } from '../../ui/controls/search-field.tsx';
import { useLocale } from '../../ui/text/use-locale.ts';
import { taskStatsQuery } from '../tasks/queries.ts';
import { findSettings } from './find-settings.ts';
import classes from './settings-frame.module.css';
import { settingsSections } from './settings-sections.ts';

/** The permitted settings pages, and a search across them. */
export const SettingsNavigation = () => {
  const { t, i18n } = useTranslation(['settings', 'serverSettings']);
  const session = useSession();
  const { pathname } = useLocation();
  const [words, setWords] = useState('');
  // On a phone the navigation is open at first and collapsed on the page that was chosen.
  const [openAt, setOpenAt] = useState<string | null>('/settings');
  const isOpen = openAt === pathname;
  const may = session.status === 'signed-in' ? session.user.permissions : [];
  const sections = settingsSections.filter(({ need }) => need === undefined || may.includes(need));
  const here = sections.find(({ to: path }) => path === pathname);
  const isSearching = words.trim() !== '';
  const [, setLoaded] = useState(false);
  useEffect(() => {
    // Ignored: without them, the search finds what the language of the page calls it.
    if (isSearching)
      addAllLanguages().then(
        () => setLoaded(true),
        () => undefined,
      );
  }, [isSearching]);
  const found = isSearching ? findSettings(words, sections, i18n, desktop !== undefined) : null;

  return (
    <nav aria-label={t('title')}>
      <SearchField
        label={t('search.label')}
        className={classes.search}
        value={words}
        onChange={setWords}
        onKeyDown={(event) => event.key === 'Escape' && setWords('')}
      />
      {found === null && (
        <button
          type="button"
          className={classes.current}
          aria-expanded={isOpen}
          onClick={() => setOpenAt(isOpen ? null : pathname)}
        >
          {here !== undefined && <here.icon size={18} stroke={1.6} />}
          <span>{here === undefined ? t('title') : t(`places.${here.id}`)}</span>
          <IconChevronDown size={18} stroke={1.6} />
        </button>
      )}
      {found === null ? (
        <ul className={classes.places} data-open={isOpen || undefined}>
          {sections.map(({ id, to: path, icon: Icon }) => (
            <li key={id}>
              <Link
                to={path}
                className={classes.place}
                activeOptions={{ exact: true, includeSearch: false }}
                onClick={() => setOpenAt(null)}
              >
                <Icon size={18} stroke={1.6} />
                {t(`places.${id}`)}
                {id === 'tasks' && <OpenTasks />}
              </Link>
            </li>
          ))}
        </ul>
      ) : (
        <ul aria-label={t('search.found')}>
          {found.map(({ section, label, hash }) => (
            <li key={`${section.id} ${label}`}>
              <Link to={section.to} hash={hash} className={classes.found}>
                {label}
                <small>{t(`places.${section.id}`)}</small>
              </Link>
            </li>
          ))}
          {found.length === 0 && (
            <li role="status" className={classes.none}>
              {t('search.none')}
            </li>
          )}
        </ul>
      )}
    </nav>
  );
};

/** Number of tasks that wait or run. */
const OpenTasks = () => {
  const { t } = useTranslation('settings');
  const { number } = useLocale();
  const { data: stats } = useQuery(taskStatsQuery());
  const open = (stats?.pending ?? 0) + (stats?.running ?? 0);
  if (open === 0) return null;
  return (
    <span className={classes.count} role="img" aria-label={t('openTasks', { count: open })}>
      {number(open)}
    </span>
  );
};
