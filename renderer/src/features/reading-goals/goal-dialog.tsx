import { NumberInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

import {
  type GoalKind,
  goalKinds,
  maxGoal,
  type ReadingGoal,
} from '../../../../shared/api/reading-goals.ts';
import { DialogForm } from '../../ui/feedback/dialog-form.tsx';
import { Dialog } from '../../ui/feedback/dialog.tsx';
import classes from './goals.module.css';
import { useSetGoals } from './queries.ts';

interface GoalDialogProps {
  year: number;
  goals: readonly ReadingGoal[];
  onClose: () => void;
}

/** Sets the goals of a year; an empty field removes one. */
export const GoalDialog = ({ year, goals, onClose }: GoalDialogProps) => {
  const { t } = useTranslation('stats');
  const [targets, setTargets] = useState(
    () =>
      Object.fromEntries(
        goalKinds.map((kind) => [kind, goals.find((goal) => goal.kind === kind)?.target ?? null]),
      ) as Record<GoalKind, number | null>,
  );
  const set = useSetGoals(year);
  return (
    <Dialog title={t('goals.title', { year })} opened onClose={onClose} size={420}>
      <DialogForm
        action={t('goals.save')}
        change={set}
        onSubmit={() => set.mutate(targets, { onSuccess: onClose })}
        onCancel={onClose}
      >
        {goalKinds.map((kind, index) => (
          <NumberInput
            key={kind}
            data-autofocus={index === 0 || undefined}
            label={t(`goals.kinds.${kind}`)}
            min={1}
            max={maxGoal}
            allowDecimal={false}
            allowNegative={false}
            hideControls
            value={targets[kind] ?? ''}
            onChange={(value) =>
              setTargets({
                ...targets,
                [kind]: typeof value === 'number' && value > 0 ? value : null,
              })
            }
          />
        ))}
        <p className={classes.pace}>{t('goals.private')}</p>
      </DialogForm>
    </Dialog>
  );
};
