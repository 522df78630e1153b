import { Button, Skeleton } from '@mantine/core';
import '@mantine/core/styles/Pill.layer.css';
import '@mantine/core/styles/PillsInput.layer.css';
import '@mantine/core/styles/Tabs.layer.css';
import { useQuery } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { useLayoutEffect, useRef, useState, type Ref } from 'react';
import { useTranslation } from 'react-i18next';

import { Dialog } from '../../ui/feedback/dialog.tsx';
import { useFocusBack } from '../../ui/feedback/use-focus-back.ts';
import { QueryState } from '../../ui/feedback/empty-state.tsx';
import { BulkForm } from './bulk-form.tsx';
import { editableQuery } from './edit-calls.ts';
import classes from './editing.module.css';
import { EditorForm } from './editor-form.tsx';
import type { FormHandle } from './form-handle.ts';
import { closeEditor, type Editor, useEditor } from './editor-store.ts';

/** Metadata editors, mounted once in the shell. */
export const EditingDialogs = () => {
  const { t } = useTranslation('editing');
  const open = useEditor((editor) => editor.open);
  const form = useRef<FormHandle>(null);
  const [asks, setAsks] = useState(false);
  /** Lets the navigation continue that the question holds up, or refuses it. */
  const answer = useRef<((isRefused: boolean) => void) | null>(null);
  const stay = () => {
    setAsks(false);
    answer.current?.(true);
  };
  const leave = () => {
    setAsks(false);
    closeEditor();
    answer.current?.(false);
  };
  const tryToLeave = () => {
    if (form.current?.isDirty() === true) setAsks(true);
    else leave();
  };
  const { history } = useRouter();
  // Not later: the sign-in page, which replaces this one, must not be refused.
  useLayoutEffect(() => {
    if (open === null) return;
    return history.block({
      enableBeforeUnload: false,
      blockerFn: ({ currentLocation, nextLocation }) => {
        const isLeft = currentLocation.pathname !== nextLocation.pathname;
        if (!isLeft || form.current?.isDirty() !== true) return false;
        setAsks(true);
        answer.current?.(true);
        return new Promise((resolve) => {
          answer.current = resolve;
        });
      },
    });
  }, [open, history]);
  const title =
    open?.kind === 'many'
      ? t(`title.many.${open.entity}`, { count: open.ids.length })
      : t(`title.${open?.entity ?? 'series'}`);
  return (
    <Dialog title={title} opened={open !== null} onClose={asks ? stay : tryToLeave} size={760}>
      {open?.kind === 'one' && (
        <OneEditor key={open.id} editor={open} form={form} onDone={leave} onCancel={tryToLeave} />
      )}
      {open?.kind === 'many' && (
        <BulkForm
          entity={open.entity}
          ids={open.ids}
          form={form}
          onDone={leave}
          onCancel={tryToLeave}
        />
      )}
      {asks && <DirtyGuard onStay={stay} onLeave={leave} />}
    </Dialog>
  );
};

interface OneEditorProps {
  editor: Editor & { kind: 'one' };
  form: Ref<FormHandle>;
  onDone: () => void;
  onCancel: () => void;
}

const OneEditor = ({ editor: { entity, id }, ...rest }: OneEditorProps) => {
  const query = useQuery(editableQuery(entity, id));
  const { data } = query;
  if (data !== undefined) {
    return <EditorForm entity={entity} id={id} editable={data} {...rest} />;
  }
  return <QueryState query={query} placeholder={<EditorSkeleton />} />;
};

/** Placeholder while loading. */
const EditorSkeleton = () => (
  <div className={classes.panel} aria-hidden>
    <Skeleton height={34} width="70%" mb={22} />
    {[1, 2, 3, 4].map((row) => (
      <Skeleton key={row} height={36} mb={26} />
    ))}
  </div>
);

/** Confirms discarding unsaved changes. */
const DirtyGuard = ({ onStay, onLeave }: { onStay: () => void; onLeave: () => void }) => {
  const { t } = useTranslation('editing');
  useFocusBack(true);
  return (
    <div className={classes.guard} role="alertdialog" aria-label={t('guard.title')}>
      <p>{t('guard.title')}</p>
      <Button variant="default" onClick={onStay} data-autofocus autoFocus>
        {t('guard.stay')}
      </Button>
      <Button color="danger" onClick={onLeave}>
        {t('guard.leave')}
      </Button>
    </div>
  );
};
