import { ActionIcon, Button, Select, TextInput } from '@mantine/core';
import { IconArrowUp, IconX } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';

import { maxTitleRules, type TitleRule } from '../../../../../shared/api/scan-rules.ts';
import classes from './scan-rules.module.css';
import { ruleProblem } from './scan-rules.ts';

const kinds = ['brackets', 'separators', 'prefix', 'suffix', 'replace'] as const;

const empty: Record<TitleRule['kind'], TitleRule> = {
  brackets: { kind: 'brackets' },
  separators: { kind: 'separators' },
  prefix: { kind: 'prefix', text: '' },
  suffix: { kind: 'suffix', text: '' },
  replace: { kind: 'replace', find: '', replace: '' },
};

interface TitleRulesFieldProps {
  rules: readonly TitleRule[];
  onChange: (rules: TitleRule[]) => void;
  showsProblems: boolean;
}

/** The ordered rules that clean up titles. */
export const TitleRulesField = ({ rules, onChange, showsProblems }: TitleRulesFieldProps) => {
  const { t } = useTranslation('scanRules');
  const put = (index: number, rule: TitleRule) => onChange(rules.with(index, rule));
  const moveUp = (index: number) => {
    const before = rules[index - 1];
    const rule = rules[index];
    if (before && rule) onChange(rules.with(index - 1, rule).with(index, before));
  };
  return (
    <fieldset className={classes.rules}>
      <legend>{t('titles')}</legend>
      <p>{t('titlesText')}</p>
      <ol>
        {rules.map((rule, index) => {
          const number = index + 1;
          const error =
            showsProblems && ruleProblem(rule) ? { error: t('textMissing') } : undefined;
          return (
            // A rule has no identity but its place.
            <li key={index} className={classes.rule}>
              <Select
                aria-label={t('ruleKind', { number })}
                data={kinds.map((kind) => ({ value: kind, label: t(`rule.${kind}`) }))}
                value={rule.kind}
                onChange={(kind) => kind !== null && put(index, empty[kind])}
                allowDeselect={false}
              />
              <ActionIcon
                variant="default"
                size="input-sm"
                disabled={index === 0}
                aria-label={t('up', { number })}
                onClick={() => moveUp(index)}
              >
                <IconArrowUp size={16} />
              </ActionIcon>
              <ActionIcon
                variant="default"
                size="input-sm"
                aria-label={t('remove', { number })}
                onClick={() => onChange(rules.toSpliced(index, 1))}
              >
                <IconX size={16} />
              </ActionIcon>
              {(rule.kind === 'prefix' || rule.kind === 'suffix') && (
                <TextInput
                  className={classes.whole}
                  aria-label={t('text')}
                  placeholder={t('text')}
                  maxLength={100}
                  spellCheck={false}
                  value={rule.text}
                  onChange={(event) => put(index, { ...rule, text: event.currentTarget.value })}
                  {...error}
                />
              )}
              {rule.kind === 'replace' && (
                <div className={classes.replace}>
                  <TextInput
                    aria-label={t('find')}
                    placeholder={t('find')}
                    description={t('findText')}
                    inputWrapperOrder={['input', 'description', 'error']}
                    maxLength={100}
                    spellCheck={false}
                    value={rule.find}
                    onChange={(event) => put(index, { ...rule, find: event.currentTarget.value })}
                    {...error}
                  />
                  <TextInput
                    aria-label={t('replaceBy')}
                    placeholder={t('replaceBy')}
                    maxLength={100}
                    spellCheck={false}
                    value={rule.replace}
                    onChange={(event) =>
                      put(index, { ...rule, replace: event.currentTarget.value })
                    }
                  />
                </div>
              )}
            </li>
          );
        })}
      </ol>
      <Button
        variant="default"
        size="compact-md"
        disabled={rules.length >= maxTitleRules}
        onClick={() => onChange([...rules, empty.brackets])}
      >
        {t('add')}
      </Button>
    </fieldset>
  );
};
