import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';

import { basePath } from '../../api/base-path.ts';
import { Dialog } from '../../ui/feedback/dialog.tsx';
import { RowsState } from './rows-skeleton.tsx';
import classes from './licences.module.css';

const fetchNotices = async ({ signal }: { signal: AbortSignal }): Promise<string> => {
  const response = await fetch(`${basePath}/third-party-notices.txt`, { signal });
  // The development server answers unknown URLs with index.html.
  const isText = response.headers.get('content-type')?.startsWith('text/plain') === true;
  if (!response.ok || !isText) throw new Error(`${response.status} ${response.statusText}`);
  return response.text();
};

/** Licences of the dependencies, written at build time. */
export const Licences = ({ onClose }: { onClose: () => void }) => {
  const { t } = useTranslation('settings');
  const query = useQuery({
    queryKey: ['third-party-notices'],
    queryFn: fetchNotices,
    staleTime: Infinity,
  });
  const { data } = query;
  return (
    <Dialog opened title={t('licences.label')} size={760} onClose={onClose}>
      <RowsState query={query} rows={4} compact />
      {data !== undefined && (
        // Focusable, so that the long text can be scrolled by keyboard.
        <pre className={classes.text} tabIndex={0} role="region" aria-label={t('licences.label')}>
          {data}
        </pre>
      )}
    </Dialog>
  );
};
