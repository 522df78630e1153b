import { IconAlertTriangle } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';

import type { Scan } from '../../../../shared/api/scan-record.ts';
import { isOver } from '../../api/live-cache.ts';
import { useCan } from '../../api/session-store.ts';
import { useTranslateServerMessage } from '../../ui/feedback/translate-server-message.ts';
import { useLocale } from '../../ui/text/use-locale.ts';
import classes from './activity.module.css';
import { ScanButtons } from './scan-buttons.tsx';
import { ScanProgress } from './scan-progress.tsx';

/** A scan: progress with Pause and Cancel, or the result with unreadable files. */
export const ScanRow = ({ scan }: { scan: Scan }) => {
  const { t } = useTranslation('scans');
  const { ago } = useLocale();
  const canChange = useCan('libraries-write');

  if (!isOver(scan)) {
    return (
      <div className={classes.row}>
        <div className={classes.line}>
          <strong>{scan.library_name}</strong>
          {canChange && <ScanButtons scan={scan} />}
        </div>
        <ScanProgress scan={scan} />
      </div>
    );
  }
  return (
    <div className={classes.row}>
      <div className={classes.line}>
        <strong>{scan.library_name}</strong>
        <span className={classes.dim}>{scan.completed_at !== null && ago(scan.completed_at)}</span>
      </div>
      <p className={classes.dim}>
        {scan.status === 'completed' ? t('result', resultCounts(scan)) : t(`status.${scan.status}`)}
      </p>
      <ScanErrors scan={scan} />
    </div>
  );
};

const resultCounts = (scan: Scan) => ({
  added: scan.books_added,
  updated: scan.books_updated,
  removed: scan.books_removed,
});

const ScanErrors = ({ scan }: { scan: Scan }) => {
  const { t } = useTranslation('scans');
  const sentence = useTranslateServerMessage();
  if (scan.error_count === 0) return null;
  return (
    <details className={classes.errors}>
      <summary>
        <IconAlertTriangle size={15} aria-hidden /> {t('unreadable', { count: scan.error_count })}
      </summary>
      <ul>
        {scan.errors.map((error) => (
          <li key={error.path}>
            <code>{error.path}</code>
            <span>{sentence(error.message)}</span>
          </li>
        ))}
      </ul>
    </details>
  );
};
