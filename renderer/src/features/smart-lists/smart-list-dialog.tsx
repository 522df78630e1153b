import { Button, NativeSelect, SegmentedControl, Switch, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState, type SyntheticEvent } from 'react';
import { useTranslation } from 'react-i18next';

import { bookSortFields } from '../../../../shared/api/book-record.ts';
import { seriesSortFields } from '../../../../shared/api/series-record.ts';
import type { SmartList } from '../../../../shared/api/smart-lists.ts';
import { errorMessage } from '../../api/client.ts';
import { useCan } from '../../api/session-store.ts';
import { Dialog, DialogActions } from '../../ui/feedback/dialog.tsx';
import { completed, countTests } from '../filters/filter-tree.ts';
import { RuleBuilder } from '../filters/rule-builder.tsx';
import { saveSmartList } from './change-smart-lists.ts';
import { newDraft, type SmartDraft } from './draft.ts';
import { LiveCount } from './live-count.tsx';
import classes from './smart-lists.module.css';

interface SmartListDialogProps {
  /** Initial values. */
  draft: SmartDraft;
  /** The list to edit; null creates one. */
  id: string | null;
  onClose: () => void;
  onSaved: (list: SmartList) => void;
}

/** Editor of a smart list: name, rules with a live preview, and order. */
export const SmartListDialog = ({ draft: first, id, onClose, onSaved }: SmartListDialogProps) => {
  const { t } = useTranslation(['smartLists', 'library', 'filters', 'common']);
  const client = useQueryClient();
  const canShare = useCan('collections-write');
  const [draft, setDraft] = useState(first);
  const [problem, setProblem] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const change = (changes: Partial<SmartDraft>) => setDraft({ ...draft, ...changes });
  const { target, filter, words, sort } = draft;
  const isEmpty = words.trim() === '' && countTests(completed(filter)) === 0;

  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    if (draft.name.trim() === '') {
      setProblem(t('nameMissing'));
      return;
    }
    setBusy(true);
    saveSmartList(client, draft, id)
      .then((list) => {
        onClose();
        onSaved(list);
      })
      .catch((error: unknown) => {
        setBusy(false);
        setProblem(errorMessage(error) ?? t('common:error.unreachable'));
      });
  };

  return (
    <Dialog
      title={id === null ? t('new') : t('edit', { name: first.name })}
      opened
      onClose={onClose}
      size={720}
    >
      <form className={classes.form} onSubmit={submit} noValidate>
        <TextInput
          label={t('name')}
          autoComplete="off"
          data-autofocus
          maxLength={255}
          value={draft.name}
          error={problem}
          onChange={({ currentTarget }) => {
            setProblem(null);
            change({ name: currentTarget.value });
          }}
        />
        {id === null && (
          <SegmentedControl
            aria-label={t('target')}
            value={target}
            onChange={(value) => {
              // Series and books have different fields, so reset rules and order.
              const { filter: none, sort: byName } = newDraft(value);
              change({ target: value, filter: none, sort: byName });
            }}
            data={[
              { value: 'series', label: t('library:series') },
              { value: 'books', label: t('library:books') },
            ]}
          />
        )}
        <div>
          <span className={classes.label}>{t('rules')}</span>
          <RuleBuilder
            kind={target}
            filter={filter}
            onChange={(changed) => change({ filter: changed })}
          />
        </div>
        <div className={classes.pair}>
          <TextInput
            label={t('words')}
            description={t('wordsText')}
            autoComplete="off"
            maxLength={1000}
            value={words}
            onChange={({ currentTarget }) => change({ words: currentTarget.value })}
          />
          <div className={classes.sort}>
            <NativeSelect
              label={t('library:sortLabel')}
              value={sort.field}
              onChange={({ currentTarget }) => {
                const fields = target === 'series' ? seriesSortFields : bookSortFields;
                const field = fields.find((known) => known === currentTarget.value);
                if (field !== undefined) change({ sort: { ...sort, field } });
              }}
              data={(target === 'series' ? seriesSortFields : bookSortFields).map((field) => ({
                value: field,
                label: t(`library:sort.${field}`),
              }))}
            />
            <NativeSelect
              aria-label={t('direction')}
              value={sort.direction}
              onChange={({ currentTarget }) =>
                change({
                  sort: { ...sort, direction: currentTarget.value === 'desc' ? 'desc' : 'asc' },
                })
              }
              data={(['asc', 'desc'] as const).map((direction) => ({
                value: direction,
                label: t(`library:order.${direction}`),
              }))}
            />
          </div>
        </div>
        {(canShare || draft.shared) && (
          <Switch
            label={t('shared')}
            description={t('sharedText')}
            checked={draft.shared}
            onChange={({ currentTarget }) => change({ shared: currentTarget.checked })}
          />
        )}
        <LiveCount target={target} filter={filter} words={words} sort={sort} />
        {isEmpty && <p className={classes.hint}>{t('noRules')}</p>}
        <DialogActions onCancel={onClose}>
          <Button type="submit" loading={isBusy}>
            {t(id === null ? 'create' : 'save')}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
};
