import type { Page } from 'playwright';

/** A shift of visible elements that no input caused. */
interface Shift {
  /** Share of the view that moved, times how far: 0 to 1. */
  value: number;
  /** The elements that moved, for the failure message. */
  moved: string[];
}
type ShiftEntry = PerformanceEntry & {
  value: number;
  hadRecentInput: boolean;
  sources: { node: Node | null }[];
};
declare global {
  var takeShifts: (() => Shift[]) | undefined;
}

/** Runs in the page, before its own scripts. */
const collectShifts = () => {
  const shifts: Shift[] = [];
  const nameOf = (node: Node | null): string => {
    const element = node instanceof Element ? node : node?.parentElement;
    return element ? `${element.localName}.${element.className} "${element.textContent}"` : '';
  };
  const keep = (entries: PerformanceEntryList) => {
    for (const { value, hadRecentInput, sources } of entries as ShiftEntry[]) {
      const moved = sources.map(({ node }) => nameOf(node).slice(0, 60));
      if (!hadRecentInput) shifts.push({ value, moved });
    }
  };
  const observer = new PerformanceObserver((list) => keep(list.getEntries()));
  observer.observe({ type: 'layout-shift', buffered: true });
  globalThis.takeShifts = () => {
    keep(observer.takeRecords());
    return shifts.splice(0);
  };
};

/** Collects the layout shifts of all documents that this page will show. */
export const watchShifts = (page: Page): Promise<unknown> => page.addInitScript(collectShifts);

/** The shifts since the last call, or since the document was opened. */
export const takeShifts = (page: Page): Promise<Shift[]> =>
  page.evaluate(() => globalThis.takeShifts?.() ?? []);
