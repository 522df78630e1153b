import { ActionIcon, Button } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';

import { organise, type OrganiseResult } from '../../../../shared/api/organise.ts';
import { api } from '../../api/client.ts';
import { FormError } from '../../ui/feedback/form-error.tsx';
import { reportFailure } from '../../ui/feedback/notify.ts';
import { ConflictLine } from './conflict-line.tsx';
import type { Draft } from './drafts.ts';
import classes from './organise.module.css';
import { previewQuery, useOfferUndoOfChange } from './queries.ts';

interface PendingPanelProps {
  drafts: readonly Draft[];
  onRemove: (id: number) => void;
  onClear: () => void;
}

/** Pending changes, with the server's preview of them. */
export const PendingPanel = ({ drafts, onRemove, onClear }: PendingPanelProps) => {
  const { t } = useTranslation(['organise', 'common']);
  const draftText = useDraftText();
  const offerUndoOf = useOfferUndoOfChange();
  const { data, error } = useQuery(previewQuery(drafts));
  const apply = useMutation({
    mutationFn: () => api.call(organise, { body: { changes: drafts.map(({ change }) => change) } }),
    onSuccess: ({ change_id, book_count }) => {
      onClear();
      return offerUndoOf(change_id, t('applied', { count: book_count }));
    },
    onError: reportFailure,
  });
  const isBlocked = data?.conflicts.some(({ blocking }) => blocking) ?? true;

  return (
    <aside
      className={classes.pending}
      data-empty={drafts.length === 0 || undefined}
      aria-label={t('pending.title')}
    >
      <h2>{t('pending.title')}</h2>
      {drafts.length === 0 && <p className={classes.quiet}>{t('pending.none')}</p>}
      {drafts.length > 0 && (
        <>
          <ol className={classes.drafts}>
            {drafts.map((draft) => (
              <li key={draft.id}>
                <span>{draftText(draft)}</span>
                <ActionIcon
                  aria-label={t('pending.remove', { what: draftText(draft) })}
                  onClick={() => onRemove(draft.id)}
                >
                  <IconX size={16} />
                </ActionIcon>
              </li>
            ))}
          </ol>
          <FormError error={error} />
          {data !== undefined && error === null && <Outcome result={data} />}
          <div className={classes.actions}>
            <Button variant="default" onClick={onClear}>
              {t('pending.discard')}
            </Button>
            <Button
              loading={apply.isPending}
              disabled={isBlocked || error !== null}
              onClick={() => apply.mutate()}
            >
              {t('pending.apply')}
            </Button>
          </div>
        </>
      )}
    </aside>
  );
};

const Outcome = ({ result: { series, book_count, conflicts } }: { result: OrganiseResult }) => {
  const { t } = useTranslation('organise');
  return (
    <div aria-live="polite">
      <h3>{t('pending.result')}</h3>
      <p className={classes.quiet}>
        {book_count === 0 ? t('pending.nothing') : t('pending.changed', { count: book_count })}
      </p>
      <ul className={classes.outcome}>
        {series.map(({ series_id, name, before, after }) => (
          <li key={series_id ?? `new ${name}`}>
            <strong>{name}</strong>
            <span>
              {t('pending.counts', { before, after })}
              {before === 0 && ` · ${t('pending.made')}`}
              {after === 0 && ` · ${t('pending.ends')}`}
            </span>
          </li>
        ))}
      </ul>
      {conflicts.map((conflict, index) => (
        <ConflictLine key={index} conflict={conflict} />
      ))}
    </div>
  );
};

/** Returns the description of a pending change. */
const useDraftText = () => {
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
