import { Menu } from '@mantine/core';
import { IconCloudCheck, IconCloudDownload, IconCloudUp } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';

import { desktop } from '../api/desktop.ts';
import { useCan } from '../api/session-store.ts';
import { reportFailure, showToast } from '../ui/feedback/notify.ts';
import { canDownloadBooks } from './book-store.ts';
import { useAutomaticSeries } from './automatic-downloads.ts';
import { downloadSeries, startSeriesDownload, stopSeriesDownload } from './series-downloads.ts';

/** Menu items that download a whole series, or its next unread books again and again. */
export const SeriesDownloadItems = ({ id, name }: { id: string; name: string }) => {
  const { t } = useTranslation('offline');
  const canDownload = useCan('books-download');
  const isKept = useAutomaticSeries().some((each) => each.id === id);
  if (desktop !== undefined || !canDownload || !canDownloadBooks()) return null;
  const download = async () => showToast(t('series.queued', { count: await downloadSeries(id) }));
  const toggle = async () => {
    if (isKept) stopSeriesDownload(id);
    else {
      await startSeriesDownload({ id, name });
      showToast(t('series.started', { name }));
    }
  };
  return (
    <>
      <Menu.Item
        leftSection={<IconCloudDownload size={16} />}
        onClick={() => void download().catch(reportFailure)}
      >
        {t('series.keep')}
      </Menu.Item>
      <Menu.Item
        leftSection={isKept ? <IconCloudCheck size={16} /> : <IconCloudUp size={16} />}
        onClick={() => void toggle().catch(reportFailure)}
      >
        {t(isKept ? 'series.stop' : 'series.keepNext')}
      </Menu.Item>
    </>
  );
};
