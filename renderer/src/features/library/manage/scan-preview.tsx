import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

import { previewLibrary, type FolderPreview } from '../../../../../shared/api/library-preview.ts';
import type { EndpointInput } from '../../../../../shared/endpoint.ts';
import { api } from '../../../api/client.ts';
import { ErrorState } from '../../../ui/feedback/empty-state.tsx';
import grouping from '../../organise/grouping.module.css';
import classes from './scan-rules.module.css';

type PreviewInput = EndpointInput<typeof previewLibrary>['body'];

/** Previews a scan with the settings in the dialog, on request. */
export const ScanPreview = ({
  settings,
  disabled,
}: {
  /** Read when the preview starts. */
  settings: () => PreviewInput;
  disabled: boolean;
}) => {
  const { t } = useTranslation('scanRules');
  const [asked, setAsked] = useState<{ body: PreviewInput; run: number } | null>(null);
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['libraries', 'scan-preview', asked],
    queryFn: ({ signal }) => api.call(previewLibrary, { body: asked?.body ?? settings(), signal }),
    enabled: asked !== null,
    retry: false,
    gcTime: 0,
  });
  const start = () => setAsked((before) => ({ body: settings(), run: (before?.run ?? 0) + 1 }));
  return (
    <section className={classes.preview} aria-label={t('preview.title')}>
      {isFetching ? (
        // Leaving the query aborts its request.
        <Button variant="default" size="compact-md" onClick={() => setAsked(null)}>
          {t('preview.stop')}
        </Button>
      ) : (
        <Button variant="default" size="compact-md" disabled={disabled} onClick={start}>
          {t('preview.run')}
        </Button>
      )}
      <div aria-live="polite">
        {isFetching && <p>{t('preview.running')}</p>}
        {!isFetching && error !== null && (
          <ErrorState compact error={error} onRetry={() => void refetch()} />
        )}
        {!isFetching &&
          data?.folders.map((folder) => (
            <Outcome key={folder.path} folder={folder} asked={asked?.body ?? settings()} />
          ))}
      </div>
    </section>
  );
};

const Outcome = ({ folder, asked }: { folder: FolderPreview; asked: PreviewInput }) => {
  const { t } = useTranslation(['scanRules', 'organise']);
  const {
    book_count,
    changes,
    left_out,
    renamed_count,
    series,
    series_count,
    complete,
    has_calibre,
  } = folder;
  const counts = [
    t('preview.found', { count: book_count }),
    changes !== null && t('preview.added', { count: changes.added }),
    changes !== null && t('preview.removed', { count: changes.removed }),
    left_out > 0 && t('preview.leftOut', { count: left_out }),
    renamed_count > 0 && t('preview.renamed', { count: renamed_count }),
  ].filter((text) => text !== false);
  return (
    <div className={grouping.look}>
      <p className={grouping.sum}>
        <strong>{counts.join(' · ')}</strong>
      </p>
      <ul className={grouping.tree} tabIndex={0} aria-label={t('preview.names')}>
        {series.map((entry) => (
          <li key={`${entry.publisher ?? ''}/${entry.name}/${entry.examples[0] ?? ''}`}>
            {entry.previous_name !== null && <del>{entry.previous_name}</del>}{' '}
            <strong>{entry.name}</strong>
            {entry.examples.map((file, index) => (
              <span key={file} className={classes.book}>
                {file} → {entry.titles[index]}
              </span>
            ))}
          </li>
        ))}
      </ul>
      <p className={grouping.more}>
        {has_calibre && !asked.scan_rules?.calibre && t('calibreFound')}{' '}
        {series_count > series.length &&
          t('organise:look.more', { count: series_count - series.length })}{' '}
        {!complete && t('organise:look.incomplete')} {t('preview.byNames')}
      </p>
    </div>
  );
};
