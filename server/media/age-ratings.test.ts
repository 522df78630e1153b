import { expect, test } from 'vitest';

import { ageRatingAmong, parseAgeRating } from './age-ratings.ts';

test.each([
  // All of ComicInfo 2.1.
  ['Unknown', null],
  ['Adults Only 18+', 18],
  ['Early Childhood', 3],
  ['Everyone', 0],
  ['Everyone 10+', 10],
  ['G', 0],
  ['Kids to Adults', 6],
  ['M', 17],
  ['MA15+', 15],
  ['Mature 17+', 17],
  ['PG', 8],
  ['R18+', 18],
  ['Rating Pending', null],
  ['Teen', 13],
  ['X18+', 18],
  // Boards, publishers and plain ages.
  ['FSK 12', 12],
  ['USK: 6', 6],
  ['PEGI 16', 16],
  ['BBFC 12A', 12],
  ['PG-13', 13],
  ['NC-17', 18],
  ['TV-Y7', 7],
  ['tv-ma', 17],
  ['All Ages', 0],
  ['Teen+', 16],
  ['Rated T+', 16],
  ['Older  Teen', 16],
  ['Mature', 18],
  ['Parental Advisory', 15],
  ['16+', 16],
  ['9-12', 9],
  ['ab 12 Jahren', 12],
  ['12 and up', 12],
  // No rating.
  ['2018', null],
  ['99', null],
  ['FSK', null],
  ['constructor', null],
  ['', null],
  [null, null],
])('%s is from %s', (text, age) => {
  expect(parseAgeRating(text)).toBe(age);
});

test.each([
  [['Horror', 'FSK 16'], 16],
  [['PEGI 12', 'Mature 17+'], 17],
  [['Ages 8-12'], 8],
  [['ages 12 and up'], 12],
  [['ab 16 Jahren'], 16],
  [['18+'], 18],
  // These can be genres, or parts of names.
  [['Teen', 'Mature', 'Everyone', 'Middle Ages', 'Area 51', '2000+', 'Catch 22', '300'], null],
])('of the subjects %j the rating is %s', (subjects, age) => {
  expect(ageRatingAmong(subjects)).toBe(age);
});
