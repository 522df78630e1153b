import {
  IconPlayerPauseFilled,
  IconPlayerPlayFilled,
  IconPlayerSkipBack,
  IconPlayerSkipForward,
  IconX,
} from '@tabler/icons-react';
import { useEffect, useMemo, useState, type ReactNode, type RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';

import { useLocale } from '../../../ui/text/use-locale.ts';
import { BarButton } from '../../shell/bar-button.tsx';
import { focusPages } from '../../shell/focus-pages.ts';
import classes from './aloud-bar.module.css';
import type { Narrator, SleepTimer } from './narrator.ts';
import {
  primaryLanguage,
  setSpeed,
  setVoice,
  speeds,
  useAloudChoices,
  voicesFor,
} from './voices.ts';

const timers = [15, 30, 60, 'chapter'] as const;

/** Height of the bar without a problem, above which the text ends. */
export const aloudBarHeight =
  'calc(53px + var(--aloud-choices, 0px) + env(safe-area-inset-bottom))';

interface AloudBarProps {
  narrator: Narrator;
  /** The reader's element. */
  root: RefObject<HTMLElement | null>;
}

/** Controls of the voice that reads the book. */
export const AloudBar = ({ narrator, root }: AloudBarProps) => {
  const { t } = useTranslation('text');
  const { locale } = useLocale();
  const { status, problem, sleep, language } = useStore(narrator.store);
  const { speed } = useAloudChoices();
  const isPlaying = status === 'playing';
  return (
    <div className={classes.bar} role="toolbar" aria-label={t('aloud.title')}>
      {problem !== null && (
        <p className={classes.problem} role="alert">
          {t(`aloud.problem.${problem}`)}
        </p>
      )}
      <div className={classes.row}>
        <BarButton
          label={t('aloud.previous')}
          icon={IconPlayerSkipBack}
          onClick={() => narrator.step(-1)}
        />
        <BarButton
          label={t(isPlaying ? 'aloud.pause' : 'aloud.play')}
          icon={isPlaying ? IconPlayerPauseFilled : IconPlayerPlayFilled}
          onClick={narrator.toggle}
        />
        <BarButton
          label={t('aloud.next')}
          icon={IconPlayerSkipForward}
          onClick={() => narrator.step(1)}
        />
        <Choice
          label={t('aloud.speed')}
          value={String(speed)}
          onChange={(value) => {
            setSpeed(Number(value));
            narrator.repeat();
          }}
        >
          {speeds.map((value) => (
            <option key={value} value={value}>
              {t('aloud.times', { speed: value.toLocaleString(locale) })}
            </option>
          ))}
        </Choice>
        <VoiceChoice narrator={narrator} language={language} />
        <Choice
          label={t('aloud.sleep.label')}
          value={String(sleep ?? '')}
          onChange={(value) =>
            narrator.setSleep(timers.find((timer) => String(timer) === value) ?? null)
          }
        >
          <option value="">{t('aloud.sleep.none')}</option>
          {timers.map((timer) => (
            <option key={timer} value={timer}>
              {nameOf(t, timer)}
            </option>
          ))}
        </Choice>
        <BarButton
          label={t('aloud.stop')}
          icon={IconX}
          onClick={() => {
            narrator.stop();
            // The button is gone; keys go to the text again.
            root.current?.querySelector('section')?.focus({ preventScroll: true });
          }}
        />
      </div>
    </div>
  );
};

const nameOf = (
  t: ReturnType<typeof useTranslation<'text'>>['t'],
  timer: Exclude<SleepTimer, null>,
): string =>
  timer === 'chapter' ? t('aloud.sleep.chapter') : t('aloud.sleep.minutes', { minutes: timer });

interface ChoiceProps {
  label: string;
  value: string;
  isWide?: boolean;
  onChange: (value: string) => void;
  children: ReactNode;
}

const Choice = ({ label, value, isWide = false, onChange, children }: ChoiceProps) => (
  <select
    className={classes.choice}
    aria-label={label}
    title={label}
    value={value}
    data-wide={isWide || undefined}
    onChange={({ target }) => {
      onChange(target.value);
      // Keys go to the reader again.
      focusPages();
    }}
  >
    {children}
  </select>
);

/** The voices of this browser, those of the language that is spoken first. */
const VoiceChoice = ({ narrator, language }: { narrator: Narrator; language: string }) => {
  const { t } = useTranslation('text');
  const all = useVoices();
  const { voices } = useAloudChoices();
  const { own, others } = useMemo(() => voicesFor(all, language), [all, language]);
  const chosen = voices[primaryLanguage(language)] ?? '';
  const options = (list: readonly SpeechSynthesisVoice[]) =>
    list.map(({ voiceURI, name }) => (
      <option key={voiceURI} value={voiceURI}>
        {name}
      </option>
    ));
  return (
    <Choice
      label={t('aloud.voice.label')}
      value={all.some(({ voiceURI }) => voiceURI === chosen) ? chosen : ''}
      isWide
      onChange={(voice) => {
        setVoice(language, voice);
        narrator.repeat();
      }}
    >
      <option value="">{t('aloud.voice.usual')}</option>
      {options(own)}
      {others.length > 0 && <optgroup label={t('aloud.voice.others')}>{options(others)}</optgroup>}
    </Choice>
  );
};

/** The voices of the browser, which it may list late. */
const useVoices = (): readonly SpeechSynthesisVoice[] => {
  const [voices, setVoices] = useState(() => window.speechSynthesis.getVoices());
  useEffect(() => {
    const read = () => setVoices(window.speechSynthesis.getVoices());
    window.speechSynthesis.addEventListener('voiceschanged', read);
    return () => window.speechSynthesis.removeEventListener('voiceschanged', read);
  }, []);
  return voices;
};
