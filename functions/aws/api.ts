/** The HTTP app behind API Gateway (REST API, proxy integration). */

import type { APIGatewayProxyEvent, APIGatewayProxyResult } from 'aws-lambda';
import * as aws from '../../shared/adapters/aws/open.ts';
import { kindOf } from '../../shared/domain/spec/crawl-kind.ts';
import type { Stop } from '../../shared/ports/ports.ts';
import { createHttpApp } from '../http/http-app.ts';
import { siteChanges } from '../http/request/change-sites.ts';
import type { HttpApp } from '../http/request/http-env.ts';
import { awsCrawlService } from './aws-crawl-service.ts';
import { pagesOfRequest } from './aws-pages.ts';
import { awsWatches, endWatch, performInAws, removeSite } from './aws-watches.ts';
import { logError, logger } from './lambda-log.ts';

let app: HttpApp | undefined;

export async function handler(event: APIGatewayProxyEvent): Promise<APIGatewayProxyResult> {
  app ??= openApp();
  pagesOfRequest();
  const response = await app.fetch(requestOf(event), { owner: ownerOf(event) });
  const { requestId } = event.requestContext;
  logger.info('request', { requestId, method: event.httpMethod, route: event.path, status: response.status });
  // Nobody reads the answer to a schedule: what fails is tried again, then kept with the lost events.
  if (event.requestContext.domainName === aws.schedulerDomain && !response.ok)
    throw new Error(`the scheduled crawl was refused (${response.status}): ${await response.text()}`);
  return await resultOf(response, event);
}

function openApp(): HttpApp {
  const [clock, store] = [aws.openAwsClock(), aws.openAwsStore('api')];
  const ports = {
    clock,
    ids: aws.awsIds,
    store: { ...store, requestStop },
    links: store,
    names: store,
    schedule: store,
    sites: { ...siteChanges({ store }), remove: removeSite },
    registry: aws.openAwsRegistry(),
    service: awsCrawlService,
    ...(aws.keepsAwsWatches() && { watches: awsWatches, perform: performInAws }),
  };
  return createHttpApp(ports, error => logError('request failed', error, {}));
}

/** Nobody ticks for a watch while it goes on: a machine is begun that sees the stop and ends it. */
async function requestStop(crawl: string, stop: Stop): Promise<boolean> {
  const store = aws.openAwsStore('api');
  const isNew = await store.requestStop(crawl, stop);
  const row = await store.readCrawl(crawl);
  if (row?.stop !== undefined && !kindOf(row.spec).ends) await endWatch(crawl);
  return isNew;
}

/**
 * The owner whose crawls the caller sees. An API key is its own owner. Callers who sign by IAM share one owner,
 * their account. No route lets anybody in without either; where the caller is not named (emulators), it is the account
 * of the API.
 */
export function ownerOf({ requestContext: { identity, accountId } }: APIGatewayProxyEvent): string {
  if (identity.apiKeyId) return `key:${identity.apiKeyId}`;
  return `account:${identity.accountId ?? accountId}`;
}

export function requestOf(event: APIGatewayProxyEvent): Request {
  const query = new URLSearchParams();
  for (const [name, values] of Object.entries(event.multiValueQueryStringParameters ?? {}))
    for (const value of values ?? []) query.append(name, value);
  const headers = new Headers();
  for (const [name, values] of Object.entries(event.multiValueHeaders ?? {}))
    for (const value of values ?? []) headers.append(name, value);
  const host = event.requestContext.domainName ?? headers.get('host') ?? 'localhost';
  const search = query.size === 0 ? '' : `?${query.toString()}`;
  const hasBody = event.body !== null && !['GET', 'HEAD'].includes(event.httpMethod);
  const body = hasBody ? Buffer.from(event.body ?? '', event.isBase64Encoded ? 'base64' : 'utf8') : null;
  return new Request(`https://${host}${event.path}${search}`, { method: event.httpMethod, headers, body });
}

async function resultOf(response: Response, { requestContext }: APIGatewayProxyEvent): Promise<APIGatewayProxyResult> {
  const headers = Object.fromEntries(response.headers);
  const { location } = headers;
  // API Gateway serves the app below its stage; the address of a file is whole.
  const isOurs = location !== undefined && !URL.canParse(location);
  const placed = isOurs ? { location: `/${requestContext.stage}/${location}` } : {};
  return { statusCode: response.status, headers: { ...headers, ...placed }, body: await response.text() };
}
