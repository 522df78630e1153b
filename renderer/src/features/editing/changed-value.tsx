import { useTranslation } from 'react-i18next';

import { valueText } from './value-text.ts';

interface ChangedValueProps {
  field: string;
  /** Default: its name in the editor. */
  name?: string | undefined;
  before: unknown;
  after: unknown;
  className?: string | undefined;
}

/** A field with its former and its new value. */
export const ChangedValue = ({ field, name, before, after, className }: ChangedValueProps) => {
  const { t } = useTranslation('editing');
  return (
    <p className={className}>
      {t('change', {
        field: name ?? t(`field.${field as 'title'}`, { defaultValue: field }),
        before: valueText(before) || t('empty'),
        after: valueText(after) || t('empty'),
      })}
    </p>
  );
};
