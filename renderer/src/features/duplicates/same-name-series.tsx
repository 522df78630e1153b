import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';

import type { SameNameSeries as SameName } from '../../../../shared/api/duplicates.ts';
import settings from '../settings/settings-page.module.css';
import classes from './duplicates.module.css';
import { sameNameSeriesQuery } from './queries.ts';

/** Series of the same title, with their libraries. */
export const SameNameSeries = () => {
  const { t } = useTranslation('duplicates');
  const heading = useId();
  const { data } = useQuery(sameNameSeriesQuery());
  if (data === undefined || data.total === 0) return null;
  return (
    <section className={settings.section} aria-labelledby={heading}>
      <div className={settings.head}>
        <h2 id={heading}>{t('sameName.title')}</h2>
      </div>
      <p className={settings.intro}>{t('sameName.text')}</p>
      <ul className={settings.card}>
        {data.data.map((group) => (
          <NameRow key={group.name} group={group} />
        ))}
      </ul>
      {data.total > data.data.length && (
        <p className={settings.none}>
          {t('sameName.more', { count: data.total - data.data.length })}
        </p>
      )}
    </section>
  );
};

const NameRow = ({ group: { name, series } }: { group: SameName }) => {
  const { t } = useTranslation('common');
  return (
    <li className={settings.row}>
      <strong>{name}</strong>
      <ul className={classes.named}>
        {series.map((item) => (
          <li key={item.id}>
            <Link to="/series/$seriesId" params={{ seriesId: item.id }}>
              {item.library_name} · {item.path}
            </Link>{' '}
            · {t('count.books', { count: item.book_count })}
          </li>
        ))}
      </ul>
    </li>
  );
};
