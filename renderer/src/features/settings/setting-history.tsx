import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';

import type { Setting } from '../../../../shared/api/settings.ts';
import { Dialog } from '../../ui/feedback/dialog.tsx';
import { useLocale } from '../../ui/text/use-locale.ts';
import { RowsState } from './rows-skeleton.tsx';
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
  const query = useQuery(settingHistoryQuery(name));
  const { data } = query;
  const shown = (value: Setting['value']) => (value === '' ? t('history.empty') : String(value));
  return (
    <Dialog title={t('history.of', { label })} opened onClose={onClose}>
      <RowsState query={query} rows={3} compact />
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
