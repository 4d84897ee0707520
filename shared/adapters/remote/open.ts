/** The wiring of a client of a deployed API. */
import { defaultProvider } from '@aws-sdk/credential-provider-node';
import { createApiClient } from './api-client.ts';

export type { ApiClient } from './api-client.ts';

const defaultRegion = 'us-east-1';

/**
 * Speaks to the API at `address` as the usual AWS environment says (variables, profiles, single sign-on, instance
 * roles), or with the API key in ORBWEAVER_API_KEY.
 */
export function openApi(address: URL) {
  const key = process.env['ORBWEAVER_API_KEY'];
  if (key !== undefined && key !== '') return createApiClient(address, { kind: 'key', key });
  return createApiClient(address, { kind: 'signed', region: regionOf(address), credentials: defaultProvider() });
}

/** API Gateway has its region in its name. */
function regionOf({ hostname }: URL): string {
  const inName = /\.execute-api\.([a-z0-9-]+)\.amazonaws\.com(?:\.cn)?$/.exec(hostname)?.[1];
  return inName ?? process.env['AWS_REGION'] ?? process.env['AWS_DEFAULT_REGION'] ?? defaultRegion;
}
