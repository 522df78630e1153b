import { useTranslation } from 'react-i18next';

import type { Draft } from './drafts.ts';

/** Returns the description of a pending change. */
export const useDraftText = () => {
  const { t } = useTranslation('organise');
  return ({ told }: Draft): string => {
    if (told.kind === 'merge') return t('pending.merge', { from: told.from, into: told.into });
    if (told.kind === 'sequence') {
      const { count, start, field } = told;
      return t('pending.sequence', { count, start, field: t(`numbers.${field}`) });
    }
    return t(`pending.${told.kind}`, { count: told.count, into: told.into });
  };
};
