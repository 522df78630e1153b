import { Button, NumberInput, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

import type { Intake, IntakeFile } from '../../../../shared/api/intake.ts';
import { Dialog, DialogActions } from '../../ui/feedback/dialog.tsx';
import { FormError } from '../../ui/feedback/form-error.tsx';
import { TargetDialog } from '../organise/target-dialog.tsx';
import classes from './intake.module.css';
import { useIntake } from './intake-queries.ts';

interface IntakeFileEditorProps {
  intake: Intake;
  file: IntakeFile;
  onClose: () => void;
}

type Chosen = { id: string; name: string } | { id: null; name: string } | null;

const numberOf = (value: string | number): number | null => (value === '' ? null : Number(value));

/** Changes the series, number or name of a file of a report. */
export const IntakeFileEditor = ({ intake, file, onClose }: IntakeFileEditorProps) => {
  const { t } = useTranslation('intake');
  const { change } = useIntake(intake.id);
  const [isPicking, setPicking] = useState(false);
  const [series, setSeries] = useState<Chosen>(null);
  const [number, setNumber] = useState<string | number>(file.number ?? '');
  const [volume, setVolume] = useState<string | number>(file.volume ?? '');
  const [target, setTarget] = useState(file.target ?? '');
  const save = () => {
    const hasNumber = numberOf(number) !== file.number;
    const hasVolume = numberOf(volume) !== file.volume;
    change.mutate(
      {
        file_ids: [file.id],
        ...(series !== null && series.id !== null && { series_id: series.id }),
        ...(series !== null && series.id === null && { series_name: series.name, action: 'add' }),
        ...(hasNumber && { number: numberOf(number) }),
        ...(hasVolume && { volume: numberOf(volume) }),
        ...(target.trim() !== '' && target !== file.target && { target: target.trim() }),
      },
      { onSuccess: onClose },
    );
  };
  const shown = series?.name ?? file.series?.name ?? file.series_name ?? t('noSeries');
  return (
    <>
      <Dialog title={t('changeTitle')} opened={!isPicking} onClose={onClose}>
        <form
          className={classes.editor}
          onSubmit={(event) => {
            event.preventDefault();
            save();
          }}
        >
          <p className={classes.quiet}>{file.path}</p>
          <div className={classes.fields}>
            <p className={classes.wideField}>{t('seriesIs', { name: shown })}</p>
            <Button variant="default" onClick={() => setPicking(true)}>
              {t('chooseSeries')}
            </Button>
          </div>
          <div className={classes.fields}>
            <NumberInput label={t('numberField')} min={0} value={number} onChange={setNumber} />
            <NumberInput label={t('volumeField')} min={0} value={volume} onChange={setVolume} />
          </div>
          <TextInput
            label={t('targetField')}
            description={t('targetText')}
            maxLength={1000}
            spellCheck={false}
            value={target}
            onChange={({ currentTarget }) => setTarget(currentTarget.value)}
          />
          <FormError error={change.error} />
          <DialogActions onCancel={onClose}>
            <Button type="submit" loading={change.isPending}>
              {t('save')}
            </Button>
          </DialogActions>
        </form>
      </Dialog>
      <TargetDialog
        title={t('whichSeries')}
        libraryId={intake.library_id}
        asking={isPicking ? 'move' : null}
        onClose={() => setPicking(false)}
        onPick={(goal) => {
          setPicking(false);
          setSeries('series' in goal ? goal.series : { id: null, name: goal.newSeries });
        }}
      />
    </>
  );
};
