import type { ContentsEntry } from '../shell/contents-panel.tsx';
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

/** The page number of a destination; null if it resolves to none. */
const pageOf = async (pdf: PDFDocumentProxy, destination: Node['dest']): Promise<number | null> => {
  try {
    const position: unknown =
      typeof destination === 'string' ? await pdf.getDestination(destination) : destination;
    const first: unknown = Array.isArray(position) ? position[0] : null;
    if (typeof first === 'number') return first + 1;
    if (typeof first !== 'object' || first === null) return null;
    return (await pdf.getPageIndex(first as Parameters<typeof pdf.getPageIndex>[0])) + 1;
  } catch {
    return null;
  }
};
