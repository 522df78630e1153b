import { IconFileDownload } from '@tabler/icons-react';
import { useEffect, useEffectEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';

import { useCan } from '../../api/session-store.ts';
import { reportFailure } from '../../ui/feedback/notify.ts';
import { openLibraryDialog } from '../library/manage/dialogs.ts';
import classes from './drop-host.module.css';

type OpenDropped = (files: readonly File[]) => Promise<string[]>;

/**
 * Drop target of the desktop window: books open in their own windows, each folder opens the form
 * for a new library.
 */
export const DropHost = ({ openDropped }: { openDropped: OpenDropped }) => {
  const { t } = useTranslation('opened');
  const canAdd = useCan('libraries-write');
  // Counts nested elements, because each fires its own `dragenter` and `dragleave`.
  const [depth, setDepth] = useState(0);

  const onDrop = useEffectEvent(async (event: DragEvent) => {
    if (event.defaultPrevented || !holdsFiles(event)) return;
    event.preventDefault();
    setDepth(0);
    try {
      const folders = await openDropped([...(event.dataTransfer?.files ?? [])]);
      if (folders.length > 0 && canAdd) openLibraryDialog({ kind: 'add', paths: folders });
    } catch (error) {
      reportFailure(error);
    }
  });

  useEffect(() => {
    const ending = new AbortController();
    const { signal } = ending;
    const count = (change: number) => (event: DragEvent) => {
      if (holdsFiles(event)) setDepth((before) => Math.max(0, before + change));
    };
    window.addEventListener('dragenter', count(1), { signal });
    window.addEventListener('dragleave', count(-1), { signal });
    window.addEventListener(
      'dragover',
      (event) => {
        if (holdsFiles(event)) event.preventDefault();
      },
      { signal },
    );
    window.addEventListener('drop', (event) => void onDrop(event), { signal });
    return () => ending.abort();
  }, []);

  if (depth === 0) return null;
  return (
    <div className={classes.veil} role="status">
      <div className={classes.card}>
        <IconFileDownload size={40} stroke={1.4} aria-hidden />
        <strong>{t('drop.title')}</strong>
        <span>{t('drop.text')}</span>
      </div>
    </div>
  );
};

const holdsFiles = ({ dataTransfer }: DragEvent): boolean =>
  dataTransfer?.types.includes('Files') === true;
