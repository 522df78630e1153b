import {
  IconChevronLeft,
  IconChevronRight,
  IconPlayerPause,
  IconPlayerPlay,
  IconPlayerSkipBack,
  IconPlayerSkipForward,
} from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';

import { BarButton } from './bar-button.tsx';
import classes from './bars.module.css';
import { PageInput } from './page-input.tsx';
import { ratioOf } from './page-shape.ts';
import { PageSlider } from './page-slider.tsx';
import { useReader, useReaderActions } from './reader-context.tsx';
import { neighbourOf } from './reader-store.ts';
import type { RunCommand } from './use-commands.ts';

/** Where in the book one is, and the ways to other places; it runs in the direction of reading. */
export const BottomBar = ({ run }: { run: RunCommand }) => {
  const { t } = useTranslation('reader');
  const book = useReader((state) => state.book);
  const mode = useReader((state) => state.mode);
  const actions = useReaderActions();
  const page = useReader((state) => state.page);
  const pages = useReader((state) => state.pages);
  const count = pages.length;
  const isFlowing = useReader((state) => state.isAutoScrolling);
  const mayFlow = useReader((state) => state.settings.auto_scroll > 0);

  return (
    <div
      className={classes.bottom}
      role="toolbar"
      aria-label={t('toolbar.bottom')}
      dir={mode === 'rtl' ? 'rtl' : 'ltr'}
    >
      <BarButton
        label={t('book.previous')}
        icon={IconPlayerSkipBack}
        isDisabled={neighbourOf(book, -1) === null}
        onClick={() => run('previous-book')}
      />
      <BarButton
        label={t('page.previous')}
        icon={IconChevronLeft}
        onClick={() => run('previous')}
      />
      <span className={classes.position} dir="ltr">
        <PageInput page={page} onGo={actions.goTo} />
        <span aria-hidden>/ {count}</span>
      </span>
      <PageSlider
        bookId={book.id}
        page={page}
        count={count}
        isReversed={mode === 'rtl'}
        ratioAt={(number) => {
          const shape = pages[number - 1];
          return shape ? ratioOf(shape) : null;
        }}
        onGo={actions.goTo}
      />
      {mayFlow && (
        <BarButton
          label={t(isFlowing ? 'flow.halt' : 'flow.start')}
          icon={isFlowing ? IconPlayerPause : IconPlayerPlay}
          onClick={() => run('auto-scroll')}
        />
      )}
      <BarButton label={t('page.next')} icon={IconChevronRight} onClick={() => run('next')} />
      <BarButton
        label={t('book.next')}
        icon={IconPlayerSkipForward}
        isDisabled={neighbourOf(book, 1) === null}
        onClick={() => run('next-book')}
      />
    </div>
  );
};
