import { openLocalState } from '../../../shared/adapters/local/open.ts';
import type { Tokens } from '../../../shared/ports.ts';

type HostTokens = Pick<Tokens, 'takeToken' | 'returnToken' | 'wantToken'>;

/**
 * The tokens of hosts, for requests beside the turns of a watch. The files are opened for each call: a connection that stays open
 * loses its locks when another thread of the process closes the same file.
 */
export function hostTokensOf(directory: string): HostTokens {
  const withTokens = async <T>(work: (tokens: Tokens) => Promise<T>): Promise<T> => {
    using state = openLocalState(directory);
    return await work(state.store);
  };
  return {
    takeToken: async take => await withTokens(async tokens => await tokens.takeToken(take)),
    returnToken: async (lease, end) => await withTokens(async tokens => await tokens.returnToken(lease, end)),
    wantToken: async (host, wish, now) => await withTokens(async tokens => await tokens.wantToken(host, wish, now)),
  };
}
