import { Button, Skeleton } from '@mantine/core';
import { IconArrowBackUp, IconPencil } from '@tabler/icons-react';
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';

import type { Edit } from '../../../../shared/api/edits.ts';
import { useChange } from '../../api/use-change.ts';
import { EmptyState, QueryState } from '../../ui/feedback/empty-state.tsx';
import { reportFailure } from '../../ui/feedback/notify.ts';
import { ItemRow, RowAction } from '../../ui/lists/item-row.tsx';
import { useLocale } from '../../ui/text/use-locale.ts';
import { undoOne } from '../editing/edit-calls.ts';
import classes from './activity-page.module.css';
import { editsQuery } from './queries.ts';

/** The latest edits of metadata by people and their apps, each with undo. */
export const EditsView = () => {
  const { t } = useTranslation(['activity', 'common']);
  const edits = useInfiniteQuery(editsQuery());
  if (edits.data === undefined) {
    const placeholder = <Skeleton height={320} role="status" aria-label={t('common:loading')} />;
    return <QueryState query={edits} placeholder={placeholder} />;
  }
  const all = edits.data.pages.flatMap(({ data }) => data);
  if (all.length === 0) {
    return (
      <EmptyState icon={<IconPencil stroke={1.25} />} title={t('edits.none')}>
        {t('edits.noneText')}
      </EmptyState>
    );
  }
  return (
    <>
      <ul className={classes.card}>
        {all.map((edit) => (
          <EditRow key={edit.id} edit={edit} />
        ))}
      </ul>
      {edits.hasNextPage && (
        <div className={classes.load}>
          <Button
            variant="default"
            loading={edits.isFetchingNextPage}
            onClick={() => void edits.fetchNextPage()}
          >
            {t('older')}
          </Button>
        </div>
      )}
    </>
  );
};

const EditRow = ({ edit }: { edit: Edit }) => {
  const { t } = useTranslation(['activity', 'editing']);
  const { ago } = useLocale();
  const client = useQueryClient();
  const undo = useChange([editsQuery().queryKey], () => undoOne(client, edit.id), reportFailure);
  const { title, fields, user, created_at, undone_at, record_count } = edit;
  const name = title ?? t('edits.many', { count: record_count });
  const facts = [
    user?.username,
    ago(created_at),
    undone_at === null ? null : t('edits.undone'),
  ].filter(Boolean);
  return (
    <ItemRow
      mark={<IconPencil size={22} stroke={1.5} />}
      title={name}
      details={[
        fields.map((field) => t(`editing:field.${field}`, { defaultValue: field })).join(', '),
        facts.join(' · '),
      ]}
      actions={
        undone_at === null && (
          <RowAction
            label={t('edits.undoOf', { name })}
            icon={<IconArrowBackUp size={19} stroke={1.6} />}
            isBusy={undo.isPending}
            onClick={() => undo.mutate()}
          />
        )
      }
    />
  );
};
