import { useTranslation } from 'react-i18next';

import type { SmartList } from '../../../../shared/api/smart-lists.ts';
import { useSentence } from '../filters/use-sentence.ts';
import { filterOf } from './draft.ts';

/** Describes a list's rules: "Series where genre is Drama, with the words “red sun”". */
export const useListFacts = (): ((list: SmartList) => { rules: string; owner: string | null }) => {
  const { t } = useTranslation('smartLists');
  const sentence = useSentence();
  return (list) => {
    const rules = sentence(filterOf(list));
    const words = list.full_text_search;
    const parts = [
      rules === '' ? t(`all.${list.target}`) : t(`where.${list.target}`, { sentence: rules }),
      ...(words === null ? [] : [t('withWords', { words })]),
    ];
    const owner = list.own
      ? list.shared
        ? t('sharedByYou')
        : null
      : t('sharedBy', { name: list.owner });
    return { rules: parts.join(', '), owner };
  };
};
