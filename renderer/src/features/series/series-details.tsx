import { useTranslation } from 'react-i18next';

import type { FullSeries } from '../../../../shared/api/series-record.ts';
import { FactList } from '../../ui/lists/fact-list.tsx';
import { useLocale } from '../../ui/text/use-locale.ts';
import bookClasses from '../book/book-page.module.css';

/** Remaining metadata of a series. */
export const SeriesDetails = ({ series }: { series: FullSeries }) => {
  const { t } = useTranslation('series');
  const { date, language, number } = useLocale();
  const { metadata } = series;
  const titles = metadata.alternate_titles.map(({ label, title }) => `${title} (${label})`);
  const facts: [string, string | null][] = [
    [t('details.original'), metadata.original_title],
    [t('details.titles'), titles.length === 0 ? null : titles.join(', ')],
    [t('details.publisher'), metadata.publisher],
    [t('details.imprint'), metadata.imprint],
    [t('details.language'), metadata.language === null ? null : language(metadata.language)],
    [t('details.volumes'), metadata.total_volumes === null ? null : number(metadata.total_volumes)],
    [
      t('details.chapters'),
      metadata.total_chapters === null ? null : number(metadata.total_chapters),
    ],
    [t('details.labels'), series.labels?.join(', ') || null],
    [t('details.released'), series.release_date === null ? null : date(series.release_date)],
    [t('details.added'), date(series.date_added)],
    [t('details.updated'), date(series.date_updated)],
  ];
  return (
    <FactList className={bookClasses.facts} facts={facts}>
      <div data-wide>
        <dt>{t('details.folder')}</dt>
        <dd>{series.path}</dd>
      </div>
      {series.external_links.length > 0 && (
        <div data-wide>
          <dt>{t('details.links')}</dt>
          <dd>
            {series.external_links
              .filter(({ url }) => /^https?:\/\//i.test(url))
              .map(({ label, url }) => (
                <p key={url}>
                  <a href={url} target="_blank" rel="noreferrer noopener">
                    {label || url}
                  </a>
                </p>
              ))}
          </dd>
        </div>
      )}
    </FactList>
  );
};
