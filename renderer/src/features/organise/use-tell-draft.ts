import { useTranslation } from 'react-i18next';

import type { Draft } from './drafts.ts';

/** Gives the words for a change that waits. */
export const useTellDraft = () => {
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
