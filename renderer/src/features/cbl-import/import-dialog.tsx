import { Button, SegmentedControl, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

import {
  createReadList,
  type ReadList,
  type ReadListImport,
} from '../../../../shared/api/read-lists.ts';
import { api } from '../../api/client.ts';
import { errorText } from '../../ui/feedback/error-text.ts';
import { Dialog, DialogActions } from '../../ui/feedback/dialog.tsx';
import { PageButtons } from '../../ui/lists/pager.tsx';
import { refreshLists } from '../lists/queries.ts';
import classes from './cbl-import.module.css';
import { bookIdsOf, isOpen, rowsOf, statesOf, type ImportRow } from './import-rows.ts';
import { EntryRow } from './entry-row.tsx';

interface ImportDialogProps {
  report: ReadListImport;
  onClose: () => void;
  onDone: (list: ReadList) => void;
}

/** Lines per page: a file may list ten thousand books. */
const pageSize = 50;

/**
 * Preview of a CBL import: each line with its matched book, to correct before the list is created.
 */
export const ImportDialog = ({ report, onClose, onDone }: ImportDialogProps) => {
  const { t } = useTranslation(['cblImport', 'lists', 'common']);
  const client = useQueryClient();
  const [name, setName] = useState(report.name);
  const [rows, setRows] = useState(() => rowsOf(report.entries));
  const [shown, setShown] = useState<'all' | 'open'>('all');
  const [page, setPage] = useState(1);
  const [fixing, setFixing] = useState<number | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);

  const states = statesOf(rows);
  const open = states.filter(isOpen).length;
  // Keep the line being corrected in the filtered list.
  const listed = rows.flatMap((row, index) => {
    const state = states[index] ?? 'missing';
    return shown === 'all' || isOpen(state) || index === fixing ? [{ row, index, state }] : [];
  });
  const pages = Math.max(1, Math.ceil(listed.length / pageSize));
  const currentPage = Math.min(page, pages);
  const ids = bookIdsOf(rows);
  const change = (index: number, changes: Partial<ImportRow>) =>
    setRows(rows.map((row, other) => (other === index ? { ...row, ...changes } : row)));

  const create = () => {
    setBusy(true);
    api
      .call(createReadList, {
        body: { name, summary: report.summary, ordered: true, book_ids: ids },
      })
      .then(async (list) => {
        await refreshLists(client);
        onClose();
        onDone(list);
      })
      .catch((error: unknown) => {
        setBusy(false);
        setProblem(errorText(error) ?? t('common:error.unreachable'));
      });
  };

  return (
    <Dialog title={t('title')} opened onClose={onClose} size={860}>
      <div className={classes.head}>
        <TextInput
          className={classes.name}
          label={t('lists:name')}
          autoComplete="off"
          maxLength={255}
          value={name}
          error={problem}
          onChange={({ currentTarget }) => {
            setProblem(null);
            setName(currentTarget.value);
          }}
        />
        <SegmentedControl
          aria-label={t('show')}
          value={shown}
          onChange={(value) => {
            setShown(value);
            setPage(1);
          }}
          data={[
            { value: 'all', label: t('all', { count: rows.length }) },
            { value: 'open', label: t('openOnes', { count: open }) },
          ]}
        />
      </div>
      {listed.length === 0 ? (
        <p className={classes.done}>{t('nothingOpen')}</p>
      ) : (
        <ol className={classes.rows}>
          {listed
            .slice((currentPage - 1) * pageSize, currentPage * pageSize)
            .map(({ row, index, state }) => (
              <EntryRow
                key={index}
                row={row}
                place={index + 1}
                state={state}
                isFixing={index === fixing}
                onFix={() => setFixing(index === fixing ? null : index)}
                onChoose={(book) => {
                  change(index, { book, isLeftOut: false });
                  setFixing(null);
                }}
                onLeave={(isLeftOut) => {
                  change(index, { isLeftOut });
                  setFixing(null);
                }}
              />
            ))}
        </ol>
      )}
      <PageButtons page={currentPage} pages={pages} onPage={setPage} />
      <DialogActions>
        <span className={classes.outcome} role="status">
          {t('outcome', { count: ids.length, of: rows.length })}
        </span>
        <Button variant="default" onClick={onClose}>
          {t('common:cancel')}
        </Button>
        <Button loading={isBusy} disabled={ids.length === 0 || name.trim() === ''} onClick={create}>
          {t('create')}
        </Button>
      </DialogActions>
    </Dialog>
  );
};
