import { Button, Modal } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

import { isExpired, useSession } from '../../api/session-store.ts';
import { useCloseOnBack } from '../layout/use-close-on-back.ts';
import classes from './dialog.module.css';
import { useFocusBack } from './use-focus-back.ts';

interface DialogProps {
  title: string;
  opened: boolean;
  onClose: () => void;
  size?: number;
  children: ReactNode;
}

/** A centred dialog; on a phone, a bottom sheet. */
export const Dialog = ({ title, opened, onClose, size = 480, children }: DialogProps) => {
  const { t } = useTranslation();
  const isCovered = useSession(isExpired);
  useFocusBack(opened);
  useCloseOnBack(opened, onClose);
  return (
    <Modal.Root opened={opened} onClose={onClose} size={size} closeOnEscape={!isCovered}>
      <Modal.Overlay />
      <Modal.Content classNames={{ inner: classes.inner, content: classes.content }}>
        <div className={classes.header}>
          <Modal.Title className={classes.title}>{title}</Modal.Title>
          <Modal.CloseButton aria-label={t('close')} />
        </div>
        <Modal.Body className={classes.body}>{children}</Modal.Body>
      </Modal.Content>
    </Modal.Root>
  );
};

interface DialogActionsProps {
  /** Without it there is no button to cancel. */
  onCancel?: () => void;
  children: ReactNode;
}

/** Buttons at the end of a dialog, the one to cancel first. */
export const DialogActions = ({ onCancel, children }: DialogActionsProps) => {
  const { t } = useTranslation();
  return (
    <div className={classes.actions}>
      {onCancel && (
        <Button variant="default" onClick={onCancel}>
          {t('cancel')}
        </Button>
      )}
      {children}
    </div>
  );
};
