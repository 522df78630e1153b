import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

import classes from './saved-row.module.css';
import { Row } from './section.tsx';

interface SavedRowProps {
  label: string;
  text: string;
  isChanged: boolean;
  isValid?: boolean;
  isPending: boolean;
  onSave: () => void;
  children: ReactNode;
}

/** A text setting; saved on Enter or by the button that appears. */
export const SavedRow = (props: SavedRowProps) => {
  const { t } = useTranslation('settings');
  const { isChanged, isValid = true } = props;
  return (
    <Row label={props.label} text={props.text}>
      <form
        className={classes.field}
        onSubmit={(event) => {
          event.preventDefault();
          if (isChanged && isValid) props.onSave();
        }}
      >
        {props.children}
        {isChanged && (
          <Button type="submit" disabled={!isValid} loading={props.isPending}>
            {t('save')}
          </Button>
        )}
      </form>
    </Row>
  );
};
