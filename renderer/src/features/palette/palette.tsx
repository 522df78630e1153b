import { Modal } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { Command } from 'cmdk';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';

import { useCloseOnBack } from '../../ui/layout/use-close-on-back.ts';
import { FoundRecords } from './found-records.tsx';
import { matches } from './matches.ts';
import { closePalette, stopTypingAhead, usePalette } from './palette-store.ts';
import classes from './palette.module.css';
import { rememberChoice, useRecentChoices } from './recent-choices.ts';
import type { Choice } from './choice.ts';
import { useActions } from './use-actions.ts';
import { useDestinations } from './use-destinations.ts';

/** Search and commands in one field; choosing an entry closes it. */
export const Palette = () => {
  const { t } = useTranslation('palette');
  const isOpen = usePalette((palette) => palette.isOpen);
  useCloseOnBack(isOpen, closePalette);
  return (
    <Modal.Root opened={isOpen} onClose={closePalette} size={620} yOffset="12dvh" centered={false}>
      <Modal.Overlay />
      <Modal.Content
        classNames={{ inner: classes.inner, content: classes.content }}
        aria-label={t('title')}
      >
        <Modal.Body className={classes.body}>{isOpen && <Contents />}</Modal.Body>
      </Modal.Content>
    </Modal.Root>
  );
};

/** Debounce of the server search (ms). */
const pauseMs = 120;

const Contents = () => {
  const { t } = useTranslation('palette');
  const text = usePalette((palette) => palette.text);
  const [wanted] = useDebouncedValue(text.trim(), pauseMs);
  const recent = useRecentChoices();
  const destinations = useDestinations();
  const actions = useActions();
  const isBlank = text.trim() === '';
  const [selected, setSelected] = useState('');
  /** Whether the person moved the selection, which then stays on its entry. */
  const [isMoved, setIsMoved] = useState(false);
  const list = useRef<HTMLDivElement>(null);

  const valuesShown = () =>
    [...(list.current?.querySelectorAll<HTMLElement>('[cmdk-item]') ?? [])].map(
      ({ dataset }) => dataset['value'] ?? '',
    );
  const select = (value: string) => {
    setSelected(value);
    setIsMoved(value !== valuesShown()[0]);
  };
  /** cmdk itself selects the first entry when the text changes, but not when results arrive or several entries leave. */
  const keepSelection = () => {
    const values = valuesShown();
    if (!isMoved || !values.includes(selected)) setSelected(values[0] ?? '');
  };

  const choose = (choice: Choice) => {
    closePalette();
    rememberChoice(choice);
    choice.run();
  };
  const group = (title: string, choices: readonly Choice[]) =>
    choices.length > 0 && (
      <Command.Group heading={title}>
        {choices.map((choice) => (
          <Command.Item key={choice.id} value={choice.id} onSelect={() => choose(choice)}>
            <choice.icon size={18} stroke={1.6} aria-hidden />
            <span className={classes.label}>{choice.label}</span>
            {choice.detail !== undefined && <span className={classes.detail}>{choice.detail}</span>}
          </Command.Item>
        ))}
      </Command.Group>
    );
  const fitting = (choices: readonly Choice[]) =>
    choices.filter(({ label, detail }) => matches(text, `${label} ${detail ?? ''}`));

  return (
    <Command
      label={t('title')}
      shouldFilter={false}
      loop
      className={classes.palette}
      value={selected}
      onValueChange={select}
    >
      <div className={classes.field}>
        <IconSearch size={19} stroke={1.6} aria-hidden />
        <Command.Input
          value={text}
          onValueChange={(next) => usePalette.setState({ text: next })}
          placeholder={t('placeholder')}
          autoFocus
          onFocus={stopTypingAhead}
        />
        <button type="button" className={classes.close} onClick={closePalette}>
          {t('close')}
        </button>
      </div>
      <Command.List ref={list} className={classes.list} label={t('results')}>
        {isBlank && group(t('recent'), recent)}
        {!isBlank && (
          <FoundRecords
            text={text.trim()}
            wanted={wanted}
            onChoose={choose}
            onDrawn={keepSelection}
          />
        )}
        {group(t('places'), fitting(destinations))}
        {group(t('actions'), fitting(actions))}
      </Command.List>
    </Command>
  );
};
