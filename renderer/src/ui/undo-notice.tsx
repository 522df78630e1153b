import { Button } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import i18next from 'i18next';

import { closeButtonProps } from './notify.ts';
import classes from './undo-notice.module.css';

/** Long enough to read the sentence and to think about it (milliseconds). */
const offerMs = 10_000;
const undoneMs = 4000;

/** A notice that is read out, with the button that takes back what it tells of. */
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
    title: i18next.t('undo.done'),
    message: text,
  });
};
