import { IconPlayerPause, IconPlayerPlay } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';

import { BarButton } from '../../shell/bar-button.tsx';
import { PageBar } from '../../shell/page-bar.tsx';
import type { RunCommand } from '../../shell/reader-commands.ts';
import { ratioOf } from '../stage/page-shape.ts';
import { useReader, useReaderActions } from '../store/reader-context.tsx';

/** The lower bar, with the button that starts and halts automatic scrolling. */
export const ComicBottomBar = ({ run }: { run: RunCommand<'comic'> }) => {
  const { t } = useTranslation('reader');
  const book = useReader((state) => state.book);
  const isReversed = useReader((state) => state.mode === 'rtl');
  const actions = useReaderActions();
  const page = useReader((state) => state.page);
  const pages = useReader((state) => state.pages);
  const isScrolling = useReader((state) => state.isAutoScrolling);
  const canScroll = useReader((state) => state.settings.auto_scroll > 0);
  return (
    <PageBar
      book={book}
      page={page}
      isReversed={isReversed}
      run={run}
      count={pages.length}
      ratioAt={(number) => {
        const shape = pages[number - 1];
        return shape ? ratioOf(shape) : null;
      }}
      onPage={actions.goTo}
      onTurn={(step) => run(step > 0 ? 'next' : 'previous')}
      before={
        canScroll && (
          <BarButton
            label={t(isScrolling ? 'flow.halt' : 'flow.start')}
            icon={isScrolling ? IconPlayerPause : IconPlayerPlay}
            onClick={() => run('auto-scroll')}
          />
        )
      }
    />
  );
};
