import { ActionIcon } from '@mantine/core';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { useEffect, type ReactNode } from 'react';
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
      <PageButton label={t('pager.previous')} target={page > 1 ? page - 1 : null} onPage={onPage}>
        <IconChevronLeft size={18} />
      </PageButton>
      <span>{t('pager.at', { page, pages })}</span>
      <PageButton label={t('pager.next')} target={page < pages ? page + 1 : null} onPage={onPage}>
        <IconChevronRight size={18} />
      </PageButton>
    </nav>
  );
};

interface PageButtonProps extends Pick<PageButtonsProps, 'onPage'> {
  label: string;
  /** Null: there is no such page. */
  target: number | null;
  children: ReactNode;
}

/** Keeps the focus at the last page, which an attribute `disabled` would take from it. */
const PageButton = ({ label, target, onPage, children }: PageButtonProps) => (
  <ActionIcon
    variant="default"
    size={36}
    aria-label={label}
    aria-disabled={target === null}
    data-disabled={target === null}
    onClick={() => target !== null && onPage(target)}
  >
    {children}
  </ActionIcon>
);
