import { createHash } from 'node:crypto';
import * as z from 'zod';
import { gatherBytes } from '../../../shared/domain/gathered-bytes.ts';
import {
  allowance,
  asMessage,
  BadInput,
  type Refusal,
  refusal,
  refusedValue,
} from '../../../shared/domain/refusal/refusal.ts';
import { crawlSpecSchema } from '../../../shared/domain/spec/crawl-spec-schema.ts';
import { fieldPath } from '../../../shared/domain/spec/fields/field-path.ts';
import { wholeNumber } from '../../../shared/domain/spec/fields/field-values.ts';
import { isMapping } from '../../../shared/domain/spec/fields/is-mapping.ts';
import { readSpec } from '../../../shared/domain/spec/read-spec.ts';
import { resolveSettings, resolveSpec } from '../../../shared/domain/spec/resolve/resolve-spec.ts';
import { readBySchema } from '../../../shared/domain/spec/schema-refusals.ts';
import { mostInlineSites, mostListBytes } from '../../../shared/domain/spec/site-count.ts';
import type { CrawlService, StartOrder } from '../../../shared/place/crawl-service.ts';
import { Problem } from './problem.ts';

const mostBodyBytes = 2 * 1024 * 1024;

/** A request's body. Throws `Problem` where it is larger than a list of sites, or any other body, may be. */
export async function readBody(request: Request, { isList }: { readonly isList: boolean }): Promise<Uint8Array> {
  const most = isList ? mostListBytes : mostBodyBytes;
  const declared = Number(request.headers.get('content-length') ?? 0);
  const bytes = declared > most ? undefined : await gatherBytes(request.body, most);
  if (bytes !== undefined && bytes.byteLength <= most) return bytes;
  throw new Problem(413, [refusal('body-size', isList ? { most } : { most, by: 'sitesFrom' })]);
}

/** A request's body, an empty one as `{}`; `isList`: as large as a list may be. Throws `Problem` where it is too large or no JSON object. */
export async function readJson(request: Request, { isList = false } = {}): Promise<object> {
  const text = new TextDecoder().decode(await readBody(request, { isList }));
  if (text.trim() === '') return {};
  const value = parsed(text);
  if (isMapping(value)) return value;
  throw new Problem(400, [refusedValue('', value, allowance('body-object'))]);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch (error) {
    const why = error instanceof Error ? error.message.slice(0, 120) : '';
    throw new Problem(400, [refusal('body-json', { why })]);
  }
}

/** The value as `schema` reads it. Throws `BadInput` with a refusal for each fault, the first ten. */
export function readValue<T extends z.ZodType>(schema: T, value: unknown): z.infer<T> {
  return readBySchema(schema as z.ZodType<z.infer<T>>, value, fieldPath);
}

/**
 * A crawl as a request requests it: the spec of the command line's file, or that without `sites` and with `sitesFrom`.
 * Throws `BadInput`; what only a deployment may allow is refused here with the reason.
 */
export async function readOrder(
  body: object,
  owner: string,
  ownHost: string,
  service: Pick<CrawlService, 'hasUpload' | 'isPrivate' | 'allowsPrivateHosts' | 'deployedParts'>,
): Promise<StartOrder> {
  const { sitesFrom, ...values } = body as Record<string, unknown>;
  const layer = readSpec(values, fieldPath);
  const faults = refusedSettings(layer.spec, service);
  if (faults.length > 0) throw new BadInput(faults);
  if (sitesFrom !== undefined) {
    const upload = await knownUpload(sitesFrom, owner, layer.spec.sites !== undefined, service);
    resolveSettings([layer], service.deployedParts);
    return { kind: 'start', spec: layer.spec, sitesFrom: upload };
  }
  const { sites } = resolveSpec([layer], service.deployedParts);
  if (sites.length > mostInlineSites)
    throw new BadInput([refusedValue('sites', sites.length, allowance('sites-of-a-start', { most: mostInlineSites }))]);
  demandPublic(
    sites.map(({ url }) => new URL(url)),
    ownHost,
    service,
  );
  return { kind: 'start', spec: layer.spec };
}

