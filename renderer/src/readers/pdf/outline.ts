import type { ContentsEntry } from '../shell/contents-panel.tsx';
import { resolveDestination } from './pdf-destinations.ts';
import type { PDFDocumentProxy } from './pdf-js.ts';
import type { PdfTarget } from './pdf-navigation.ts';

type Nodes = Awaited<ReturnType<PDFDocumentProxy['getOutline']>>;
type Node = Nodes[number];

/** Limit for the panel; a malicious document may have millions of entries. */
const maxLines = 5000;

/** The document's outline as flat entries with their target pages. */
export const readOutline = async (pdf: PDFDocumentProxy): Promise<ContentsEntry<PdfTarget>[]> => {
  // The types do not say that a document can have no outline.
  const nodes = (await pdf.getOutline()) as Nodes | null;
  const lines = flat(nodes ?? []).slice(0, maxLines);
  return Promise.all(
    lines.map(async ({ node, depth }) => ({
      title: node.title,
      depth,
      page: await pageOf(pdf, node.dest),
      target: node.dest === null ? null : { destination: node.dest },
    })),
  );
};

interface Line {
  node: Node;
  depth: number;
}

const flat = (nodes: Nodes, depth = 0): Line[] =>
  nodes.flatMap((node) => [
    { node, depth },
    ...(depth < 20 ? flat(node.items as Nodes, depth + 1) : []),
  ]);

const pageOf = async (pdf: PDFDocumentProxy, destination: Node['dest']): Promise<number | null> => {
  const [index] = (await resolveDestination(pdf, destination)) ?? [];
  return index === undefined ? null : index + 1;
};
