import { Button } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import i18next from 'i18next';

import { closeButtonProps } from './notify.ts';
import classes from './undo-notice.module.css';

/** How long undo is offered (ms). */
const offerMs = 10_000;
const undoneMs = 4000;

/** A notification with an undo button, announced to screen readers. */
export const showOffer = (id: string, text: string, onUndo: () => void): void => {
  notifications.show({
    id,
    role: 'status',
    autoClose: offerMs,
    closeButtonProps: closeButtonProps(),
    message: (
      <div className={classes.offer}>
        <span>{text}</span>
        <Button size="compact-sm" variant="default" onClick={onUndo}>
          {i18next.t('undo.do')}
        </Button>
      </div>
    ),
  });
};

export const hideOffer = (id: string): void => {
  notifications.hide(id);
};

export const showUndone = (id: string, text: string): void => {
  notifications.show({
    id: `${id}-done`,
    role: 'status',
    autoClose: undoneMs,
    closeButtonProps: closeButtonProps(),
    message: text,
  });
};
