import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';

interface Schema {
  type?: string;
  format?: string;
  enum?: readonly string[];
  properties?: Record<string, Schema>;
  required?: string[];
  additionalProperties?: boolean | object;
  anyOf?: Schema[];
  items?: Schema;
  $ref?: string;
}

interface Answer {
  content?: Record<string, { schema: Schema }>;
}

interface KomgaDocument {
  paths: Record<string, Record<string, { responses: Record<string, Answer> }>>;
  components: { schemas: Record<string, Schema> };
}

/** The OpenAPI 3.1 document of Komga 1.26.3, as its server publishes it. */
export const komgaDocument = JSON.parse(
  readFileSync(
    join(import.meta.dirname, '../../../../shared/fixtures/clients/komga-openapi.json'),
    'utf8',
  ),
) as KomgaDocument;

/**
 * Records in which Komga always sends every property, null where it has no value, though its document
 * calls some of them optional. Clients in Kotlin fail when one is missing.
 */
const alwaysComplete = [
  'BookDto',
  'BookMetadataDto',
  'BookMetadataAggregationDto',
  'SeriesMetadataDto',
  'LibraryDto',
  'PageDto',
  'UserDto',
  'AuthenticationActivityDto',
];

/** Closed sets of values that the document leaves out, from the enumerations of Komga and its clients. */
const enumerations: Record<string, Record<string, readonly string[]>> = {
  MediaDto: {
    status: ['READY', 'UNKNOWN', 'ERROR', 'UNSUPPORTED', 'OUTDATED'],
    mediaProfile: ['DIVINA', 'PDF', 'EPUB', ''],
    mediaType: [
      'application/zip',
      'application/x-rar-compressed',
      'application/x-rar-compressed; version=4',
      'application/x-rar-compressed; version=5',
      'application/epub+zip',
      'application/pdf',
      '',
    ],
  },
  SeriesMetadataDto: {
    status: ['ENDED', 'ONGOING', 'ABANDONED', 'HIATUS'],
    readingDirection: ['LEFT_TO_RIGHT', 'RIGHT_TO_LEFT', 'VERTICAL', 'WEBTOON', ''],
  },
  ThumbnailBookDto: { type: ['GENERATED', 'SIDECAR', 'USER_UPLOADED'] },
};

/** Every difference from Komga that Octavo makes on purpose: values that Komga itself never sends. */
const intendedValues: Record<string, Record<string, readonly string[]>> = {
  // Komga reads neither 7-Zip nor TAR archives.
  MediaDto: { mediaType: ['application/x-7z-compressed', 'application/x-tar'] },
  // Covers of lists and series that Octavo composes by itself.
  ThumbnailSeriesDto: { type: ['GENERATED'] },
  ThumbnailSeriesCollectionDto: { type: ['GENERATED'] },
  ThumbnailReadListDto: { type: ['GENERATED'] },
};

/** Properties that Komga sends and its document forgets, because a record refers to itself. */
const undocumented: Record<string, Record<string, Schema>> = {
  WPLinkDto: {
    children: { type: 'array', items: { $ref: 'komga#/components/schemas/WPLinkDto' } },
    alternate: { type: 'array', items: { $ref: 'komga#/components/schemas/WPLinkDto' } },
  },
};

/** Objects with names of their own choosing. */
const openRecords = new Set(['StreamingResponseBody']);

const nullable = (schema: Schema): Schema => ({ anyOf: [schema, { type: 'null' }] });

/** A record of the document with all that holds for Komga's answers beyond it. */
const tightened = (name: string, schema: Schema): Schema => {
  const { properties, required = [] } = schema;
  if (!properties || openRecords.has(name)) return schema;
  const isPage = /^Page(?!Dto|Hash)|^SortObject$/.test(name);
  const isComplete = alwaysComplete.includes(name);
  const own = Object.entries(properties).map(([key, property]): [string, Schema] => {
    const values = [
      ...(enumerations[name]?.[key] ?? property.enum ?? []),
      ...(intendedValues[name]?.[key] ?? []),
    ];
    const closed = values.length === 0 ? property : { ...property, enum: values };
    return [key, isComplete && !required.includes(key) ? nullable(closed) : closed];
  });
  return {
    ...schema,
    properties: { ...Object.fromEntries(own), ...undocumented[name] },
    required: isPage || isComplete ? Object.keys(properties) : required,
    additionalProperties: false,
  };
};

const schemas = Object.fromEntries(
  Object.entries(komgaDocument.components.schemas).map(([name, schema]) => [
    name,
    tightened(name, schema),
  ]),
);
// The only date that a client writes and reads back: it keeps its fraction of a second.
const modified = schemas['R2Progression']?.properties?.['modified'];
if (modified) modified.format = 'sent-date-time';

const isInt32 = (value: number) => Number.isInteger(value) && Math.abs(value) < 2 ** 31;
const ajv = new Ajv2020({
  allErrors: true,
  strict: false,
  formats: {
    // Aidoku and KMReader read no fraction of a second.
    'date-time': /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/,
    'sent-date-time': /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,9})?Z$/,
    date: /^\d{4}-\d\d-\d\d$/,
    int32: { type: 'number', validate: isInt32 },
    int64: { type: 'number', validate: Number.isSafeInteger },
    float: { type: 'number', validate: Number.isFinite },
    double: { type: 'number', validate: Number.isFinite },
  },
});
ajv.addSchema({ ...komgaDocument, components: { schemas } }, 'komga', undefined, false);

const templates = Object.keys(komgaDocument.paths)
  .map((template) => ({
    template,
    parameters: template.match(/\{|\*/g)?.length ?? 0,
    pattern: new RegExp(
      `^${template
        .replace(/\/\*$/, '/.+')
        .replace('{resource}', '.+')
        .replace(/\{\w+\}/g, '[^/]+')}$`,
    ),
  }))
  .sort((a, b) => a.parameters - b.parameters);

const validators = new Map<string, ValidateFunction>();
const validatorAt = (pointer: readonly string[]): ValidateFunction => {
  const steps = pointer.map((step) =>
    encodeURIComponent(step.replaceAll('~', '~0').replaceAll('/', '~1')),
  );
  const reference = `komga#/${steps.join('/')}`;
  const known = validators.get(reference) ?? ajv.compile({ $ref: reference });
  validators.set(reference, known);
  return known;
};

/**
 * Compares a JSON answer with Komga's document. Returns the differences as text, null where there is
 * none or the document describes no JSON. `path` begins at `/api` and has no query.
 */
export const komgaProblems = (
  method: string,
  path: string,
  status: number,
  body: unknown,
): string | null => {
  const name = method.toLowerCase();
  const found = templates.find(
    ({ pattern, template }) => pattern.test(path) && komgaDocument.paths[template]?.[name],
  );
  if (!found) return `Komga has no ${method} ${path}`;
  const answer = komgaDocument.paths[found.template]?.[name]?.responses[status];
  const [type] = Object.keys(answer?.content ?? {});
  if (type === undefined) return null;
  const validate = validatorAt([
    ...['paths', found.template, name, 'responses', String(status), 'content', type, 'schema'],
  ]);
  return validate(body) ? null : ajv.errorsText(validate.errors, { separator: '\n' });
};

/** As `komgaProblems`, for a record by its name in the document: `BookDto`. */
export const komgaRecordProblems = (name: string, value: unknown): string | null => {
  const validate = validatorAt(['components', 'schemas', name]);
  return validate(value) ? null : ajv.errorsText(validate.errors, { separator: '\n' });
};
