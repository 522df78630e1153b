import { ActionIcon, Button, Select } from '@mantine/core';
import { IconArrowUp } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';

import {
  type CalibreColumn,
  listCalibreColumns,
} from '../../../../../shared/api/library-preview.ts';
import {
  columnTargets,
  type ColumnTarget,
  type ScanRules,
} from '../../../../../shared/api/scan-rules.ts';
import { api } from '../../../api/client.ts';
import { useUser } from '../../../api/session-store.ts';
import { ErrorState } from '../../../ui/feedback/empty-state.tsx';
import classes from './scan-rules.module.css';

interface CalibreFieldsProps {
  /** The folder of the library. */
  path: string;
  value: ScanRules;
  onChange: (changes: Partial<ScanRules>) => void;
}

/** How the books of a calibre library are taken. */
export const CalibreFields = ({ path, value, onChange }: CalibreFieldsProps) => {
  const { t } = useTranslation('scanRules');
  const { calibre_formats: formats } = value;
  const moveUp = (index: number) => {
    const [before, format] = [formats[index - 1], formats[index]];
    if (before === undefined || format === undefined) return;
    onChange({ calibre_formats: formats.with(index - 1, format).with(index, before) });
  };
  return (
    <>
      <fieldset className={classes.rules}>
        <legend>{t('calibreFormats')}</legend>
        <p>{t('calibreFormatsText')}</p>
        <ol className={classes.order}>
          {formats.map((format, index) => {
            const name = format.toUpperCase();
            return (
              <li key={format}>
                {name}
                <ActionIcon
                  variant="default"
                  disabled={index === 0}
                  aria-label={t('formatUp', { format: name })}
                  onClick={() => moveUp(index)}
                >
                  <IconArrowUp size={16} />
                </ActionIcon>
              </li>
            );
          })}
        </ol>
      </fieldset>
      <Columns path={path} value={value} onChange={onChange} />
    </>
  );
};

const Columns = ({ path, value, onChange }: CalibreFieldsProps) => {
  const { t } = useTranslation('scanRules');
  const me = useUser()?.id ?? null;
  const { calibre_columns: chosen, calibre_reader: reader } = value;
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['libraries', 'calibre-columns', path],
    queryFn: ({ signal }) => api.call(listCalibreColumns, { body: { path }, signal }),
    enabled: path !== '',
    retry: false,
    gcTime: 0,
  });
  const columns = data?.columns ?? [];
  const setColumns = (calibre_columns: ScanRules['calibre_columns']) => {
    const isAboutReading = Object.values(calibre_columns).includes('read');
    onChange({ calibre_columns, calibre_reader: isAboutReading ? (reader ?? me) : null });
  };
  const set = ({ label }: CalibreColumn, target: ColumnTarget | null) =>
    setColumns(
      Object.fromEntries([
        ...Object.entries(chosen).filter(([other]) => other !== label),
        ...(target === null ? [] : [[label, target] as const]),
      ]),
    );
  const suggestions = Object.fromEntries(
    columns.flatMap(({ label, suggestion }) => (suggestion === null ? [] : [[label, suggestion]])),
  ) as ScanRules['calibre_columns'];
  return (
    <fieldset className={classes.rules}>
      <legend>{t('columns')}</legend>
      <p>{t('columnsText')}</p>
      <div aria-live="polite">
        {path === '' && <p>{t('columnsMissing')}</p>}
        {isFetching && <p>{t('columnsReading')}</p>}
        {!isFetching && error !== null && (
          <ErrorState compact error={error} onRetry={() => void refetch()} />
        )}
        {!isFetching && data !== undefined && columns.length === 0 && <p>{t('columnsNone')}</p>}
      </div>
      {columns.length > 0 && (
        <>
          <div className={classes.columns}>
            {columns.map((column) => (
              <Select
                key={column.label}
                label={column.name}
                placeholder={t('columnUnused')}
                data={columnTargets.map((target) => ({
                  value: target,
                  label: t(`column.${target}`),
                }))}
                value={chosen[column.label] ?? null}
                onChange={(target) => set(column, target)}
                clearable
              />
            ))}
          </div>
          {reader !== null && <p>{t(reader === me ? 'columnsRead' : 'columnsReadOther')}</p>}
          <Button
            variant="default"
            size="compact-md"
            disabled={Object.keys(suggestions).length === 0}
            onClick={() => setColumns(suggestions)}
          >
            {t('columnsSuggest')}
          </Button>
        </>
      )}
    </fieldset>
  );
};
