import { Button, SegmentedControl } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';

import { reportFailure } from '../../ui/feedback/notify.ts';
import { Dialog, DialogActions } from '../../ui/feedback/dialog.tsx';
import { saveExport, type ExportFormat } from './save-export.ts';
import classes from './export-dialog.module.css';
import { closeExport, useExport, type ExportScope } from './export-store.ts';

/** Exports a library or the selection as CSV, Excel or JSON. */
export const ExportDialog = () => {
  const { t } = useTranslation('exporting');
  const scope = useExport((state) => state.open);
  return (
    <Dialog title={t('title')} opened={scope !== null} onClose={closeExport}>
      {scope !== null && <ExportForm scope={scope} />}
    </Dialog>
  );
};

const formats: readonly ExportFormat[] = ['csv', 'excel', 'json'];

const ExportForm = ({ scope }: { scope: ExportScope }) => {
  const { t } = useTranslation('exporting');
  const [kind, setKind] = useState<'series' | 'books'>(
    'selected' in scope ? scope.selected.kind : 'series',
  );
  const [format, setFormat] = useState<ExportFormat>('csv');
  const [isSaving, setSaving] = useState(false);
  const [whatId, formatId] = [useId(), useId()];
  const save = async () => {
    setSaving(true);
    try {
      await saveExport(scope, kind, format);
      closeExport();
    } catch (error) {
      reportFailure(error);
    } finally {
      setSaving(false);
    }
  };
  return (
    <>
      <p className={classes.lead}>{t('lead')}</p>
      {'libraryId' in scope && (
        <>
          <p id={whatId} className={classes.label}>
            {t('what')}
          </p>
          <SegmentedControl
            fullWidth
            aria-labelledby={whatId}
            data={(['series', 'books'] as const).map((value) => ({ value, label: t(value) }))}
            value={kind}
            onChange={setKind}
          />
        </>
      )}
      <p id={formatId} className={classes.label}>
        {t('format')}
      </p>
      <SegmentedControl
        fullWidth
        aria-labelledby={formatId}
        data={formats.map((value) => ({ value, label: t(value) }))}
        value={format}
        onChange={setFormat}
      />
      <DialogActions onCancel={closeExport}>
        <Button
          leftSection={<IconDownload size={16} />}
          loading={isSaving}
          onClick={() => void save()}
        >
          {t('download')}
        </Button>
      </DialogActions>
    </>
  );
};
