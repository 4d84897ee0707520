import type { ApplicationPage } from '../../domain/applications/publication-application.ts';
import { pageTree } from '../../domain/html/page-tree.ts';
import { PageNodes } from '../../domain/html/xpath/page-nodes.ts';
import { evaluateXPath, readXPath } from '../../domain/html/xpath/xpath.ts';
import { parseTree } from '../../domain/turn/analyzed-page.ts';
import type { SentPage } from '../../wings/publications/applications/application-runner.ts';

/** The page as the application sees it; trees are made at their first use. */
export function applicationPage(sent: SentPage): ApplicationPage {
  let tree: ReturnType<ApplicationPage['tree']> | undefined;
  let nodes: PageNodes | undefined;
  return {
    ...sent,
    tree: () => (tree ??= parseTree(sent.html)),
    xpath: expression => {
      nodes ??= new PageNodes(pageTree(sent.html).document);
      const page = nodes;
      const value = evaluateXPath(readXPath(expression), page);
      const texts = typeof value === 'string' ? [value] : value.map(node => page.textOf(node));
      return texts.map(text => text.replace(/\s+/g, ' ').trim()).filter(text => text !== '');
    },
  };
}
