import { Checkbox, NumberInput, Select, Switch } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';

import {
  type ConversionRule,
  conversionPageFormats,
} from '../../../../shared/api/conversion-rule.ts';
import { listConversions } from '../../../../shared/api/conversions.ts';
import { api } from '../../api/client.ts';
import { useLocale } from '../../ui/text/use-locale.ts';
import classes from './conversion-rule-field.module.css';

const firstRule: ConversionRule = { pack: true, rename: true, pages: null, is_automatic: false };
const firstPages = { quality: 85, least_gain: 20 };

interface ConversionRuleFieldProps {
  libraryId: string;
  value: ConversionRule | null;
  onChange: (rule: ConversionRule | null) => void;
  /** Closes the form around it. */
  onLeave: () => void;
}

/** The rule for files that scans add to a library, and the result of its last run. */
export const ConversionRuleField = ({
  libraryId,
  value,
  onChange,
  onLeave,
}: ConversionRuleFieldProps) => {
  const { t } = useTranslation('conversions');
  const set = (changes: Partial<ConversionRule>) =>
    onChange({ ...firstRule, ...value, ...changes });
  return (
    <div className={classes.rule}>
      <Switch
        label={t('rule.title')}
        description={t('rule.text')}
        checked={value !== null}
        onChange={({ currentTarget }) => onChange(currentTarget.checked ? firstRule : null)}
      />
      {value !== null && (
        <div className={classes.choices}>
          <Checkbox
            label={t('rule.pack')}
            checked={value.pack}
            onChange={({ currentTarget }) => set({ pack: currentTarget.checked })}
          />
          <Checkbox
            label={t('rule.rename')}
            checked={value.rename}
            onChange={({ currentTarget }) => set({ rename: currentTarget.checked })}
          />
          <Pages pages={value.pages} onChange={(pages) => set({ pages })} />
          <Select
            label={t('rule.when')}
            value={value.is_automatic ? 'now' : 'later'}
            allowDeselect={false}
            data={(['later', 'now'] as const).map((when) => ({
              value: when,
              label: t(`rule.${when}`),
            }))}
            onChange={(when) => set({ is_automatic: when === 'now' })}
          />
          <LastRun libraryId={libraryId} onLeave={onLeave} />
        </div>
      )}
    </div>
  );
};

const Pages = ({
  pages,
  onChange,
}: {
  pages: ConversionRule['pages'];
  onChange: (pages: ConversionRule['pages']) => void;
}) => {
  const { t } = useTranslation('conversions');
  const numberField = (name: 'quality' | 'least_gain', label: string, max: number) =>
    pages && (
      <NumberInput
        label={label}
        value={pages[name]}
        onChange={(value) => typeof value === 'number' && onChange({ ...pages, [name]: value })}
        min={1}
        max={max}
        allowDecimal={false}
        clampBehavior="strict"
      />
    );
  return (
    <div className={classes.pages}>
      <Select
        label={t('pages.label')}
        value={pages?.format ?? 'keep'}
        allowDeselect={false}
        data={(['keep', ...conversionPageFormats] as const).map((format) => ({
          value: format,
          label: t(`pages.${format}`),
        }))}
        onChange={(format) =>
          onChange(
            format === 'webp' || format === 'avif' ? { ...firstPages, ...pages, format } : null,
          )
        }
      />
      {numberField('quality', t('quality'), 100)}
      {numberField('least_gain', t('rule.leastGain'), 90)}
    </div>
  );
};

const LastRun = ({ libraryId, onLeave }: { libraryId: string; onLeave: () => void }) => {
  const { t } = useTranslation('conversions');
  const { moment } = useLocale();
  const { data } = useQuery({
    queryKey: ['conversions', 'rule', libraryId],
    queryFn: ({ signal }) =>
      api.call(listConversions, { query: { library_id: libraryId, pageSize: 50 }, signal }),
  });
  const last = data?.data.find(({ by_rule }) => by_rule);
  if (data === undefined) return null;
  if (!last) return <p className={classes.last}>{t('rule.never')}</p>;
  const { converted, failed, planned, pending } = last.files;
  return (
    <p className={classes.last}>
      {t('rule.last', {
        date: moment(last.created_at),
        converted,
        failed,
        waiting: planned + pending,
      })}{' '}
      <Link to="/library/$libraryId/convert" params={{ libraryId }} onClick={onLeave}>
        {t('rule.show')}
      </Link>
    </p>
  );
};
