import { Button, Select } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

import { type IntakeMethod, intakeMethods } from '../../../../shared/api/intake.ts';
import { librariesQuery } from '../../api/queries.ts';
import { FormError } from '../../ui/feedback/form-error.tsx';
import settings from '../settings/settings-page.module.css';
import { PathInput } from '../setup/path-input.tsx';
import classes from './intake.module.css';
import { useAddIntakeFolder } from './intake-queries.ts';

/** Adds an intake folder and the library for its files. */
export const AddIntakeFolder = () => {
  const { t } = useTranslation('intake');
  const { data: libraries } = useQuery(librariesQuery());
  const [path, setPath] = useState('');
  const [chosen, setChosen] = useState<string | null>(null);
  const [method, setMethod] = useState<IntakeMethod>('copy');
  const add = useAddIntakeFolder();
  const library_id = chosen ?? libraries?.[0]?.id ?? '';
  return (
    <section className={settings.section}>
      <div className={settings.head}>
        <h2>{t('add')}</h2>
      </div>
      <form
        className={`${settings.card} ${classes.form}`}
        onSubmit={(event) => {
          event.preventDefault();
          add.mutate({ path: path.trim(), library_id, method }, { onSuccess: () => setPath('') });
        }}
      >
        <div className={classes.fields}>
          <PathInput
            className={classes.wideField}
            label={t('path')}
            value={path}
            onChange={setPath}
          />
        </div>
        <div className={classes.fields}>
          <Select
            label={t('library')}
            allowDeselect={false}
            value={library_id}
            data={(libraries ?? []).map(({ id, name }) => ({ value: id, label: name }))}
            onChange={setChosen}
          />
          <Select
            label={t('files')}
            allowDeselect={false}
            value={method}
            data={intakeMethods.map((value) => ({ value, label: t(`method.${value}`) }))}
            onChange={(value) => setMethod(value ?? 'copy')}
          />
          <Button
            type="submit"
            loading={add.isPending}
            disabled={path.trim() === '' || library_id === ''}
          >
            {t('addFolder')}
          </Button>
        </div>
        <FormError error={add.error} />
      </form>
    </section>
  );
};
