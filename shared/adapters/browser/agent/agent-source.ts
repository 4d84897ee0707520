import { AddressFinder } from './address-finder.ts';
import { ButtonList } from './button-list.ts';
import { ElementPress } from './element-press.ts';
import { GrowingLists } from './growing-lists.ts';
import { type AgentParts, type AgentSettings, PageAgent } from './page-agent.ts';
import { PageChanges } from './page-changes.ts';
import { PageHandlers } from './page-handlers.ts';
import { Places } from './places.ts';

const parts: AgentParts = { AddressFinder, ButtonList, ElementPress, GrowingLists, PageChanges, PageHandlers, Places };

/** How growing lists are cut: see the article, "Разрастающиеся списки", and A21, A22. */
export const cutting = { growth: 2, growthFloor: 10, keptItems: 3, hollowLimit: 20_000 };

/** The text of the script that makes `orbweaver`, the agent, in the world where it runs. Frames are read by the agent of the page. */
export function agentSource(settings: AgentSettings): string {
  const sent = Object.entries(parts).map(([name, part]) => `${name}: ${part.toString()}`);
  const made = `new (${PageAgent.toString()})(${JSON.stringify(settings)}, { ${sent.join(',\n')} })`;
  return `if (top === window) globalThis.orbweaver ??= ${made};`;
}
