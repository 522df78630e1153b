import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';

import type { Setting } from '../../../../shared/api/settings.ts';
import { Dialog } from '../../ui/feedback/dialog.tsx';
import { ErrorState } from '../../ui/feedback/empty-state.tsx';
import { useLocale } from '../../ui/text/use-locale.ts';
import { RowsSkeleton } from './rows-skeleton.tsx';
import { settingHistoryQuery } from './server-settings-queries.ts';
import classes from './settings-page.module.css';

/** Change history of a setting, newest first. */
export const SettingHistory = ({
  name,
  label,
  onClose,
}: {
  name: string;
  label: string;
  onClose: () => void;
}) => {
  const { t } = useTranslation('serverSettings');
  const { ago } = useLocale();
  const { data, error, refetch } = useQuery(settingHistoryQuery(name));
  const shown = (value: Setting['value']) => (value === '' ? t('history.empty') : String(value));
  return (
    <Dialog title={t('history.of', { label })} opened onClose={onClose}>
      {data === undefined && error === null && <RowsSkeleton rows={3} />}
      {error !== null && <ErrorState compact error={error} onRetry={() => void refetch()} />}
      {data?.data.length === 0 && <p className={classes.none}>{t('history.none')}</p>}
      <ul>
        {data?.data.map((change) => (
          <li key={change.id} className={classes.change}>
            <strong>
              {t('history.change', {
                from: shown(change.old_value),
                to: shown(change.new_value),
                interpolation: { escapeValue: false },
              })}
            </strong>
            <p>
              {[change.changed_by, ago(change.changed_at), change.change_reason]
                .filter(Boolean)
                .join(' · ')}
            </p>
          </li>
        ))}
      </ul>
    </Dialog>
  );
};
