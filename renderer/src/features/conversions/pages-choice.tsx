import { NumberInput, SegmentedControl } from '@mantine/core';
import { useTranslation } from 'react-i18next';

import { conversionPageFormats } from '../../../../shared/api/conversion-rule.ts';

const formats = ['keep', ...conversionPageFormats] as const;

export interface ChosenPages {
  format: (typeof formats)[number];
  quality: number;
}

export const keptPages: ChosenPages = { format: 'keep', quality: 85 };

/** Chooses whether a plan keeps the pages or writes them as another format. */
export const pagesOfPlan = ({ format, quality }: ChosenPages) =>
  format === 'keep' ? null : { format, quality };

/** Whether pages stay, or what they are recompressed to. */
export const PagesChoice = ({
  value,
  onChange,
}: {
  value: ChosenPages;
  onChange: (value: ChosenPages) => void;
}) => {
  const { t } = useTranslation('conversions');
  const { format, quality } = value;
  return (
    <>
      <SegmentedControl
        aria-label={t('pages.label')}
        value={format}
        onChange={(chosen) => onChange({ ...value, format: chosen })}
        data={formats.map((name) => ({ value: name, label: t(`pages.${name}`) }))}
      />
      {format !== 'keep' && (
        <NumberInput
          aria-label={t('quality')}
          prefix={`${t('quality')} `}
          value={quality}
          onChange={(chosen) =>
            onChange({
              ...value,
              quality: typeof chosen === 'number' ? chosen : keptPages.quality,
            })
          }
          min={1}
          max={100}
          allowDecimal={false}
          clampBehavior="strict"
          w={130}
        />
      )}
    </>
  );
};
