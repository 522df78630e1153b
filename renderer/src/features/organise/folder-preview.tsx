import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';

import type { SeriesStrategy } from '../../../../shared/api/libraries.ts';
import {
  previewLibrary,
  type FolderPreview as PreviewedFolder,
} from '../../../../shared/api/library-preview.ts';
import { api } from '../../api/client.ts';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { useLocale } from '../../ui/text/use-locale.ts';
import { RowsState } from '../settings/rows-skeleton.tsx';
import classes from './grouping.module.css';

interface FolderPreviewProps {
  /** Empty paths are ignored. */
  paths: readonly string[];
  strategy: SeriesStrategy;
}

/** Previews what a scan of folders would find, judging by names. */
export const FolderPreview = ({ paths, strategy }: FolderPreviewProps) => {
  const wanted = paths.filter((path) => path !== '');
  const query = useQuery({
    queryKey: ['libraries', 'preview', wanted, strategy],
    queryFn: ({ signal }) =>
      api.call(previewLibrary, { body: { paths: wanted, series_strategy: strategy }, signal }),
    enabled: wanted.length > 0,
    retry: false,
    staleTime: 60_000,
  });
  const { data } = query;
  if (wanted.length === 0) return null;
  if (data) return data.folders.map((folder) => <FolderRow key={folder.path} folder={folder} />);
  return <RowsState query={query} rows={4} compact />;
};

const FolderRow = ({ folder }: { folder: PreviewedFolder }) => {
  const { t } = useTranslation('organise');
  const { number } = useLocale();
  const { book_count, series_count, series, formats, guess, complete } = folder;
  if (book_count === 0) {
    return (
      <EmptyState compact icon={null} title={t('look.none')}>
        {t('look.noneText')}
      </EmptyState>
    );
  }
  const formatCounts = formats.map(({ format, count }) =>
    format === 'folder' ? t('look.folders', { count }) : `${number(count)} ${format.toUpperCase()}`,
  );
  return (
    <div className={classes.look}>
      <p className={classes.sum} aria-live="polite">
        <strong>
          {t('look.found', { count: book_count })} {t('look.inSeries', { count: series_count })}
        </strong>{' '}
        <span>
          {formatCounts.join(', ')}
          {guess !== null && ` · ${t(`look.guess.${guess}`)}`}
        </span>
      </p>
      <ul className={classes.tree} tabIndex={0} aria-label={t('series')}>
        {series.map((entry) => (
          <li key={`${entry.publisher ?? ''}/${entry.name}/${entry.examples[0] ?? ''}`}>
            <strong>
              {entry.publisher === null ? entry.name : `${entry.publisher} / ${entry.name}`}
            </strong>{' '}
            <span>{number(entry.book_count)}</span>
            <span className={classes.examples}>{entry.examples.join(' · ')}</span>
          </li>
        ))}
      </ul>
      {(series_count > series.length || !complete) && (
        <p className={classes.more}>
          {series_count > series.length && t('look.more', { count: series_count - series.length })}{' '}
          {!complete && t('look.incomplete')}
        </p>
      )}
    </div>
  );
};
