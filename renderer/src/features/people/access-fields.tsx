import { Checkbox, SegmentedControl, Switch } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';

import type { Restrictions } from '../../../../shared/api/restrictions.ts';
import { countVisibleSeries } from '../../../../shared/api/users.ts';
import { api } from '../../api/client.ts';
import { librariesQuery } from '../../api/queries.ts';
import { AgeInput } from '../../ui/controls/age-input.tsx';
import { useLocale } from '../../ui/text/use-locale.ts';
import { LabelsInput } from '../labels/labels-input.tsx';
import { isAge, restrictionsOf, type Access } from './access.ts';
import classes from './people.module.css';

interface AccessFieldsProps {
  /** Of the person; may still be empty. */
  name: string;
  value: Access;
  onChange: (value: Access) => void;
}

/** Libraries, ages and labels that a person can see, with the number of series that are left. */
export const AccessFields = ({ name, value, onChange }: AccessFieldsProps) => {
  const { t } = useTranslation('people');
  const change = (part: Partial<Access>) => onChange({ ...value, ...part });
  const words = (kind: 'allowed' | 'denied') => (
    <LabelsInput
      label={t(`access.${kind}`)}
      description={t(`access.${kind}Text`)}
      placeholder={t('access.addLabel')}
      value={value[`${kind}_labels`]}
      onChange={(list) => change({ [`${kind}_labels`]: list })}
    />
  );
  return (
    <div className={classes.access}>
      <Libraries value={value} change={change} />
      <AgeInput
        label={t('access.age')}
        description={t('access.ageText')}
        placeholder={t('access.anyAge')}
        value={value.max_age}
        error={isAge(value.max_age) ? undefined : t('access.ageProblem')}
        onChange={(max_age) => change({ max_age })}
      />
      {value.max_age.trim() !== '' && (
        <Checkbox
          label={t('access.unrated')}
          checked={value.shows_unrated}
          onChange={({ currentTarget }) => change({ shows_unrated: currentTarget.checked })}
        />
      )}
      {words('allowed')}
      {words('denied')}
      <VisibleCount name={name} restrictions={restrictionsOf(value)} />
      <Switch
        label={t('access.download')}
        description={t('access.downloadText')}
        checked={value.can_download}
        onChange={({ currentTarget }) => change({ can_download: currentTarget.checked })}
      />
    </div>
  );
};

interface LibrariesProps {
  value: Access;
  change: (part: Partial<Access>) => void;
}

const Libraries = ({ value, change }: LibrariesProps) => {
  const { t } = useTranslation('people');
  const { data: libraries = [] } = useQuery(librariesQuery());
  const { all_libraries: isAll, library_ids: ids } = value;
  return (
    <fieldset className={classes.libraries}>
      <legend>{t('access.libraries')}</legend>
      <SegmentedControl
        fullWidth
        aria-label={t('access.libraries')}
        value={isAll ? 'all' : 'chosen'}
        onChange={(choice) => change({ all_libraries: choice === 'all' })}
        data={(['all', 'chosen'] as const).map((choice) => ({
          value: choice,
          label: t(`access.${choice}`),
        }))}
      />
      {!isAll &&
        libraries.map((library) => (
          <Checkbox
            key={library.id}
            label={library.name}
            checked={ids.includes(library.id)}
            onChange={({ currentTarget: { checked } }) =>
              change({
                library_ids: checked ? [...ids, library.id] : ids.filter((id) => id !== library.id),
              })
            }
          />
        ))}
      {!isAll && ids.length === 0 && <p className={classes.hint}>{t('access.none')}</p>}
    </fieldset>
  );
};

const countDelayMs = 250;

const VisibleCount = ({
  name,
  restrictions,
}: {
  name: string;
  restrictions: Restrictions | null;
}) => {
  const { t } = useTranslation('people');
  const { number } = useLocale();
  const [settled] = useDebouncedValue(JSON.stringify(restrictions), countDelayMs);
  const { data } = useQuery({
    queryKey: ['visible-series', settled],
    queryFn: ({ signal }) =>
      api.call(countVisibleSeries, { body: JSON.parse(settled) as Restrictions, signal }),
    enabled: settled !== 'null',
    staleTime: 0,
    placeholderData: keepPreviousData,
  });
  return (
    <p className={classes.count} role="status">
      {data !== undefined &&
        t(name === '' ? 'access.countNew' : 'access.count', {
          name,
          visible: number(data.visible_count),
          total: number(data.total_count),
        })}
    </p>
  );
};
