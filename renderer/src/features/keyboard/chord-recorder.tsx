import { Button } from '@mantine/core';
import { useEffect, useRef, useState, type KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';

import { conflictsOf, type CommandId, type Overrides } from '../../commands/bindings.ts';
import { ChordKeys } from '../../commands/chord-keys.tsx';
import { chordOf } from '../../commands/chord.ts';
import { commandLabel } from '../../commands/label.ts';
import classes from './keyboard.module.css';

interface ChordRecorderProps {
  id: CommandId;
  overrides: Overrides;
  onRecorded: (chord: string) => void;
  onCancel: () => void;
}

/**
 * Records the next chord. A chord in use is reported first: Enter reassigns it, another key tries
 * again. Escape cancels, so it cannot be recorded.
 */
export const ChordRecorder = ({ id, overrides, onRecorded, onCancel }: ChordRecorderProps) => {
  const { t } = useTranslation('commands');
  const box = useRef<HTMLDivElement>(null);
  const [taken, setTaken] = useState<string | null>(null);
  useEffect(() => box.current?.focus(), []);

  const onKeyDown = (event: KeyboardEvent) => {
    // Tab leaves the recorder; its buttons handle their own keys.
    if (event.key === 'Tab' || (event.target !== box.current && event.key !== 'Escape')) return;
    event.preventDefault();
    event.stopPropagation();
    const chord = chordOf(event.nativeEvent);
    if (chord === null) return;
    if (chord === 'Escape') onCancel();
    else if (chord === 'Enter' && taken !== null) onRecorded(taken);
    else if (conflictsOf(id, chord, overrides).length > 0) setTaken(chord);
    else onRecorded(chord);
  };
  const conflicts = taken === null ? [] : conflictsOf(id, taken, overrides);

  return (
    <div
      ref={box}
      className={classes.recorder}
      role="group"
      aria-label={t('press')}
      tabIndex={-1}
      onKeyDown={onKeyDown}
      onBlur={({ currentTarget, relatedTarget }) => {
        if (!currentTarget.contains(relatedTarget)) onCancel();
      }}
    >
      {taken === null ? (
        <span role="status">{t('press')}</span>
      ) : (
        <>
          <ChordKeys chord={taken} />
          <span role="alert" className={classes.warning}>
            {t('taken', { command: conflicts.map((other) => commandLabel(t, other)).join(', ') })}
          </span>
          <Button size="compact-sm" onClick={() => onRecorded(taken)}>
            {t('takeOver')}
          </Button>
        </>
      )}
      <Button size="compact-sm" variant="default" onClick={onCancel}>
        {t('cancel')}
      </Button>
    </div>
  );
};
