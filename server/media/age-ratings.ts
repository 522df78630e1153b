import { getOwn } from '../text/own-property.ts';

/**
 * Age ratings in words, as minimum age in years, by their lower-case form. Ratings with a number in
 * them, such as "FSK 12" or "Everyone 10+", are read from the number. Where scales use one word for
 * different ages, the higher one counts, because a rating is there to protect.
 *
 * Sources:
 *
 * - ComicInfo 2.1, element AgeRating (anansi-project.github.io/docs/comicinfo/schemas/v2.1); its ages
 *   as in Komga, whose apps show them; Australian classification (classification.gov.au)
 * - Mylar's series.json (github.com/mylar3/mylar3/wiki)
 * - Games: ESRB (esrb.org/ratings-guide), PEGI (pegi.info), USK (usk.de)
 * - Film and television: MPA (filmratings.com), TV Parental Guidelines (tvguidelines.org), BBFC
 *   (bbfc.co.uk), FSK (fsk.de)
 * - Comics: Marvel (marvel.com, "Ratings"), DC (dc.com, "Age ratings"), VIZ Media (viz.com/ratings)
 */
const ageRatings: Readonly<Record<string, number | null>> = {
  unknown: null,
  'rating pending': null,
  'not rated': null,

  all: 0,
  'all ages': 0,
  e: 0,
  everyone: 0,
  g: 0,
  general: 0,
  u: 0,
  'tv-g': 0,
  'tv-y': 0,

  'early childhood': 3,
  ec: 3,
  'kids to adults': 6,
  kids: 6,
  children: 6,
  pg: 8,
  'parental guidance': 8,
  'tv-pg': 8,

  t: 13,
  teen: 13,
  teens: 13,
  'teens and up': 13,
  'young adult': 13,

  'parental advisory': 15,
  't+': 16,
  'teen+': 16,
  'teen plus': 16,
  'older teen': 16,
  ot: 16,

  m: 17,
  r: 17,
  'tv-ma': 17,

  mature: 18,
  'mature readers': 18,
  adult: 18,
  adults: 18,
  'adults only': 18,
  ao: 18,
  explicit: 18,
  'explicit content': 18,
  max: 18,
  // Nobody aged 17 or younger.
  'nc-17': 18,
};

/** No scale has a higher age. */
const maxAge = 21;

/** The first number of one or two digits that is an age: "ab 12 Jahren", "9-12", "TV-Y7". */
const numberIn = (text: string): number | null => {
  const age = Number(/(?<!\d)\d{1,2}(?!\d)/.exec(text)?.[0] ?? Number.NaN);
  return age <= maxAge ? age : null;
};

/** The minimum age in years of a rating on any common scale; null if it is unknown. */
export const parseAgeRating = (text: string | null): number | null => {
  const rating = (text ?? '')
    .trim()
    .toLowerCase()
    .replace(/\s+/g, ' ')
    .replace(/^rated:? /, '');
  return getOwn(ageRatings, rating) ?? numberIn(rating);
};

const boards = 'fsk|usk|pegi|bbfc|esrb|mpaa?';

/**
 * Whether a subject or tag is an age rating beyond doubt: "FSK 12", "PEGI: 16", "18+", "Ages 8-12",
 * "ab 12 Jahren". Words such as "Teen" can as well be a genre.
 */
const ratingTag = new RegExp(
  String.raw`^(?:(?:${boards})[\s:-]*(?:ab\s*)?\d{1,2}|\d{1,2}\s?\+|ages?\s\d{1,2}(?:\s?(?:[-–]\s?\d{1,2}|\+|and up))?|ab\s\d{1,2}(?:\sjahren?)?|(?:mature|everyone|ma|r|x)\s?\d{1,2}\+)$`,
  'i',
);

/** The highest age rating among subjects or tags; null if none is one. */
export const ageRatingAmong = (tags: readonly string[]): number | null => {
  const ages = tags
    .map((tag) => tag.trim())
    .filter((tag) => ratingTag.test(tag))
    .flatMap((tag) => parseAgeRating(tag) ?? []);
  return ages.length === 0 ? null : Math.max(...ages);
};
