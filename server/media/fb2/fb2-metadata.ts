import { ageRatingAmong } from '../age-ratings.ts';
import { parseIsbn, parseLanguage, parseNumber } from '../comic-info/values.ts';
import { dateOf, sortSubjects } from '../epub/opf-metadata.ts';
import { attributeOf, elementsOf, textOf, type XmlElement } from '../epub/xml.ts';
import { type EmbeddedMetadata, emptyMetadata } from '../metadata.ts';

const nameOf = (person: XmlElement): string | null => {
  const part = (name: string) => textOf(elementsOf(person, name)[0]) ?? [];
  const names = [part('first-name'), part('middle-name'), part('last-name')].flat();
  return names.join(' ') || textOf(elementsOf(person, 'nickname')[0]);
};

const paragraphsOf = (element: XmlElement | undefined): string | null =>
  elementsOf(element)
    .flatMap((child) => textOf(child) ?? [])
    .join('\n') || null;

/** The metadata of a FictionBook. */
export const readFb2Metadata = (root: XmlElement): EmbeddedMetadata => {
  const description = elementsOf(root, 'description')[0];
  const title = elementsOf(description, 'title-info')[0];
  const publication = elementsOf(description, 'publish-info')[0];
  const text = (parent: XmlElement | undefined, name: string) =>
    textOf(elementsOf(parent, name)[0]);
  const people = (element: string, role: string) =>
    elementsOf(title, element).flatMap((person) => {
      const name = nameOf(person);
      return name === null ? [] : { name, role };
    });
  const [sequence] = [...elementsOf(title, 'sequence'), ...elementsOf(publication, 'sequence')];
  const date = elementsOf(title, 'date')[0];
  const genres = elementsOf(title, 'genre').flatMap((genre) => textOf(genre) ?? []);
  const subjects = sortSubjects(genres);
  return {
    ...emptyMetadata,
    ...subjects,
    tags: [...subjects.tags, ...sortSubjects([text(title, 'keywords') ?? '']).genres],
    title: text(title, 'book-title'),
    authors: [...people('author', 'writer'), ...people('translator', 'translator')],
    series: attributeOf(sequence, 'name'),
    number: parseNumber(attributeOf(sequence, 'number')),
    publisher: text(publication, 'publisher'),
    language: parseLanguage(text(title, 'lang')),
    release_date:
      dateOf(attributeOf(date, 'value') ?? textOf(date) ?? '') ??
      dateOf(text(publication, 'year') ?? ''),
    summary: paragraphsOf(elementsOf(title, 'annotation')[0]),
    isbn: parseIsbn(text(publication, 'isbn')),
    age_rating: ageRatingAmong(subjects.genres),
    layout: 'reflowable',
  };
};

/** The address of the cover in the file; null without one. */
export const coverAddress = (root: XmlElement): string | null => {
  const title = elementsOf(elementsOf(root, 'description')[0], 'title-info')[0];
  const cover = elementsOf(elementsOf(title, 'coverpage')[0], 'image')[0];
  return attributeOf(cover, 'href');
};
