import type { PublicationLink } from '../../../../../shared/api/epub.ts';
import { deselect } from '../../shell/deselect.ts';
import { documentsOf } from './book-documents.ts';
import type { BookEngine, EngineOptions, Mark, Movement, NavigationTarget } from './book-engine.ts';
import { createFlowInput } from './flow-input.ts';
import {
  goInside,
  goToCharacter,
  insideOf,
  openFlowPart,
  positionIn,
  selectionIn,
  type PartTarget,
  type OpenPart,
} from './flow-part.ts';
import { createFlowTurns } from './flow-turns.ts';
import { createLatestLoad } from './latest-load.ts';
import { positionsOn, splitHref } from './locator.ts';
import { drawMarks } from './marks.ts';
import { createPartFrames } from './part-frame.ts';
import { flowText } from './shown-text.ts';

type Leap = Exclude<Movement, 'layout'>;

/**
 * Engine for reflowable books: lays out each part in columns the size of the viewport, or as one
 * scrolling strip.
 */
export const createFlowEngine = ({
  container,
  manifest,
  positions,
  style: firstStyle,
  brokenPicture,
  events,
}: EngineOptions): BookEngine => {
  const { readingOrder: order } = manifest;
  const { parts, base } = documentsOf(manifest);
  const frames = createPartFrames(container);
  const { readingProgression: direction, language, title } = manifest.metadata;
  let style = firstStyle;
  let marks: readonly Mark[] = [];
  let open: OpenPart | null = null;
  const latest = createLatestLoad(events);
  const destroyed = new AbortController();
  const forward = direction === 'rtl' ? 'left' : 'right';
  const listenTo = createFlowInput({
    container,
    events,
    base,
    forward,
    scrolled: () => (open?.layout.isScrolled === true ? open.layout : null),
    onFollow: (href) => void engine.goTo({ href }),
    signal: destroyed.signal,
  });
  /** Offset of the first visible character; a new layout keeps it in view. */
  let anchor = 0;
  /** The last position in the reading order, to which a note leads back. */
  let origin = positions.locatorOf(1);
  const box = () => ({ width: container.clientWidth, height: container.clientHeight });

  const report = (movement: Movement) => {
    if (!open) return;
    const position = positionIn(open, positions, open.spineIndex === order.length - 1, movement);
    const isAside = open.spineIndex >= order.length;
    if (!isAside) origin = position.locator;
    events.onMove({ ...position, locator: origin ?? position.locator, isAside });
  };

  const go = (target: OpenPart, inside: PartTarget) => {
    // The start of the screen would move back a little with each new layout.
    anchor = goInside(target, inside) ?? target.layout.firstVisible(target.index);
  };

  const show = async (spineIndex: number, inside: PartTarget, movement: Leap): Promise<boolean> => {
    const link = parts[spineIndex];
    if (!link) return false;
    if (open?.spineIndex === spineIndex) {
      latest.leave();
      go(open, inside);
      report(movement);
      return true;
    }
    return latest.run(spineIndex, async (signal) => {
      const target = { spineIndex, link, box, direction, language, title, brokenPicture };
      const opened = await openFlowPart(frames, { ...target, style: () => style }, signal);
      const pages = spineIndex < order.length ? positions : positionsOn(positions, origin);
      listenTo(opened, {
        onSelection: () => events.onSelect(selectionIn(opened, pages, container.clientWidth)),
        onScroll: () => onScroll(opened),
        onFonts: () => void settle(opened),
      });
      go(opened, inside);
      open?.part.remove();
      open = opened;
      opened.text = flowText(opened, () => onScreen(opened));
      opened.part.frame.style.visibility = 'visible';
      showMarks(opened, marks);
      events.onSelect(null);
      report(movement);
    });
  };

  const onScreen = (opened: OpenPart) => {
    anchor = opened.layout.firstVisible(opened.index);
    report('turn');
  };

  const onScroll = (opened: OpenPart) => {
    if (opened !== open || !opened.layout.isScrolled) return;
    const seen = opened.layout.firstVisible(opened.index);
    if (seen === anchor) return;
    anchor = seen;
    report('turn');
  };

  /** Lays the text out again that late fonts have moved. */
  const settle = async (opened: OpenPart) => {
    await opened.part.document.fonts.ready;
    if (opened === open) relayOut();
  };

  const relayOut = () => {
    if (!open || container.clientWidth === 0) return;
    open.layout = open.restyle(style);
    goToCharacter(open, anchor);
    report('layout');
  };

  const observer = new ResizeObserver(relayOut);
  observer.observe(container);

  const goTo = async (target: NavigationTarget): Promise<boolean> => {
    const found = insideOf(target, parts, order.length);
    return found !== null && show(found.spineIndex, found.inside, 'jump');
  };

  const turns = createFlowTurns({
    count: order.length,
    goBack: () => goTo(origin ?? 'start'),
    openPart: () => open,
    show,
    onScreen,
    latest,
  });

  const engine: BookEngine = {
    forward,
    async goTo(target) {
      turns.clear();
      if (insideOf(target, parts, order.length) === null) events.onDeadLink();
      else await goTo(target);
    },
    retry: latest.retry,
    turn: turns.turn,
    turnPart: turns.turnPart,
    setStyle(next) {
      style = next;
      relayOut();
    },
    setMarks(next) {
      marks = next;
      if (open) showMarks(open, marks);
    },
    clearSelection: () => open !== null && deselect(open.part.document),
    shown: () => (open?.text ? [open.text] : []),
    destroy() {
      turns.clear();
      latest.cancel();
      destroyed.abort();
      observer.disconnect();
      frames.destroy();
      open = null;
    },
  };
  return engine;
};

const showMarks = (opened: OpenPart, marks: readonly Mark[]): void => {
  opened.placed = drawMarks(opened.part, opened.index, marksOn(opened.link, marks));
};

const marksOn = ({ href }: PublicationLink, marks: readonly Mark[]): Mark[] =>
  marks.filter(({ locator }) => splitHref(locator.href).part === href);
