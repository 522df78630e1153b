import { NativeSelect, SegmentedControl, Switch, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

import { bookSortFields } from '../../../../shared/api/book-record.ts';
import { seriesSortFields } from '../../../../shared/api/series-record.ts';
import type { SmartList } from '../../../../shared/api/smart-lists.ts';
import { useCan } from '../../api/session-store.ts';
import { DialogForm } from '../../ui/feedback/dialog-form.tsx';
import { Dialog } from '../../ui/feedback/dialog.tsx';
import { withoutIncomplete, countTests } from '../filters/filter-tree.ts';
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
  const { t } = useTranslation(['smartLists', 'library', 'browse', 'filters']);
  const client = useQueryClient();
  const canShare = useCan('collections-write');
  const [draft, setDraft] = useState(first);
  const [isNameMissing, setNameMissing] = useState(false);
  const change = (changes: Partial<SmartDraft>) => setDraft({ ...draft, ...changes });
  const { target, filter, words, sort } = draft;
  const isEmpty = words.trim() === '' && countTests(withoutIncomplete(filter)) === 0;

  const save = useMutation({
    mutationFn: () => saveSmartList(client, draft, id),
    onSuccess: (list) => {
      onClose();
      onSaved(list);
    },
  });

  return (
    <Dialog
      title={id === null ? t('new') : t('edit', { name: first.name })}
      opened
      onClose={onClose}
      size={720}
    >
      <DialogForm
        action={t(id === null ? 'create' : 'save')}
        change={save}
        onSubmit={() => (draft.name.trim() === '' ? setNameMissing(true) : save.mutate())}
        onCancel={onClose}
      >
        <TextInput
          label={t('name')}
          autoComplete="off"
          data-autofocus
          maxLength={255}
          value={draft.name}
          error={isNameMissing && t('nameMissing')}
          onChange={({ currentTarget }) => {
            setNameMissing(false);
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
              label={t('browse:sortLabel')}
              value={sort.field}
              onChange={({ currentTarget }) => {
                const fields = target === 'series' ? seriesSortFields : bookSortFields;
                const field = fields.find((known) => known === currentTarget.value);
                if (field !== undefined) change({ sort: { ...sort, field } });
              }}
              data={(target === 'series' ? seriesSortFields : bookSortFields).map((field) => ({
                value: field,
                label: t(`browse:sort.${field}`),
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
                label: t(`browse:order.${direction}`),
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
      </DialogForm>
    </Dialog>
  );
};
