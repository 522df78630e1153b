import { Button, Checkbox, SegmentedControl } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';

import { bookColumnNames, seriesColumnNames } from '../../../../shared/api/exports.ts';
import { librariesQuery } from '../../api/queries.ts';
import { listOf, oneOf, record, text } from '../../ui/checks.ts';
import { Dialog, DialogActions } from '../../ui/feedback/dialog.tsx';
import { reportFailure } from '../../ui/feedback/notify.ts';
import { clientPreference, useUserPreference } from '../../ui/user-preferences.ts';
import { toggled } from '../sidebar/sidebar-preference.ts';
import classes from './export-dialog.module.css';
import { closeExport, useExport, type ExportScope } from './export-store.ts';
import { saveExport } from './save-export.ts';

const formats = ['csv', 'excel', 'json', 'markdown'] as const;
const columnNames = { series: seriesColumnNames, books: bookColumnNames };

/** The form that was exported last; columns that are left out, so that new ones are there. */
const exportPreference = clientPreference(
  'export',
  record({
    format: oneOf(formats),
    leftOut: record({ series: listOf(text(50), 100), books: listOf(text(50), 100) }),
  }),
  { format: 'csv', leftOut: { series: [], books: [] } },
);

/** Exports libraries or the selection as CSV, Excel, JSON or Markdown. */
export const ExportDialog = () => {
  const { t } = useTranslation('exporting');
  const scope = useExport((state) => state.open);
  return (
    <Dialog title={t('title')} opened={scope !== null} onClose={closeExport}>
      {scope !== null && <ExportForm scope={scope} />}
    </Dialog>
  );
};

const ExportForm = ({ scope }: { scope: ExportScope }) => {
  const { t } = useTranslation('exporting');
  const [kind, setKind] = useState<'series' | 'books'>(
    'selected' in scope ? scope.selected.kind : 'series',
  );
  const [libraryIds, setLibraryIds] = useState<readonly string[]>(
    'libraryId' in scope ? [scope.libraryId] : [],
  );
  const [{ format, leftOut }, keep] = useUserPreference(exportPreference);
  const [isSaving, setSaving] = useState(false);
  const [whatId, formatId] = [useId(), useId()];
  const columns = columnNames[kind].filter((name) => !leftOut[kind].includes(name));
  const isTable = format !== 'json';
  const save = async () => {
    setSaving(true);
    try {
      const chosen = 'libraryId' in scope ? { libraryIds } : { ids: scope.selected.ids };
      await saveExport(chosen, kind, format, isTable ? columns : undefined);
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
          <LibraryChoice chosen={libraryIds} onChange={setLibraryIds} />
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
        onChange={(value) => void keep({ format: value, leftOut })}
      />
      {isTable && (
        <details className={classes.columns}>
          <summary>
            {t('columns', { count: columns.length, total: columnNames[kind].length })}
          </summary>
          <ul>
            {columnNames[kind].map((name) => (
              <li key={name}>
                <Checkbox
                  size="xs"
                  label={name}
                  checked={!leftOut[kind].includes(name)}
                  onChange={() =>
                    void keep({
                      format,
                      leftOut: { ...leftOut, [kind]: toggled(leftOut[kind], name) },
                    })
                  }
                />
              </li>
            ))}
          </ul>
        </details>
      )}
      <DialogActions onCancel={closeExport}>
        <Button
          leftSection={<IconDownload size={16} />}
          loading={isSaving}
          disabled={
            (isTable && columns.length === 0) || ('libraryId' in scope && libraryIds.length === 0)
          }
          onClick={() => void save()}
        >
          {t('download')}
        </Button>
      </DialogActions>
    </>
  );
};

interface LibraryChoiceProps {
  chosen: readonly string[];
  onChange: (ids: readonly string[]) => void;
}

/** One or several libraries; nothing to choose where there is one. */
const LibraryChoice = ({ chosen, onChange }: LibraryChoiceProps) => {
  const { t } = useTranslation('exporting');
  const { data: libraries = [] } = useQuery(librariesQuery());
  if (libraries.length < 2) return null;
  return (
    <fieldset className={classes.libraries}>
      <legend className={classes.label}>{t('libraries')}</legend>
      {libraries.map(({ id, name }) => (
        <Checkbox
          key={id}
          size="xs"
          label={name}
          checked={chosen.includes(id)}
          onChange={() => onChange(toggled(chosen, id))}
        />
      ))}
    </fieldset>
  );
};
