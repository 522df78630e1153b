import { ActionIcon } from '@mantine/core';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';

import classes from './pager.module.css';

interface PageButtonsProps {
  /** 1-indexed. */
  page: number;
  pages: number;
  onPage: (page: number) => void;
}

interface PagerProps extends Omit<PageButtonsProps, 'pages'> {
  query: {
    data?: { totalPages: number } | undefined;
    /** Whether the data is that of the page before. */
    isPlaceholderData: boolean;
  };
}

/**
 * Turns the pages of a query; hidden if there is only one. Goes back to the last page once the page
 * that is shown no longer exists, because its entries left.
 */
export const Pager = ({ query: { data, isPlaceholderData }, page, onPage }: PagerProps) => {
  const last = data === undefined || isPlaceholderData ? page : Math.max(1, data.totalPages);
  useEffect(() => {
    if (page > last) onPage(last);
  });
  return <PageButtons page={page} pages={data?.totalPages ?? 1} onPage={onPage} />;
};

/** Pagination control; hidden if there is only one page. */
export const PageButtons = ({ page, pages, onPage }: PageButtonsProps) => {
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
