import { useTranslation } from 'react-i18next';

import { useSentence } from '../filters/use-sentence.ts';
import { filterOf } from '../smart-lists/draft.ts';
import classes from './lists.module.css';

/** Describes a collection's rule. */
export const RuleText = ({ condition }: { condition: Record<string, unknown> }) => {
  const { t } = useTranslation('lists');
  const sentence = useSentence()(filterOf({ target: 'series', condition }));
  return <p className={classes.rule}>{t('rule.text', { sentence })}</p>;
};
