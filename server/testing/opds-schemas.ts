import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { Ajv2020 } from 'ajv/dist/2020.js';
import { fullFormats } from 'ajv-formats/dist/formats.js';
import { RelaxNGValidator, XmlDocument, XmlLibError } from 'libxml2-wasm';

const read = (name: string): Buffer => readFileSync(join(import.meta.dirname, 'schemas', name));

/** Violations of a RelaxNG schema; empty if valid. */
const xmlSchema = (name: string) => {
  // oxlint-disable-next-line typescript/no-deprecated -- XSD cannot say that elements come in any order.
  const validator = RelaxNGValidator.fromDoc(XmlDocument.fromBuffer(read(name)));
  return (xml: string): string[] => {
    try {
      const document = XmlDocument.fromString(xml);
      try {
        validator.validate(document);
      } finally {
        document.dispose();
      }
      return [];
    } catch (error) {
      if (!(error instanceof XmlLibError)) throw error;
      return [error.message];
    }
  };
};

const ajv = new Ajv2020({ strictTypes: false, strictRequired: false, formats: fullFormats });
ajv.addSchema(JSON.parse(read('opds-2.0.json').toString()) as object);

/** Violations of a part of the JSON schema. */
const jsonSchema =
  (part: string) =>
  (document: unknown): string[] => {
    const validate = ajv.getSchema(`urn:octavo:schema:opds-2.0#/$defs/${part}`);
    if (!validate) throw new Error(`The schema has no ${part}`);
    if (validate(document)) return [];
    return (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`);
  };

/** Schemas by media type, without parameters. */
export const opdsSchemas = {
  'application/atom+xml': xmlSchema('opds-1.2.rng'),
  'application/opensearchdescription+xml': xmlSchema('opensearch.rng'),
  'application/opds+json': jsonSchema('feed'),
  'application/opds-publication+json': jsonSchema('publication'),
  'application/opds-authentication+json': jsonSchema('authentication'),
  'application/webpub+json': jsonSchema('manifest'),
  'application/divina+json': jsonSchema('manifest'),
  'application/vnd.readium.progression+json': jsonSchema('progression'),
  'application/opds-progression+json': jsonSchema('opdsProgression'),
};
