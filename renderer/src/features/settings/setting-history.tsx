import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';

import type { Setting } from '../../../../shared/api/settings.ts';
import { Dialog } from '../../ui/feedback/dialog.tsx';
import { useLocale } from '../../ui/text/use-locale.ts';
import { RowsState } from './rows-skeleton.tsx';
import {
  inUnit,
  serverSettingChoices,
  serverSettingUnits,
  type ServerSettingKey,
} from './server-setting-sections.ts';
import { settingHistoryQuery } from './server-settings-queries.ts';
import classes from './settings-page.module.css';

/** Change history of a setting, newest first. */
export const SettingHistory = ({
  name,
  label,
  onClose,
}: {
  name: ServerSettingKey;
  label: string;
  onClose: () => void;
}) => {
  const { t } = useTranslation('serverSettings');
  const { ago } = useLocale();
  const query = useQuery(settingHistoryQuery(name));
  const { data } = query;
  const shown = useSettingText(name);
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

/** A value of a setting as its field shows it. */
const useSettingText = (name: ServerSettingKey) => {
  const { t } = useTranslation('serverSettings');
  const { number } = useLocale();
  return (value: Setting['value']): string => {
    if (value === '') return t('history.empty');
    if (typeof value === 'boolean') return t(value ? 'history.on' : 'history.off');
    if (typeof value === 'number') {
      const unit = serverSettingUnits[name]?.unit;
      const text = number(inUnit(name, value));
      return unit === undefined ? text : text + t(`units.${unit}`);
    }
    const choice = serverSettingChoices[name]?.find((known) => known === value);
    return choice === undefined ? value : t(`choices.${choice}`);
  };
};
