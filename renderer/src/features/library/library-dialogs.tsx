import { useNavigate, useRouterState } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';

import type { Library } from '../../../../shared/api/libraries.ts';
import { useDeleteLibrary } from '../../api/mutations.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Regroup } from '../organise/regroup.tsx';
import { closeLibraryDialog, useLibraryDialog } from './dialogs.ts';
import { LibraryForm } from './library-form.tsx';

/** The dialogs about libraries, mounted once in the shell. */
export const LibraryDialogs = () => {
  const { t } = useTranslation(['library', 'organise']);
  const open = useLibraryDialog((dialog) => dialog.open);
  return (
    <>
      <Dialog
        title={t(open?.kind === 'edit' ? 'edit' : 'add')}
        opened={open?.kind === 'add' || open?.kind === 'edit'}
        onClose={closeLibraryDialog}
        size={520}
      >
        {(open?.kind === 'add' || open?.kind === 'edit') && (
          <LibraryForm
            library={open.kind === 'edit' ? open.library : null}
            onDone={closeLibraryDialog}
          />
        )}
      </Dialog>
      <Dialog
        title={t('organise:regroup.title')}
        opened={open?.kind === 'regroup'}
        onClose={closeLibraryDialog}
        size={620}
      >
        {open?.kind === 'regroup' && <Regroup library={open.library} onDone={closeLibraryDialog} />}
      </Dialog>
      {open?.kind === 'delete' && <DeleteLibrary library={open.library} />}
    </>
  );
};

const DeleteLibrary = ({ library }: { library: Library }) => {
  const { t } = useTranslation('library');
  const navigate = useNavigate();
  const remove = useDeleteLibrary();
  const here = useRouterState({
    select: ({ location }) => location.pathname === `/library/${library.id}`,
  });
  const confirm = () =>
    remove.mutate(library.id, {
      onSuccess: () => {
        closeLibraryDialog();
        if (here) void navigate({ to: '/' });
      },
    });
  return (
    <ConfirmDialog
      title={t('remove')}
      action={t('removeConfirm')}
      change={remove}
      onConfirm={confirm}
      onClose={closeLibraryDialog}
    >
      <p>{t('removeText', { name: library.name })}</p>
      <p style={{ marginTop: 10 }}>
        <strong>{t('removeNoFile')}</strong>
      </p>
    </ConfirmDialog>
  );
};
