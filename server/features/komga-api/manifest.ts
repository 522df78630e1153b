import type { PublicationLink, PublicationManifest } from '../../../shared/api/epub.ts';
import { jsonFloat } from '../../http/api/json-float.ts';

/**
 * Converts a Readium manifest for strict clients: names of people and publishers as lists of texts,
 * all required lists and objects present even if empty, and no link properties other than objects.
 *
 * @param base origin and path under which this API is reached
 */
export const komgaManifest = (manifest: PublicationManifest, base: string) => {
  const linksOf = (links: readonly PublicationLink[]) =>
    (links as readonly NestedLink[]).map((link) => linkAt(link, base));
  return {
    context: manifest['@context'],
    metadata: metadataOf(manifest.metadata),
    links: linksOf(manifest.links),
    images: [],
    readingOrder: linksOf(manifest.readingOrder),
    resources: linksOf(manifest.resources),
    toc: linksOf(manifest.toc),
    pageList: linksOf(manifest.pageList),
    landmarks: linksOf(manifest.landmarks),
  };
};

type Metadata = PublicationManifest['metadata'];

const metadataOf = (metadata: Metadata) => {
  const { series } = metadata.belongsTo ?? {};
  const { presentation, numberOfPages } = metadata;
  return {
    title: metadata.title,
    sortAs: metadata.sortAs,
    identifier: metadata.identifier,
    type: metadata['@type'],
    conformsTo: metadata.conformsTo,
    language: metadata.language,
    published: metadata.published,
    description: metadata.description,
    author: namesOf(metadata.author),
    translator: namesOf(metadata.translator),
    editor: namesOf(metadata.editor),
    artist: [],
    illustrator: [],
    letterer: namesOf(metadata.letterer),
    penciler: namesOf(metadata.penciler),
    colorist: namesOf(metadata.colorist),
    inker: namesOf(metadata.inker),
    contributor: [...namesOf(metadata.narrator), ...namesOf(metadata.contributor)],
    publisher: metadata.publisher === undefined ? [] : [metadata.publisher],
    subject: metadata.subject ?? [],
    readingProgression: metadata.readingProgression,
    ...(numberOfPages > 0 ? { numberOfPages } : {}),
    belongsTo: { series: series ? [seriesOf(series)] : [], collection: [] },
    rendition: presentation ? { layout: presentation.layout } : {},
  };
};

const namesOf = (contributors: readonly { name: string }[] = []): string[] =>
  contributors.map(({ name }) => name);

const seriesOf = ({ name, position }: { name: string; position?: number | undefined }) => ({
  name,
  ...(position === undefined ? {} : { position: jsonFloat(position) }),
  links: [],
});

/** A link with typed children, which types inferred from recursive schemas lack. */
interface NestedLink extends Omit<PublicationLink, 'children'> {
  children?: readonly NestedLink[] | undefined;
}

const linkAt = ({ href, children, ...link }: NestedLink, base: string): object => ({
  ...link,
  // A heading without a link has no address.
  ...(href === '' ? {} : { href: base + href.replace(ownResources, '$1/resource/') }),
  ...(children ? { children: children.map((child) => linkAt(child, base)) } : {}),
  properties: {},
});

const ownResources = /(\/books\/[^/]+)\/resources\//;
