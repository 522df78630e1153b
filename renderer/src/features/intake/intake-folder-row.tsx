import { Button, NumberInput } from '@mantine/core';
import { IconFileSearch, IconTrash } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';

import type { IntakeFolder } from '../../../../shared/api/intake-folders.ts';
import { SavingSwitch } from '../../ui/controls/saving-switch.tsx';
import { useLocale } from '../../ui/text/use-locale.ts';
import settings from '../settings/settings-page.module.css';
import classes from './intake.module.css';
import { isIntakeBusy, useIntakeFolder } from './intake-queries.ts';

/** An intake folder: analyse it, watch it, open its last report. */
export const IntakeFolderRow = ({
  folder,
  onOpen,
}: {
  folder: IntakeFolder;
  onOpen: (id: string) => void;
}) => {
  const { t } = useTranslation('intake');
  const { moment } = useLocale();
  const { update, remove, look } = useIntakeFolder(folder);
  const { last_intake: last, path } = folder;
  const isBusy = last !== null && isIntakeBusy(last);
  return (
    <li className={settings.row}>
      <div className={classes.about}>
        <strong>{path}</strong>
        <p>
          {t('into', { library: folder.library_name })} · {t(`method.${folder.method}`)}
          {last !== null && ` · ${t(`status.${last.status}`)} ${moment(last.created_at)}`}
        </p>
      </div>
      <div className={classes.tools}>
        <Button
          leftSection={<IconFileSearch size={16} />}
          loading={look.isPending}
          disabled={isBusy}
          onClick={() => look.mutate(undefined, { onSuccess: ({ id }) => onOpen(id) })}
        >
          {t('look')}
        </Button>
        {last !== null && (
          <Button variant="default" onClick={() => onOpen(last.id)}>
            {t('lastReport')}
          </Button>
        )}
        <Button
          variant="subtle"
          color="danger"
          leftSection={<IconTrash size={16} />}
          aria-label={t('removeOf', { path })}
          loading={remove.isPending}
          onClick={() => remove.mutate(undefined)}
        >
          {t('remove')}
        </Button>
      </div>
      <div className={classes.watch}>
        <SavingSwitch
          label={t('watch')}
          description={t('watchText')}
          checked={folder.is_watched}
          onSave={(is_watched) => update.mutateAsync({ is_watched })}
        />
        {folder.is_watched && (
          <NumberInput
            label={t('quietMinutes')}
            min={1}
            max={1440}
            allowDecimal={false}
            clampBehavior="strict"
            value={folder.quiet_minutes}
            onBlur={({ currentTarget }) => {
              const minutes = Number(currentTarget.value);
              if (minutes >= 1 && minutes !== folder.quiet_minutes)
                update.mutate({ quiet_minutes: minutes });
            }}
          />
        )}
      </div>
    </li>
  );
};
