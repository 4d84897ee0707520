import { type FetchAnswer, isUnread } from '../../../domain/http/fetch-answer.ts';
import type { FetchRequest } from '../../../ports/request-ports.ts';
import { requestHeaders, type UndiciFetcher } from '../undici-fetcher.ts';
import { type WarcInfo, WarcWriter } from './warc-writer.ts';

/** Passes requests on, and writes each exchange into an archive before its answer is used. */
export async function recordingFetcher(fetcher: UndiciFetcher, folder: string, info: WarcInfo): Promise<UndiciFetcher> {
  const archive = await WarcWriter.open(folder, info);
  return {
    allow: hosts => fetcher.allow(hosts),
    namesWaiting: () => fetcher.namesWaiting(),
    fetch: async (request: FetchRequest): Promise<FetchAnswer> => {
      const at = Date.now();
      const answer = await fetcher.fetch({ ...request, fields: request.fields ?? {} });
      // The same request is made once more: that answer is the capture.
      if (isUnread(answer)) return answer;
      archive.add({ request, sent: requestHeaders(request), answer, at });
      return request.fields === undefined && request.purpose !== 'part' ? withoutFields(answer) : answer;
    },
    close: async () => {
      await fetcher.close();
      await archive.close();
    },
  };
}

/** A caller that did not request all fields gets none. */
function withoutFields(answer: FetchAnswer): FetchAnswer {
  if (answer.kind === 'failed') return answer;
  const { fields: _, ...rest } = answer;
  return rest;
}
