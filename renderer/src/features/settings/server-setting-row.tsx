import { ActionIcon, Tooltip } from '@mantine/core';
import { IconHistory, IconRestore } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

import type { Setting } from '../../../../shared/api/settings.ts';
import { AppError } from '../../../../shared/errors.ts';
import { offerUndo } from '../../ui/feedback/undo.ts';
import { useLocale } from '../../ui/text/use-locale.ts';
import { FormError, FormMessage } from '../../ui/feedback/form-error.tsx';
import { refusedBound } from './refused-bound.ts';
import { ServerSettingInput } from './server-setting-input.tsx';
import { serverSettingUnits, type ServerSettingKey } from './server-setting-sections.ts';
import { useChangeSetting, type NewValue } from './server-settings-queries.ts';
import { SettingHistory } from './setting-history.tsx';
import classes from './settings-page.module.css';

/** A setting, with the source of a value that is not the default; changes are saved at once and can be undone. */
export const ServerSettingRow = ({
  name,
  setting,
}: {
  name: ServerSettingKey;
  setting: Setting;
}) => {
  const { t } = useTranslation(['serverSettings', 'common']);
  const { ago } = useLocale();
  const change = useChangeSetting(name);
  const [historyOpen, setHistoryOpen] = useState(false);
  const label = t(`${name}.label`);
  const isDefault = setting.updated_at === null;

  const save = (value: NewValue) => {
    const before: NewValue = isDefault ? undefined : setting.value;
    const saved = change.mutateAsync(value, {
      onSuccess: () => {
        // The previous secret cannot be read back, so there is no undo.
        if (setting.is_sensitive) return;
        offerUndo({ text: t('saved', { label }), undo: () => change.mutateAsync(before) });
      },
    });
    // The row shows the error.
    return saved.catch(() => undefined);
  };

  return (
    <div className={classes.row} id={name}>
      <div>
        <label htmlFor={`${name} input`}>
          <strong>{label}</strong>
        </label>
        <p id={`${name} text`}>{t(`${name}.text`)}</p>
        {setting.by_configuration ? (
          <p className={classes.source}>{t('source.configuration')}</p>
        ) : (
          setting.updated_at !== null && (
            <p className={classes.source}>
              {t('source.changed', {
                who: setting.updated_by ?? '–',
                ago: ago(setting.updated_at),
              })}
            </p>
          )
        )}
        <SettingError name={name} error={withoutKey(change.error, name)} />
      </div>
      <div className={classes.control}>
        <ServerSettingInput name={name} setting={setting} busy={change.isPending} onSave={save} />
        {isDefault || setting.by_configuration ? (
          <span className={classes.noReset} />
        ) : (
          <Tooltip label={t('reset')}>
            <ActionIcon aria-label={t('resetOf', { label })} onClick={() => void save(undefined)}>
              <IconRestore size={17} stroke={1.6} />
            </ActionIcon>
          </Tooltip>
        )}
        <Tooltip label={t('history.title')}>
          <ActionIcon aria-label={t('history.of', { label })} onClick={() => setHistoryOpen(true)}>
            <IconHistory size={17} stroke={1.6} />
          </ActionIcon>
        </Tooltip>
      </div>
      {historyOpen && (
        <SettingHistory name={name} label={label} onClose={() => setHistoryOpen(false)} />
      )}
    </div>
  );
};

/** The error of a refused value, with a limit in the unit of the field. */
const SettingError = ({ name, error }: { name: ServerSettingKey; error: unknown }) => {
  const { t } = useTranslation('serverSettings');
  const { number } = useLocale();
  const refused = refusedBound(error, name);
  if (refused === null) return <FormError error={error} />;
  const unit = serverSettingUnits[name]?.unit;
  const bound = number(refused.bound) + (unit === undefined ? '' : t(`units.${unit}`));
  return <FormMessage text={t(`bounds.${refused.text}`, { bound })} />;
};

/** The API puts the key before its message about a value. */
const withoutKey = (error: unknown, name: string): unknown =>
  error instanceof AppError && error.message.startsWith(`${name}: `)
    ? new AppError(error.code, error.message.slice(name.length + 2))
    : error;
