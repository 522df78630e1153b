import { ActionIcon } from '@mantine/core';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';

import classes from './pager.module.css';

interface PagerProps {
  /** 1-indexed. */
  page: number;
  pages: number;
  onPage: (page: number) => void;
}

/** Pagination control; hidden if there is only one page. */
export const Pager = ({ page, pages, onPage }: PagerProps) => {
  const { t } = useTranslation();
  if (pages <= 1) return null;
  return (
    <nav className={classes.pager} aria-label={t('pager.label')}>
      <ActionIcon
        variant="default"
        size={36}
        aria-label={t('pager.previous')}
        disabled={page <= 1}
        onClick={() => onPage(page - 1)}
      >
        <IconChevronLeft size={18} />
      </ActionIcon>
      <span>{t('pager.at', { page, pages })}</span>
      <ActionIcon
        variant="default"
        size={36}
        aria-label={t('pager.next')}
        disabled={page >= pages}
        onClick={() => onPage(page + 1)}
      >
        <IconChevronRight size={18} />
      </ActionIcon>
    </nav>
  );
};
