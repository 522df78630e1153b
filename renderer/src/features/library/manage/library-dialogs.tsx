import { useNavigate, useRouterState } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';

import type { Library } from '../../../../../shared/api/libraries.ts';
import { ConfirmDialog } from '../../../ui/feedback/confirm-dialog.tsx';
import { Dialog } from '../../../ui/feedback/dialog.tsx';
import { Regroup } from '../../organise/regroup.tsx';
import { useDeleteLibrary } from '../mutations.ts';
import { closeLibraryDialog, openLibraryDialog, useLibraryDialog } from './dialogs.ts';
import { showToast } from '../../../ui/feedback/notify.ts';
import { UploadForm } from '../../uploads/upload-form.tsx';
import { LibraryForm } from './library-form.tsx';
import { ScanNow } from './scan-now.tsx';

/** Dialogs to add and edit libraries, mounted once in the shell. */
export const LibraryDialogs = () => {
  const { t } = useTranslation(['library', 'libraries', 'organise', 'uploads', 'common']);
  const open = useLibraryDialog((dialog) => dialog.open);
  return (
    <>
      <Dialog
        title={
          open?.kind === 'add' && open.paths && open.paths.length > 1
            ? t('libraries:addMore', { count: open.paths.length - 1 })
            : t(open?.kind === 'edit' ? 'edit' : 'common:libraries.add')
        }
        opened={open?.kind === 'add' || open?.kind === 'edit'}
        onClose={closeLibraryDialog}
        size={520}
      >
        {(open?.kind === 'add' || open?.kind === 'edit') && (
          <LibraryForm
            key={open.kind === 'add' ? open.paths?.[0] : open.library.id}
            library={open.kind === 'edit' ? open.library : null}
            {...(open.kind === 'add' ? { path: open.paths?.[0] ?? '' } : {})}
            onDone={closeLibraryDialog}
            onAdded={(saved, needsScan) => {
              if (open.kind === 'add') addNext((open.paths ?? []).slice(1));
              else if (needsScan) openLibraryDialog({ kind: 'scan', library: saved });
              else closeLibraryDialog();
            }}
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
      {open?.kind === 'upload' && (
        <Dialog
          opened
          title={t('uploads:title', { library: open.library.name })}
          onClose={closeLibraryDialog}
          size={560}
        >
          <UploadForm {...open} onClose={closeLibraryDialog} />
        </Dialog>
      )}
      {open?.kind === 'scan' && <ScanNow library={open.library} onClose={closeLibraryDialog} />}
      {open?.kind === 'delete' && <DeleteLibrary library={open.library} />}
    </>
  );
};

/** Opens the form for the next dropped folder. */
const addNext = (paths: readonly string[]) => {
  if (paths.length === 0) closeLibraryDialog();
  else openLibraryDialog({ kind: 'add', paths });
};

/** So many books take a minute or more to remove. */
const manyBooks = 100_000;

const DeleteLibrary = ({ library }: { library: Library }) => {
  const { t } = useTranslation(['library', 'libraries']);
  const navigate = useNavigate();
  const remove = useDeleteLibrary();
  const here = useRouterState({
    select: ({ location }) => location.pathname === `/library/${library.id}`,
  });
  const confirm = () =>
    remove.mutate(library.id, {
      onSuccess: () => {
        closeLibraryDialog();
        showToast(t('removed', { name: library.name }));
        if (here) void navigate({ to: '/' });
      },
    });
  return (
    <ConfirmDialog
      title={t('remove')}
      action={t('libraries:removeConfirm')}
      change={remove}
      onConfirm={confirm}
      onClose={closeLibraryDialog}
    >
      <p>{t('libraries:removeText', { name: library.name })}</p>
      {library.book_count >= manyBooks && (
        <p style={{ marginTop: 10 }}>{t('libraries:removeLong')}</p>
      )}
      <p style={{ marginTop: 10 }}>
        <strong>{t('libraries:removeNoFile')}</strong>
      </p>
    </ConfirmDialog>
  );
};
