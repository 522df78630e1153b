import { TextInput } from '@mantine/core';
import { IconHash } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

import type { CompactBook } from '../../../../shared/api/book-record.ts';
import { indexOfNumber } from './book-number.ts';
import classes from './jump-to-number.module.css';

interface JumpToNumberProps {
  /** In reading order. */
  books: readonly CompactBook[];
  onJump: (index: number) => void;
}

/** Series with fewer books need no jump. */
const jumpFrom = 30;

/** A field for a number, to which the list scrolls with Enter. */
export const JumpToNumber = ({ books, onJump }: JumpToNumberProps) => {
  const { t } = useTranslation('series');
  const [text, setText] = useState('');
  if (books.length < jumpFrom || books.every((book) => indexOfNumber([book], -Infinity) < 0)) {
    return null;
  }
  const wanted = text.trim() === '' ? null : Number(text.trim().replace(',', '.'));
  const index = wanted === null || Number.isNaN(wanted) ? -1 : indexOfNumber(books, wanted);
  return (
    <form
      className={classes.jump}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (index >= 0) onJump(index);
      }}
    >
      <TextInput
        size="xs"
        inputMode="decimal"
        aria-label={t('jump.label')}
        placeholder={t('jump.label')}
        maxLength={8}
        leftSection={<IconHash size={15} />}
        value={text}
        error={wanted !== null && index < 0 && t('jump.none')}
        onChange={({ currentTarget }) => setText(currentTarget.value)}
      />
    </form>
  );
};
