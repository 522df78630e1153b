import { Button } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';

import type { Scan, ScanEvent } from '../../../../shared/api/scan-record.ts';
import { isOver } from '../../api/scan-state.ts';
import { useCan } from '../../api/session-store.ts';
import { useTranslateServerMessage } from '../../ui/feedback/translate-server-message.ts';
import { useLocale } from '../../ui/text/use-locale.ts';
import classes from './activity.module.css';
import { useCancelScan, usePauseScan } from './mutations.ts';
import { scanFraction } from './use-scans.ts';

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

/** Actions for a scan in progress. */
const ScanButtons = ({ scan }: { scan: Scan }) => {
  const { t } = useTranslation('scans');
  const pause = usePauseScan();
  const cancel = useCancelScan();
  const { library_id: id, library_name: name, paused } = scan;
  return (
    <span className={classes.buttons}>
      <Button
        size="compact-xs"
        variant="default"
        aria-label={t(paused ? 'resumeNamed' : 'pauseNamed', { name })}
        loading={pause.isPending}
        onClick={() => pause.mutate({ id, paused: !paused })}
      >
        {t(paused ? 'resume' : 'pause')}
      </Button>
      <Button
        size="compact-xs"
        variant="default"
        aria-label={t('cancelNamed', { name })}
        loading={cancel.isPending}
        onClick={() => cancel.mutate(id)}
      >
        {t('cancel')}
      </Button>
    </span>
  );
};

/** Progress bar, counts and current file. */
const ScanProgress = ({ scan }: { scan: ScanEvent }) => {
  const { t } = useTranslation('scans');
  const { number } = useLocale();
  const fraction = scanFraction(scan);
  const isCounting = fraction === null && scan.status === 'running' && !scan.paused;
  return (
    <div className={classes.progress}>
      <div
        className={classes.bar}
        role="progressbar"
        aria-label={t('progressOf', { name: scan.library_name })}
        aria-valuemin={0}
        aria-valuemax={100}
        {...(fraction === null ? {} : { 'aria-valuenow': Math.round(fraction * 100) })}
      >
        <span
          data-counting={isCounting || undefined}
          style={{ transform: `scaleX(${String(fraction ?? (isCounting ? 0.25 : 0))})` }}
        />
      </div>
      <p className={classes.counts}>
        {scan.paused && <>{t('paused')} · </>}
        {fraction === null
          ? t(`status.${scan.status}`)
          : t('files', { done: number(scan.files_processed), total: number(scan.files_total) })}
        {scan.books_added > 0 && <> · {t('added', { count: scan.books_added })}</>}
      </p>
      <p className={classes.file}>{scan.current_file ?? ' '}</p>
    </div>
  );
};
