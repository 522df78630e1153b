import { Button } from '@mantine/core';
import { IconCheck, IconCopy, IconMinus, IconQuestionMark, IconX } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

import type { EntryBook } from '../../../../shared/api/read-lists.ts';
import classes from './cbl-import.module.css';
import { ChooseBook } from './choose-book.tsx';
import type { ImportRow, RowState } from './import-rows.ts';

interface EntryRowProps {
  row: ImportRow;
  /** 1-indexed position in the file. */
  place: number;
  state: RowState;
  isFixing: boolean;
  onFix: () => void;
  onChoose: (book: EntryBook) => void;
  onLeave: (isLeftOut: boolean) => void;
}

const icons: Record<RowState, ReactNode> = {
  matched: <IconCheck size={15} />,
  chosen: <IconCheck size={15} />,
  repeated: <IconCopy size={15} />,
  ambiguous: <IconQuestionMark size={15} />,
  missing: <IconX size={15} />,
  left: <IconMinus size={15} />,
};

/** One line of the file: its text, the matched book, and a way to correct it. */
export const EntryRow = (props: EntryRowProps) => {
  const { row, place, state, isFixing, onFix, onChoose, onLeave } = props;
  const { t } = useTranslation('cblImport');
  const { entry, book, isLeftOut } = row;
  const name = t('entry', { series: entry.series, number: entry.number });
  return (
    <li className={classes.row} data-state={state}>
      <div className={classes.line}>
        <span className={classes.place}>{place}</span>
        <span className={classes.entry}>
          <span>{name}</span>
          <small>
            {[entry.volume === null ? null : t('volume', { volume: entry.volume }), entry.year]
              .filter((fact) => fact !== null)
              .join(' · ')}
          </small>
        </span>
        <span className={classes.found}>
          <span className={classes.state}>
            {icons[state]}
            {t(`state.${state}`, { count: entry.books.length })}
          </span>
          {book !== null && !isLeftOut && (
            <small>{t('book', { series: book.series_name, title: book.title })}</small>
          )}
        </span>
        <span className={classes.actions}>
          {isLeftOut ? (
            <Button
              variant="subtle"
              color="gray"
              size="compact-sm"
              aria-label={t('takeName', { name })}
              onClick={() => onLeave(false)}
            >
              {t('take')}
            </Button>
          ) : (
            <>
              <Button
                variant={book === null ? 'default' : 'subtle'}
                {...(book === null ? {} : { color: 'gray' })}
                size="compact-sm"
                aria-expanded={isFixing}
                aria-label={t(book === null ? 'chooseName' : 'changeName', { name })}
                onClick={onFix}
              >
                {t(book === null ? 'choose' : 'change')}
              </Button>
              <Button
                variant="subtle"
                color="gray"
                size="compact-sm"
                aria-label={t('leaveName', { name })}
                onClick={() => onLeave(true)}
              >
                {t('leave')}
              </Button>
            </>
          )}
        </span>
      </div>
      {isFixing && <ChooseBook entry={entry} chosenId={book?.id ?? null} onChoose={onChoose} />}
    </li>
  );
};
