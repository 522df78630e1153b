import { Modal } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

import classes from './dialog.module.css';

interface DialogProps {
  title: string;
  opened: boolean;
  onClose: () => void;
  size?: number;
  children: ReactNode;
}

/** A dialog in the middle of a window; on a phone, a sheet that comes from below. */
export const Dialog = ({ title, opened, onClose, size = 480, children }: DialogProps) => {
  const { t } = useTranslation();
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={title}
      size={size}
      closeButtonProps={{ 'aria-label': t('close') }}
      classNames={{
        inner: classes.inner,
        content: classes.content,
        header: classes.header,
        title: classes.title,
        body: classes.body,
      }}
    >
      {children}
    </Modal>
  );
};

export const DialogActions = ({ children }: { children: ReactNode }) => (
  <div className={classes.actions}>{children}</div>
);
