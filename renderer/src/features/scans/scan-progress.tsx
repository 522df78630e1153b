import { useTranslation } from 'react-i18next';

import type { ScanEvent } from '../../../../shared/api/scan-record.ts';
import { useLocale } from '../../ui/text/use-locale.ts';
import classes from './activity.module.css';
import { scanFraction } from './use-scans.ts';

/** Progress bar, counts and current file. */
export const ScanProgress = ({ scan }: { scan: ScanEvent }) => {
  const { t } = useTranslation('scans');
  const { number } = useLocale();
  const fraction = scanFraction(scan);
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
          data-counting={(fraction === null && !scan.paused) || undefined}
          style={{ transform: `scaleX(${String(fraction ?? 0.25)})` }}
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
