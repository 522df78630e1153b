import { Select, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

import { librariesQuery } from '../../api/queries.ts';
import { SearchField } from '../../ui/controls/search-field.tsx';
import classes from './releases.module.css';

export interface ReleaseScope {
  library?: string | undefined;
  language?: string | undefined;
  series?: string | undefined;
}

interface ReleaseFiltersProps {
  scope: ReleaseScope;
  onChange: (scope: ReleaseScope) => void;
}

/** Stands for every library in the field. */
const allLibraries = 'all';

/** Debounce before a text is applied (ms). */
const pauseMs = 300;

const given = (value: string): string | undefined =>
  value.trim() === '' ? undefined : value.trim();

/** Limits the releases to a library, a series or a language. */
export const ReleaseFilters = ({ scope, onChange }: ReleaseFiltersProps) => {
  const { t } = useTranslation('releases');
  const { data: libraries = [] } = useQuery(librariesQuery());
  const [series, setSeries] = useState(scope.series ?? '');
  const [language, setLanguage] = useState(scope.language ?? '');
  const apply = useDebouncedCallback((change: ReleaseScope) => onChange(change), pauseMs);
  return (
    <div className={classes.filters}>
      <SearchField
        label={t('filter.series')}
        size="xs"
        maxLength={200}
        value={series}
        onChange={(value) => {
          setSeries(value);
          apply({ ...scope, language: given(language), series: given(value) });
        }}
      />
      {libraries.length > 1 && (
        <Select
          size="xs"
          aria-label={t('filter.library')}
          allowDeselect={false}
          data={[
            { value: allLibraries, label: t('filter.allLibraries') },
            ...libraries.map(({ id, name }) => ({ value: id, label: name })),
          ]}
          value={scope.library ?? allLibraries}
          onChange={(value) =>
            onChange({
              ...scope,
              library: value === allLibraries ? undefined : (value ?? undefined),
            })
          }
        />
      )}
      <TextInput
        className={classes.language}
        size="xs"
        maxLength={35}
        aria-label={t('filter.language')}
        placeholder={t('filter.language')}
        value={language}
        onChange={({ currentTarget: { value } }) => {
          setLanguage(value);
          apply({ ...scope, series: given(series), language: given(value) });
        }}
      />
    </div>
  );
};
