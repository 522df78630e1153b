import { useNavigate } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';

import { hasCode } from '../../../../shared/errors.ts';
import { startSession } from '../../api/session.ts';
import { useCan, useSession } from '../../api/session-store.ts';
import { createOwner } from '../../api/sign-in.ts';
import { usePageTitle } from '../../ui/layout/page-title.ts';
import { AuthLayout } from '../../ui/layout/auth-layout.tsx';
import { NewAccountForm } from '../sign-in/new-account-form.tsx';
import type { NewFolder } from './folder-list.tsx';
import { FoldersStep } from './folders-step.tsx';
import { PreviewStep } from './preview-step.tsx';
import { ReadingStep } from './reading-step.tsx';
import classes from './welcome.module.css';
import { finishWelcome, readDraft, saveDraft, type WizardStep } from './wizard-draft.ts';

/** Creates the first account. If another one was created meanwhile, the regular sign-in opens. */
const createOrSignIn = async (owner: Parameters<typeof createOwner>[0]) => {
  try {
    await createOwner(owner);
  } catch (error) {
    if (hasCode(error, 'Conflict')) await startSession();
    throw error;
  }
};

/**
 * Setup wizard: account (the desktop creates its own), folders, and reading directions. It ends on
 * Home, which fills during the scan.
 */
export const WelcomePage = () => {
  const { t } = useTranslation('setup');
  const navigate = useNavigate();
  const needsOwner = useSession((session) => session.status === 'setup');
  const canAdd = useCan('libraries-write');
  // An account that does not exist yet has no choices of an earlier server.
  const [draft] = useState(() => (needsOwner ? null : readDraft()));
  const [startedWithOwner] = useState(draft?.startedWithOwner ?? needsOwner);
  const [step, setStep] = useState<WizardStep>(draft?.step ?? 'folders');
  const [folders, setFolders] = useState<NewFolder[]>(draft?.folders ?? []);
  const [isLeaving, setIsLeaving] = useState(false);
  useEffect(() => {
    if (!needsOwner && canAdd && !isLeaving) saveDraft({ step, folders, startedWithOwner });
  }, [needsOwner, canAdd, isLeaving, step, folders, startedWithOwner]);
  const current = needsOwner ? 'owner' : step;
  usePageTitle(t(`${current}.title`));
  // The button that led here is gone: the keyboard goes on at the top of the new step.
  const top = useRef<HTMLParagraphElement>(null);
  const shown = useRef(current);
  useEffect(() => {
    if (shown.current !== current) top.current?.focus({ preventScroll: true });
    shown.current = current;
  }, [current]);

  const leave = (imports = false) => {
    setIsLeaving(true);
    finishWelcome();
    void navigate({ to: imports ? '/settings/import' : '/', replace: true });
  };
  const steps = [...(startedWithOwner ? ['owner'] : []), 'folders', 'look', 'reading'];
  if (!needsOwner && !canAdd) {
    return (
      <AuthLayout title={t('notYours.title')} text={t('notYours.text')}>
        {null}
      </AuthLayout>
    );
  }
  return (
    <AuthLayout
      // A step of its own begins at its top, wherever the last one was scrolled to.
      key={current}
      wide={current !== 'owner'}
      title={t(`${current}.title`)}
      text={t(`${current}.text`)}
      step={
        <p ref={top} tabIndex={-1} className={classes.steps}>
          {t('step', { step: steps.indexOf(current) + 1, steps: steps.length })}
        </p>
      }
    >
      {current === 'owner' && <NewAccountForm action={t('owner.action')} create={createOrSignIn} />}
      {current === 'folders' && (
        <FoldersStep
          folders={folders}
          onChange={setFolders}
          onNext={() => setStep('look')}
          onSkip={() => leave()}
        />
      )}
      {current === 'look' && (
        <PreviewStep
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
    </AuthLayout>
  );
};
