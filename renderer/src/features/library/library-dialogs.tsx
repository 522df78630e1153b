import { Button } from '@mantine/core';
import { useNavigate, useRouterState } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';

import type { Library } from '../../../../shared/api/libraries.ts';
import { useDeleteLibrary } from '../../api/mutations.ts';
import { Dialog, DialogActions } from '../../ui/dialog.tsx';
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
      <Dialog title={t('remove')} opened={open?.kind === 'delete'} onClose={closeLibraryDialog}>
        {open?.kind === 'delete' && <DeleteLibrary library={open.library} />}
      </Dialog>
    </>
  );
};

const DeleteLibrary = ({ library }: { library: Library }) => {
  const { t } = useTranslation(['library', 'common']);
  const navigate = useNavigate();
  const remove = useDeleteLibrary();
  const here = useRouterState({
    select: ({ location }) => location.pathname === `/library/${library.id}`,
  });
  const confirm = async () => {
    await remove.mutateAsync(library.id);
    closeLibraryDialog();
    if (here) await navigate({ to: '/' });
  };
  return (
    <>
      <p>{t('removeText', { name: library.name })}</p>
      <p style={{ marginTop: 10 }}>
        <strong>{t('removeNoFile')}</strong>
      </p>
      <DialogActions>
        <Button variant="default" onClick={closeLibraryDialog}>
          {t('common:cancel')}
        </Button>
        <Button color="danger" loading={remove.isPending} onClick={() => void confirm()}>
          {t('removeConfirm')}
        </Button>
      </DialogActions>
    </>
  );
};
