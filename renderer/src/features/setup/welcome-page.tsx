import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

import { useCan, useSession } from '../../api/session-store.ts';
import { usePageHead } from '../../app/page-head.ts';
import { Gate } from '../../ui/gate.tsx';
import type { NewFolder } from './folder-list.tsx';
import { FoldersStep } from './folders-step.tsx';
import { LookStep } from './look-step.tsx';
import { OwnerStep } from './owner-step.tsx';
import { ReadingStep } from './reading-step.tsx';
import classes from './welcome.module.css';
import { finishWelcome } from './welcome-state.ts';

/**
 * The first steps: an account where none exists (a desktop makes its own), folders, and how they are
 * read. Home opens at the end and fills while the folders are scanned.
 */
export const WelcomePage = () => {
  const { t } = useTranslation('setup');
  const navigate = useNavigate();
  const needsOwner = useSession((session) => session.status === 'setup');
  const mayAdd = useCan('libraries-write');
  const [startedWithOwner] = useState(needsOwner);
  const [step, setStep] = useState<'folders' | 'look' | 'reading'>('folders');
  const [folders, setFolders] = useState<NewFolder[]>([]);
  const current = needsOwner ? 'owner' : step;
  usePageHead(t(`${current}.title`));

  const leave = () => {
    finishWelcome();
    void navigate({ to: '/', replace: true });
  };
  const steps = [...(startedWithOwner ? ['owner'] : []), 'folders', 'look', 'reading'];
  if (!needsOwner && !mayAdd) {
    return (
      <Gate title={t('notYours.title')} text={t('notYours.text')}>
        {null}
      </Gate>
    );
  }
  return (
    <Gate
      wide={current !== 'owner'}
      title={t(`${current}.title`)}
      text={t(`${current}.text`)}
      step={
        <p className={classes.steps}>
          {t('step', { step: steps.indexOf(current) + 1, steps: steps.length })}
        </p>
      }
    >
      {current === 'owner' && <OwnerStep />}
      {current === 'folders' && (
        <FoldersStep
          folders={folders}
          onChange={setFolders}
          onNext={() => setStep('look')}
          onSkip={leave}
        />
      )}
      {current === 'look' && (
        <LookStep
          folders={folders}
          onChange={setFolders}
          onBack={() => setStep('folders')}
          onNext={() => setStep('reading')}
        />
      )}
      {current === 'reading' && (
        <ReadingStep
          folders={folders}
          onChange={setFolders}
          onBack={() => setStep('look')}
          onDone={leave}
        />
      )}
    </Gate>
  );
};
