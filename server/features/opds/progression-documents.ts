import { z } from 'zod';

import { clamp } from '../../../shared/clamp.ts';
import type { PositionList } from '../../../shared/api/epub.ts';
import { badField } from '../../../shared/errors.ts';
import type { Caller } from '../../http/api/caller.ts';
import { jsonFloat } from '../../http/api/json-float.ts';
import type { BooksService } from '../books/service.ts';
import { isText, pathInBook, type Locator } from '../epub/locator.ts';
import {
  progressionSchema,
  type KnownProgression,
  type ProgressionService,
} from '../epub/progression.ts';
import type { EpubService } from '../epub/service.ts';
import { progressionType } from './feed.ts';
import { sendBytes, sendJson, unnamedDevice } from './http.ts';
import { progressPath } from './progression-problems.ts';
import type { OpdsContext } from './router.ts';
import type { ProgressionReader } from './sent-progression.ts';

/** OPDS Progression 1.0 (draft): one number for the whole publication, in OPDS 1.2 and 2.0. */
export const progressionDocuments = ({
  books,
  epub,
  progression,
  readProgression,
}: {
  books: Pick<BooksService, 'get'>;
  epub: Pick<EpubService, 'positions'>;
  progression: ProgressionService;
  readProgression: ProgressionReader;
}): ((context: OpdsContext) => void) => {
  const documentOf = async (caller: Caller, id: string): Promise<object | null> => {
    const known = await progression.get(caller, id);
    return known && writeDocument(known, books.get(caller, id).format === 'pdf');
  };

  return ({ get, put }) => {
    get(progressPath, ['progress-read'], async ({ caller, params: { id = '' }, response }) => {
      const document = await documentOf(caller, id);
      if (document) sendJson(response, progressionType, document);
      // The draft has no 204: a book that was not started is an empty 200.
      else sendBytes(response, progressionType, Buffer.alloc(0));
    });
    const needs = ['progress-read', 'progress-write'] as const;
    put(progressPath, needs, async (context) => {
      const { caller, params, response } = context;
      const { id = '' } = params;
      const sent = await readProgression(documentSchema, context);
      const isNew = (await progression.get(caller, id)) === null;
      const locator = locatorOf(sent, await epub.positions(caller, id));
      if (!locator) throw badField('body.progression', 'The pages of this book are not known');
      await progression.put(caller, id, { modified: sent.modified, device: sent.device, locator });
      response.status(isNew ? 201 : 200);
      sendJson(response, progressionType, (await documentOf(caller, id)) ?? {});
    });
  };
};

const documentSchema = progressionSchema.omit({ locator: true }).extend({
  progression: z.number().min(0).max(1),
  references: z.array(z.string().max(4096)).max(100).nullish(),
});

const writeDocument = (
  { progression: { modified, device, locator }, page, resource, isCompleted }: KnownProgression,
  isPdf: boolean,
): object => {
  const { title, locations } = locator;
  const references = isCompleted ? [] : referencesTo(resource, isPdf ? page : null);
  return {
    ...(title ? { title } : {}),
    modified,
    device: { id: deviceUri(device.id), name: device.name || 'Octavo' },
    progression: jsonFloat(isCompleted ? 1 : clamp(locations.totalProgression, 0, 1)),
    ...(references.length > 0 ? { references } : {}),
  };
};

/** The part of a text by its path in the file, or the page of a PDF; files of images have neither. */
const referencesTo = (resource: string, page: number | null): string[] => {
  if (page !== null) return [`#page=${page}`];
  if (!resource.includes('/resources/')) return [];
  return [pathInBook(resource).split('/').map(encodeURIComponent).join('/')];
};

/** Devices that speak other protocols have names that are no URI. */
const deviceUri = (id: string): string => {
  if (/^[a-z][a-z0-9+.-]*:[!-~]+$/i.test(id)) return id;
  return id === '' ? unnamedDevice : `${unnamedDevice}:device:${encodeURIComponent(id)}`;
};

/** Absorbs the rounding of clients that compute with 32 bits; far less than a page. */
const tolerance = 1e-6;

/** The locator of a share of the whole book; in books of images, a reference can name the page. */
const locatorOf = (
  { progression, references }: z.infer<typeof documentSchema>,
  list: PositionList,
): Locator | null => {
  const { positions, total } = list;
  const named = references?.map((text) => Number(/^#page=(\d{1,6})$/.exec(text)?.[1])) ?? [];
  const page = isText(list) ? undefined : named.find((number) => number >= 1 && number <= total);
  const own =
    page === undefined
      ? positions.findLast((known) => known.locations.totalProgression <= progression + tolerance)
      : positions[page - 1];
  if (!own) return null;
  const { href, type, title, locations } = own;
  const { position, progression: start } = locations;
  if (!isText(list)) return { href, type, locations: { position } };
  const next = positions[position];
  const end = next?.href === href ? next.locations.progression : 1;
  const share = clamp(progression * total - (position - 1), 0, 1);
  return {
    href,
    type,
    title,
    locations: {
      position,
      progression: start + share * (end - start),
      totalProgression: progression,
    },
  };
};
