import { DOMParser } from '@xmldom/xmldom';
import { TaJsonDeserialize } from 'r2-lcp-js/dist/es8-es2017/src/serializable.js';
import {
  initGlobalConverters_GENERIC,
  initGlobalConverters_OPDS,
} from 'r2-opds-js/dist/es8-es2017/src/opds/init-globals.js';
import { OPDS } from 'r2-opds-js/dist/es8-es2017/src/opds/opds1/opds.js';
import { OPDSFeed } from 'r2-opds-js/dist/es8-es2017/src/opds/opds2/opds2.js';
import { OPDSPublication } from 'r2-opds-js/dist/es8-es2017/src/opds/opds2/opds2-publication.js';
import { XML } from 'r2-utils-js/dist/es8-es2017/src/_utils/xml-js-mapper/index.js';

// The parser of the desktop reader Thorium.

initGlobalConverters_OPDS();
initGlobalConverters_GENERIC();

export const readOpds1 = (xml: string): OPDS => {
  const problems: string[] = [];
  const parser = new DOMParser({ onError: (_level, message) => problems.push(message) });
  const document = parser.parseFromString(xml, 'application/xml');
  if (problems.length > 0) throw new Error(problems.join('; '));
  return XML.deserialize<OPDS>(document as unknown as Document, OPDS);
};

export const readOpds2 = (json: unknown): OPDSFeed => TaJsonDeserialize<OPDSFeed>(json, OPDSFeed);

export const readPublication = (json: unknown): OPDSPublication =>
  TaJsonDeserialize<OPDSPublication>(json, OPDSPublication);
