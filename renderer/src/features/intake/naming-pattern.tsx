import { Button, Select, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

import { type Library, updateLibrary } from '../../../../shared/api/libraries.ts';
import { defaultPattern, maxPatternLength } from '../../../../shared/file-name-pattern.ts';
import { api } from '../../api/client.ts';
import { librariesQuery } from '../../api/queries.ts';
import { useChange } from '../../api/use-change.ts';
import { FormError } from '../../ui/feedback/form-error.tsx';
import settings from '../settings/settings-page.module.css';
import classes from './intake.module.css';

/** The naming pattern of each library for added files. */
export const NamingPattern = () => {
  const { t } = useTranslation('intake');
  const { data: libraries } = useQuery(librariesQuery());
  const [chosen, setChosen] = useState<string | null>(null);
  const library = libraries?.find(({ id }) => id === chosen) ?? libraries?.[0];
  if (library === undefined) return null;
  return (
    <section className={settings.section}>
      <div className={settings.head}>
        <h2>{t('naming.title')}</h2>
      </div>
      <div className={`${settings.card} ${classes.form}`}>
        {(libraries?.length ?? 0) > 1 && (
          <Select
            label={t('library')}
            allowDeselect={false}
            value={library.id}
            data={(libraries ?? []).map(({ id, name }) => ({ value: id, label: name }))}
            onChange={setChosen}
          />
        )}
        <PatternForm key={library.id} library={library} />
        <p className={classes.quiet}>{t('naming.text')}</p>
      </div>
    </section>
  );
};

const PatternForm = ({ library }: { library: Library }) => {
  const { t } = useTranslation('intake');
  const [pattern, setPattern] = useState(library.file_name_pattern);
  const save = useChange([['libraries']], (file_name_pattern: string) =>
    api.call(updateLibrary, { params: { id: library.id }, body: { file_name_pattern } }),
  );
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        save.mutate(pattern.trim());
      }}
    >
      <div className={classes.fields}>
        <TextInput
          className={classes.wideField}
          label={t('naming.of', { library: library.name })}
          placeholder={defaultPattern}
          maxLength={maxPatternLength}
          spellCheck={false}
          autoCapitalize="off"
          value={pattern}
          onChange={({ currentTarget }) => setPattern(currentTarget.value)}
        />
        <Button
          type="submit"
          variant="default"
          loading={save.isPending}
          disabled={pattern.trim() === library.file_name_pattern}
        >
          {t('naming.save')}
        </Button>
      </div>
      <FormError error={save.error} />
    </form>
  );
};
