import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

import { useCan } from '../../api/session-store.ts';
import { withTranslations } from '../../locales/with-translations.ts';
import { newDraft, type SmartDraft } from './draft.ts';
import { lazyPart } from '../../ui/feedback/lazy-part.tsx';

const SmartListDialog = lazyPart(async () => ({
  default: (await withTranslations(import('./smart-list-dialog.tsx'))).SmartListDialog,
}));

interface SaveFilterProps extends Pick<SmartDraft, 'target' | 'filter' | 'sort'> {
  /** Undefined for all libraries. */
  libraryId: string | undefined;
}

/** Saves the current filter of a library as a smart list. */
export const SaveFilter = ({ libraryId, target, filter, sort }: SaveFilterProps) => {
  const { t } = useTranslation('filters');
  const navigate = useNavigate();
  const canWrite = useCan('progress-write');
  const [isOpen, setOpen] = useState(false);
  if (!canWrite) return null;
  const here =
    libraryId === undefined
      ? []
      : [{ field: 'libraryId', operator: 'is', value: libraryId } as const];
  const nodes = filter.join === 'all' ? filter.nodes : [filter];
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        {t('save')}
      </button>
      {isOpen && (
        <SmartListDialog
          draft={{
            ...newDraft(target),
            filter: { join: 'all', nodes: [...here, ...nodes] },
            sort,
          }}
          id={null}
          onClose={() => setOpen(false)}
          onSaved={({ id }) => void navigate({ to: '/smart-list/$id', params: { id } })}
        />
      )}
    </>
  );
};
