import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

import { planConversion } from '../../../../shared/api/conversions.ts';
import { hasCode } from '../../../../shared/errors.ts';
import { api } from '../../api/client.ts';
import { librariesQuery } from '../../api/queries.ts';
import { useChange } from '../../api/use-change.ts';
import { Dialog, DialogActions } from '../../ui/feedback/dialog.tsx';
import { reportFailure } from '../../ui/feedback/notify.ts';
import { closeBulkDialog, useBulkDialog } from '../selection/bulk-dialog-store.ts';
import { clearSelection, type SelectionKind } from '../selection/selection-store.ts';
import { keptPages, PagesChoice, pagesOfPlan } from './pages-choice.tsx';

interface ToConvert {
  kind: SelectionKind;
  ids: readonly string[];
}

/** Creates a conversion plan for books and shows it. */
export const ConvertDialog = () => {
  const open = useBulkDialog((state) => state.open);
  if (open?.dialog !== 'convert') return null;
  return <Choice selected={open.selected} />;
};

const Choice = ({ selected: { kind, ids } }: { selected: ToConvert }) => {
  const { t } = useTranslation(['conversions', 'filePlans', 'common']);
  const navigate = useNavigate();
  const [pages, setPages] = useState(keptPages);
  const [isNone, setNone] = useState(false);
  const { data: libraries = [] } = useQuery(librariesQuery());
  const plan = useChange(
    [['conversions']],
    async () => {
      const named = kind === 'series' ? { series_ids: [...ids] } : { book_ids: [...ids] };
      const planned: string[] = [];
      for (const { id } of libraries.filter(({ convert_files }) => convert_files)) {
        try {
          const body = { pages: pagesOfPlan(pages), ...named };
          await api.call(planConversion, { params: { id }, body });
          planned.push(id);
        } catch (error) {
          // The books are in other libraries.
          if (!hasCode(error, 'Conflict')) throw error;
        }
      }
      const [libraryId] = planned;
      setNone(libraryId === undefined);
      if (libraryId === undefined) return;
      closeBulkDialog();
      clearSelection();
      await navigate({ to: '/library/$libraryId/convert', params: { libraryId } });
    },
    reportFailure,
  );
  return (
    <Dialog title={t('title')} opened onClose={closeBulkDialog}>
      <p style={{ marginBottom: 14 }}>{t('unchanged')}</p>
      <div style={{ display: 'flex', flexWrap: 'wrap', gap: 10 }}>
        <PagesChoice value={pages} onChange={setPages} />
      </div>
      {isNone && (
        <p role="alert" style={{ marginTop: 14 }}>
          {t('notHere')}
        </p>
      )}
      <DialogActions onCancel={closeBulkDialog}>
        <Button loading={plan.isPending} onClick={() => plan.mutate(undefined)}>
          {t('filePlans:preview')}
        </Button>
      </DialogActions>
    </Dialog>
  );
};