/** Throws `BadInput` where this place may not request a start address. */
export function demandPublic(starts: readonly URL[], ownHost: string, service: Pick<CrawlService, 'isPrivate'>): void {
  const refused = starts.flatMap(url => privateFault(url, ownHost, service)).slice(0, 10);
  if (refused.length > 0) throw new BadInput(refused);
}

/** Where a list of sites lies: under its owner, so that nobody else can name it. */
export function uploadOf(owner: string, id: string): string {
  return `${createHash('sha256').update(owner).digest('hex').slice(0, 32)}/${id}`;
}

const uploadId = /^[0-9a-f-]{36}$/;

async function knownUpload(
  id: unknown,
  owner: string,
  hasSites: boolean,
  service: Pick<CrawlService, 'hasUpload'>,
): Promise<string> {
  if (hasSites) throw new BadInput([refusedValue('sitesFrom', undefined, allowance('beside-sites'))]);
  const unknown = refusedValue('sitesFrom', id, allowance('upload-unknown'));
  if (typeof id !== 'string' || !uploadId.test(id)) throw new BadInput([unknown]);
  const upload = uploadOf(owner, id);
  if (!(await service.hasUpload(upload))) throw new BadInput([unknown]);
  return upload;
}

/** Settings that reach beyond the crawl: into the network of the deployment, or into its code. */
export function refusedSettings(
  { allowHosts = [], plugins = [], fromWarc }: Pick<StartOrder['spec'], 'allowHosts' | 'plugins' | 'fromWarc'>,
  { allowsPrivateHosts, deployedParts }: Pick<CrawlService, 'allowsPrivateHosts' | 'deployedParts'>,
): readonly Refusal[] {
  const needed = deployedParts === undefined ? 'plugins-need-commands' : 'plugins-need-deployment';
  return [
    ...(allowHosts.length === 0 || allowsPrivateHosts
      ? []
      : [refusedValue('allowHosts', allowHosts, allowance('private-hosts'))]),
    ...(fromWarc === undefined ? [] : [refusedValue('fromWarc', fromWarc, allowance('archive-by-command'))]),
    ...(plugins.length === 0 ? [] : [refusedValue('plugins', plugins, allowance(needed))]),
  ];
}

function privateFault(url: URL, ownHost: string, service: Pick<CrawlService, 'isPrivate'>): readonly Refusal[] {
  if (isSameServer(url, new URL(`http://${ownHost}`))) return [refusedValue('sites', url.href, allowance('own-api'))];
  if (!service.isPrivate(url)) return [];
  return [refusedValue('sites', url.href, allowance('private-site'))];
}

/** Also by another name of this machine. */
function isSameServer(url: URL, own: URL): boolean {
  const isLocal = ({ hostname }: URL): boolean =>
    /^(?:127(?:\.\d+){3}|0\.0\.0\.0|\[::1?\]|(?:.+\.)?localhost)$/.test(hostname);
  return url.host === own.host || (url.port === own.port && isLocal(url) && isLocal(own));
}

/** Body of a resume: limits, none lower than the crawl has, a delay, and start pages in place of those that gave no page. */
export const resumeSchema = crawlSpecSchema
  .pick({
    limit: true,
    siteLimit: true,
    timeLimitSeconds: true,
    maxLevel: true,
    delayMs: true,
    timeoutSeconds: true,
    maxPageBytes: true,
    allowHosts: true,
  })
  .extend({
    starts: z
      .array(z.strictObject({ number: wholeNumber(1, 99_999_999, 'the number of a site'), url: z.string().max(2_048) }))
      .max(1_000)
      .optional(),
    retryFailed: z.boolean().optional().meta({
      description: 'Of a finished crawl: request again what had no answer, an unusable one, or a passing error.',
    }),
  });

const { name } = crawlSpecSchema.shape;

/** Body of PATCH /crawls/{id}. */
export const nameSchema = z.strictObject({ name: name.unwrap() });

const uploadError = asMessage(allowance('upload-bytes', { most: mostListBytes }));

/** Body of POST /uploads. */
export const uploadSchema = z.strictObject({
  sizeBytes: z.int({ error: uploadError }).min(1, { error: uploadError }).max(mostListBytes, { error: uploadError }),
});
