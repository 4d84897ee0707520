import { readSpec } from '../../shared/domain/spec/read-spec.ts';
import { resolveSpec } from '../../shared/domain/spec/resolve/resolve-spec.ts';
import { type ReadTurn, TurnReader } from '../../shared/domain/turn/turn-reader.ts';

/** Reads pages of one site as the parse step does, each as its own turn: charset, title, links, segment. */
export function createPageReader(): (body: Uint8Array) => ReadTurn {
  const origin = 'http://example.org';
  const spec = resolveSpec([readSpec({ sites: [{ url: `${origin}/` }] }, path => path.join('.'))]);
  const reader = new TurnReader(spec, origin, []);
  const entry = { identity: `${origin}/a/page`, address: `${origin}/a/page`, foundOn: '', attempt: 1, via: [] };
  return body => {
    const result = { kind: 'page', contentType: 'text/html', body } as const;
    const record = { turn: 1, phase: { level: 1, round: 0 }, origin, entries: [{ entry, result }] };
    return reader.read(record, [{ kind: 'node', hash: 'h' }]);
  };
}
