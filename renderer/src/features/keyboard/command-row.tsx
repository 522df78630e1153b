import { ActionIcon, Menu } from '@mantine/core';
import { IconDots, IconKeyboard, IconPlus, IconRestore, IconX } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

import {
  chordsOf,
  commandName,
  conflictsOf,
  withChords,
  type CommandId,
  type Overrides,
} from '../../commands/bindings.ts';
import { ChordKeys } from '../../commands/chord-keys.tsx';
import { commandLabel } from '../../commands/label.ts';
import { ChordRecorder } from './chord-recorder.tsx';
import classes from './keyboard.module.css';

interface CommandRowProps {
  id: CommandId;
  overrides: Overrides;
  onChange: (overrides: Overrides) => void;
  isRecording: boolean;
  onRecord: (on: boolean) => void;
}

/** A command and its chords; a click on the chords records new ones. */
export const CommandRow = ({ id, overrides, onChange, isRecording, onRecord }: CommandRowProps) => {
  const { t } = useTranslation('commands');
  const [isAdding, setAdding] = useState(false);
  const label = commandLabel(t, id);
  const chords = chordsOf(id, overrides);
  const set = (next: readonly string[]) => onChange(withChords(overrides, id, next));

  const record = (adding: boolean) => {
    setAdding(adding);
    onRecord(true);
  };
  /** Assigns the chord and removes it from conflicting commands. */
  const assign = (chord: string) => {
    const freed = conflictsOf(id, chord, overrides).reduce(
      (left, other) =>
        withChords(
          left,
          other,
          chordsOf(other, left).filter((candidate) => candidate !== chord),
        ),
      overrides,
    );
    const kept = isAdding ? chords.filter((candidate) => candidate !== chord) : [];
    onChange(withChords(freed, id, [...kept, chord]));
    onRecord(false);
  };

  return (
    <li className={classes.row}>
      <span>{label}</span>
      {isRecording ? (
        <ChordRecorder
          id={id}
          overrides={overrides}
          onRecorded={assign}
          onCancel={() => onRecord(false)}
        />
      ) : (
        <span className={classes.controls}>
          <button
            type="button"
            className={classes.keys}
            aria-label={t('changeOf', { command: label })}
            onClick={() => record(false)}
          >
            {chords.map((chord) => (
              <ChordKeys key={chord} chord={chord} />
            ))}
            {chords.length === 0 && <span className={classes.empty}>{t('noKeys')}</span>}
          </button>
          <Menu>
            <Menu.Target>
              <ActionIcon aria-label={t('menuOf', { command: label })}>
                <IconDots size={17} />
              </ActionIcon>
            </Menu.Target>
            <Menu.Dropdown>
              <Menu.Item leftSection={<IconKeyboard size={16} />} onClick={() => record(false)}>
                {t('record')}
              </Menu.Item>
              <Menu.Item leftSection={<IconPlus size={16} />} onClick={() => record(true)}>
                {t('add')}
              </Menu.Item>
              <Menu.Item
                leftSection={<IconX size={16} />}
                disabled={chords.length === 0}
                onClick={() => set([])}
              >
                {t('remove')}
              </Menu.Item>
              <Menu.Item
                leftSection={<IconRestore size={16} />}
                disabled={!(commandName(id) in overrides)}
                onClick={() => onChange(withoutOverride(overrides, id))}
              >
                {t('reset')}
              </Menu.Item>
            </Menu.Dropdown>
          </Menu>
        </span>
      )}
    </li>
  );
};

const withoutOverride = (overrides: Overrides, id: CommandId): Overrides =>
  Object.fromEntries(Object.entries(overrides).filter(([name]) => name !== commandName(id)));
