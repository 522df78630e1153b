import { TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { Link, useLocation } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

import { useSession } from '../../api/session-store.ts';
import { desktop } from '../../app/desktop.ts';
import { findSettings } from './find-settings.ts';
import classes from './settings-frame.module.css';
import { settingsPlaces } from './settings-places.ts';

/** The pages of the settings that the person may see, and a search over everything on them. */
export const SettingsNavigation = () => {
  const { t, i18n } = useTranslation(['settings', 'serverSettings']);
  const session = useSession();
  const { pathname } = useLocation();
  const [words, setWords] = useState('');
  const may = session.status === 'signed-in' ? session.user.permissions : [];
  const places = settingsPlaces.filter(({ need }) => need === undefined || may.includes(need));
  const found =
    words.trim() === '' ? null : findSettings(words, places, i18n, desktop !== undefined);

  return (
    <nav aria-label={t('title')}>
      <TextInput
        type="search"
        className={classes.search}
        aria-label={t('search.label')}
        placeholder={t('search.label')}
        leftSection={<IconSearch size={16} />}
        value={words}
        onChange={({ currentTarget }) => setWords(currentTarget.value)}
        onKeyDown={(event) => event.key === 'Escape' && setWords('')}
      />
      {found === null ? (
        <ul className={classes.places}>
          {places.map(({ id, to, icon: Icon }) => (
            <li key={id}>
              <Link
                to={to}
                ref={pathname === to ? showPlace : null}
                className={classes.place}
                activeOptions={{ exact: true, includeSearch: false }}
              >
                <Icon size={18} stroke={1.6} />
                {t(`places.${id}`)}
              </Link>
            </li>
          ))}
        </ul>
      ) : (
        <ul aria-label={t('search.found')}>
          {found.map(({ place, label, hash }) => (
            <li key={`${place.id} ${label}`}>
              <Link to={place.to} hash={hash} className={classes.found}>
                {label}
                <small>{t(`places.${place.id}`)}</small>
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

/** On a phone the places are a row that is longer than the screen. */
const showPlace = (place: HTMLAnchorElement | null) =>
  place?.scrollIntoView({ block: 'nearest', inline: 'center' });
