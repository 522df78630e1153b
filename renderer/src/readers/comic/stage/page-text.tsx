import { queryOptions, useQuery } from '@tanstack/react-query';
import type { CSSProperties } from 'react';

import { getPageText, type TextBlock } from '../../../../../shared/api/pages.ts';
import { api } from '../../../api/client.ts';
import { useReader } from '../store/reader-context.tsx';
import classes from './page-text.module.css';

const pageTextQuery = (bookId: string, page: number) =>
  queryOptions({
    queryKey: ['page-text', bookId, page],
    queryFn: async ({ signal }) => {
      const params = { book_id: bookId, page_number: page };
      return (await api.call(getPageText, { params, signal })).text;
    },
    staleTime: Infinity,
    retry: false,
  });

/** Whether a file beside the book has the text of its pages; asked once when the book is opened. */
export const useHasPageText = (): boolean => {
  const bookId = useReader((state) => state.book.id);
  const { data } = useQuery(pageTextQuery(bookId, 1));
  return data !== undefined && data !== null;
};

interface PageTextProps {
  page: number;
  /** Places the whole page in its frame. */
  style: CSSProperties;
}

/** The text of a page in transparent boxes over it, which show it when they are pointed at or tapped. */
export const PageText = ({ page, style }: PageTextProps) => {
  const bookId = useReader((state) => state.book.id);
  const hasText = useHasPageText();
  const { data } = useQuery({ ...pageTextQuery(bookId, page), enabled: hasText });
  if (!data) return null;
  return (
    <div className={classes.page} style={style} lang={data.language}>
      {data.blocks.map((block, index) => (
        <p
          key={index}
          className={classes.block}
          style={styleOf(block, data)}
          data-page-text
          data-vertical={block.vertical || undefined}
          // A tap shows the text until another place is tapped.
          tabIndex={-1}
        >
          {block.lines.map((line, number) => (
            <span key={number}>{line}</span>
          ))}
        </p>
      ))}
    </div>
  );
};

/** Shares of the page, so that the box follows its size. */
const styleOf = (
  { x, y, width, height, font_size }: TextBlock,
  page: { width: number; height: number },
): CSSProperties => {
  const [across, down] = [100 / page.width, 100 / page.height];
  return {
    left: `${x * across}%`,
    top: `${y * down}%`,
    fontSize: `${font_size * across}cqw`,
    '--width': `${width * across}%`,
    '--height': `${height * down}%`,
  } as CSSProperties;
};
