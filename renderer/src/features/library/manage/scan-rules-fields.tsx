import { Checkbox, Select, Switch, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';

import { bookFormats } from '../../../../../shared/api/book-record.ts';
import {
  metadataSources,
  seriesCovers,
  type MetadataSource,
  type ScanRules,
} from '../../../../../shared/api/scan-rules.ts';
import { CalibreFields } from './calibre-fields.tsx';
import classes from './scan-rules.module.css';
import { TitleRulesField } from './title-rules-field.tsx';

interface ScanRulesFieldsProps {
  /** The folder of the library. */
  path: string;
  value: ScanRules;
  onChange: (rules: ScanRules) => void;
  /** Whether rules that cannot be saved say why. */
  showsProblems: boolean;
}

/** How the files of a library become books and series. */
export const ScanRulesFields = ({ path, value, onChange, showsProblems }: ScanRulesFieldsProps) => {
  const { t } = useTranslation('scanRules');
  const set = (changes: Partial<ScanRules>) => onChange({ ...value, ...changes });
  const sources = metadataSources.filter((source) => value.metadata_sources[source]);
  const setSources = (chosen: string[]) =>
    set({
      metadata_sources: Object.fromEntries(
        metadataSources.map((source) => [source, chosen.includes(source)]),
      ) as Record<MetadataSource, boolean>,
    });
  return (
    <div className={classes.fields}>
      <Checkbox.Group
        label={t('types')}
        description={t('typesText')}
        value={value.file_types}
        onChange={(chosen) => set({ file_types: chosen })}
        error={value.file_types.length === 0 && t('typesMissing')}
      >
        <div className={classes.checks}>
          {bookFormats.map((format) => (
            <Checkbox
              key={format}
              value={format}
              label={format === 'folder' ? t('format.folder') : format.toUpperCase()}
            />
          ))}
        </div>
      </Checkbox.Group>
      <TextInput
        label={t('oneShots')}
        description={t('oneShotsText')}
        spellCheck={false}
        maxLength={255}
        value={value.one_shot_folder ?? ''}
        onChange={({ currentTarget: { value: name } }) =>
          set({ one_shot_folder: name === '' ? null : name })
        }
        error={/[\\/]/.test(value.one_shot_folder ?? '') && t('oneShotsInvalid')}
      />
      <Checkbox.Group label={t('sources')} value={sources} onChange={setSources}>
        <div className={classes.checks}>
          {metadataSources.map((source) => (
            <Checkbox key={source} value={source} label={t(`source.${source}`)} />
          ))}
        </div>
      </Checkbox.Group>
      <Select
        label={t('cover')}
        data={seriesCovers.map((cover) => ({ value: cover, label: t(`covers.${cover}`) }))}
        value={value.series_cover}
        onChange={(cover) => cover !== null && set({ series_cover: cover })}
        allowDeselect={false}
      />
      <Switch
        label={t('calibre')}
        description={t('calibreText')}
        checked={value.calibre}
        onChange={(event) => set({ calibre: event.currentTarget.checked })}
      />
      {value.calibre && <CalibreFields path={path} value={value} onChange={set} />}
      <TitleRulesField
        rules={value.title_rules}
        onChange={(title_rules) => set({ title_rules })}
        showsProblems={showsProblems}
      />
    </div>
  );
};
