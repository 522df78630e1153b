import { Button } from '@mantine/core';
import { IconEyeCheck, IconSortAscending, IconSortDescending } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';

import type { BookChoice } from './book-choice.ts';
import classes from './series-books.module.css';

interface BookChoiceButtonsProps {
  choice: BookChoice;
  onChange: (choice: BookChoice) => void;
}

/** Leaves out read books, and turns the order around. */
export const BookChoiceButtons = ({ choice, onChange }: BookChoiceButtonsProps) => {
  const { t } = useTranslation('series');
  const { isUnread, isReversed } = choice;
  const Order = isReversed ? IconSortDescending : IconSortAscending;
  return (
    <>
      <Button
        className={classes.choice}
        size="compact-md"
        variant="default"
        leftSection={<IconEyeCheck size={15} />}
        aria-pressed={isUnread}
        onClick={() => onChange({ ...choice, isUnread: !isUnread })}
      >
        {t('choice.unread')}
      </Button>
      <Button
        className={classes.choice}
        size="compact-md"
        variant="default"
        leftSection={<Order size={15} />}
        aria-pressed={isReversed}
        onClick={() => onChange({ ...choice, isReversed: !isReversed })}
      >
        {t('choice.reversed')}
      </Button>
    </>
  );
};
