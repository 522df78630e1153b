import { IconX } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';

import { BarButton } from './bar-button.tsx';
import { useReaderActions } from './reader-context.tsx';
import { keyLabel, shortcuts, type Command } from './shortcuts.ts';
import classes from './shortcut-sheet.module.css';

/** All keys of the reader on one sheet. */
export const ShortcutSheet = () => {
  const { t } = useTranslation('reader');
  const actions = useReaderActions();
  const sheet = useRef<HTMLDialogElement>(null);
  const close = () => actions.set({ panel: null });

  useEffect(() => {
    const { current } = sheet;
    current?.showModal();
    return () => current?.close();
  }, []);

  return (
    <dialog
      ref={sheet}
      className={classes.sheet}
      aria-label={t('shortcuts.title')}
      onCancel={close}
      onClick={({ target, currentTarget }) => {
        // Only a click on the backdrop has the dialog itself as its target.
        if (target === currentTarget) close();
      }}
    >
      <div className={classes.content}>
        <header>
          <h2>{t('shortcuts.title')}</h2>
          <BarButton label={t('shortcuts.close')} icon={IconX} onClick={close} />
        </header>
        <dl className={classes.list}>
          {(Object.entries(shortcuts) as [Command, readonly string[]][]).map(([command, keys]) => (
            <div key={command}>
              <dt>{t(`shortcuts.${command}`)}</dt>
              <dd>
                {keys.map((key) => (
                  <kbd key={key}>{keyLabel(key)}</kbd>
                ))}
              </dd>
            </div>
          ))}
        </dl>
        <p className={classes.note}>{t('shortcuts.touch')}</p>
      </div>
    </dialog>
  );
};
