import {
  IconChevronLeft,
  IconChevronRight,
  IconPlayerPause,
  IconPlayerPlay,
  IconPlayerSkipBack,
  IconPlayerSkipForward,
} from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

import { BarButton } from './bar-button.tsx';
import classes from './bars.module.css';
import { PageSlider } from './page-slider.tsx';
import { useReader, useReaderActions } from './reader-context.tsx';
import { neighbourOf } from './reader-store.ts';
import type { RunCommand } from './use-commands.ts';

/** Where in the book one is, and the ways to other places; it runs in the direction of reading. */
export const BottomBar = ({ run }: { run: RunCommand }) => {
  const { t } = useTranslation('reader');
  const book = useReader((state) => state.book);
  const mode = useReader((state) => state.mode);
  const count = useReader((state) => state.pages.length);
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
        <PageInput />
        <span aria-hidden>/ {count}</span>
      </span>
      <PageSlider />
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

/** The number of the page; a number typed in goes there on Enter. */
const PageInput = () => {
  const { t } = useTranslation('reader');
  const actions = useReaderActions();
  const page = useReader((state) => state.page);
  const [draft, setDraft] = useState<string | null>(null);

  return (
    <input
      data-page-input
      className={classes.input}
      inputMode="numeric"
      aria-label={t('page.goTo')}
      value={draft ?? page}
      onChange={({ target }) => setDraft(target.value.replace(/\D/g, '').slice(0, 5))}
      onFocus={({ target }) => target.select()}
      onBlur={() => setDraft(null)}
      onKeyDown={(event) => {
        if (event.key !== 'Enter' && event.key !== 'Escape') return;
        if (event.key === 'Enter' && draft) actions.goTo(Number(draft));
        event.preventDefault();
        event.stopPropagation();
        setDraft(null);
        event.currentTarget.blur();
      }}
    />
  );
};
