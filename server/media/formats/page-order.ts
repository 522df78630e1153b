import type { ComicInfoPage } from '../comic-info/comic-info.ts';
import type { ImagePage } from '../stored-page.ts';

const frontCover = /^(?:(?:front[\s_-]?)?cover|front|表紙|封面)[\s_-]?0?[01]?$/iu;
const backCover = /^back[\s_-]?cover$/iu;
/** Found in all names of covers, and in few others. */
const coverWord = /cover|front|表紙|封面/i;

/** The length of the common prefix of all names, up to its last character that is not a letter or digit. */
const commonLength = (names: readonly string[]): number => {
  const [first = '', ...others] = names;
  let length = first.length;
  for (const name of others) {
    while (!name.startsWith(first.slice(0, length))) length -= 1;
  }
  return first.slice(0, length).replace(/[\p{L}\p{N}]+$/u, '').length;
};

/**
 * Moves a page named as the front cover before the others, and the back cover behind them, if all are
 * in one folder. Names count without what all have in common: `Saga 01 - cover.jpg` beside
 * `Saga 01 - 001.jpg`.
 */
const withCoversOutside = <Page extends Pick<ImagePage, 'filename'>>(
  pages: readonly Page[],
): Page[] => {
  if (!pages.some(({ filename }) => coverWord.test(filename))) return [...pages];
  const stems = pages.map(({ filename }) => filename.replace(/\.[^./]*$/, ''));
  const length = commonLength(stems);
  const rests = stems.map((stem) => stem.slice(length).trim());
  if (rests.some((rest) => rest.includes('/'))) return [...pages];
  const place = (index: number) => {
    const rest = rests[index] ?? '';
    return frontCover.test(rest) ? -1 : backCover.test(rest) ? 1 : 0;
  };
  return pages
    .map((page, index) => ({ page, place: place(index) }))
    .sort((a, b) => a.place - b.place)
    .map(({ page }) => page);
};

/** Whether an entry of a list of pages is one of these pages, not one of another archive. */
const isOf =
  (pages: readonly ImagePage[]) =>
  ({ image, size }: ComicInfoPage): boolean => {
    const page = pages[image];
    return page !== undefined && (size === null || size === 0 || size === page.file_size);
  };

const isOfType = ({ type }: ComicInfoPage, wanted: string) => type?.toLowerCase() === wanted;

/**
 * The pages of a comic as people read them, from those in natural order: without the ones that its
 * metadata marks as deleted, and with the covers outside. Also returns the page that the metadata
 * declares as the cover, if it is not the first one.
 */
export const arrangePages = <Page extends ImagePage>(
  pages: readonly Page[],
  listed: readonly ComicInfoPage[],
): { pages: Page[]; cover: Page | null } => {
  const known = listed.filter(isOf(pages));
  // A list of other pages is from before the archive was packed again.
  const isWhole = listed.length === pages.length && known.length === pages.length;
  const deleted = new Set(
    known.filter((page) => isWhole && isOfType(page, 'deleted')).map(({ image }) => image),
  );
  const kept = pages.filter((_, index) => !deleted.has(index));
  const arranged = withCoversOutside(kept.length === 0 ? pages : kept);
  const declared = known.find((page) => isOfType(page, 'frontcover'));
  const cover = declared && arranged.find((page) => page === pages[declared.image]);
  // Programs declare the first page if nobody chose one.
  const isChosen = cover !== undefined && cover !== kept[0] && cover !== arranged[0];
  return { pages: arranged, cover: isChosen ? cover : null };
};
