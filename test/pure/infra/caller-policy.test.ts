import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { routes } from '../../../functions/http/routes/routes.ts';
import { resultKey } from '../../../shared/adapters/aws/object-keys.ts';
import { documentAllows, type PolicyDocument } from './policy-evaluation.ts';
import { synthesize } from './synthesized-stack.ts';

const file = new URL('../../../infra/policies/caller.json', import.meta.url);
const policy = JSON.parse(readFileSync(file, 'utf8')) as PolicyDocument;
const invokes = (at: string): boolean =>
  documentAllows(policy, 'execute-api:Invoke', `arn:aws:execute-api:REGION:ACCOUNT:${at}`);

describe('the policy for callers', () => {
  const { resources } = synthesize({});
  const [stage] = Object.values(resources).filter(({ Type }) => Type === 'AWS::ApiGateway::Stage');
  const api = `API/${String(stage!.Properties['StageName'])}`;

  // The resource of a request: its method and its path below the stage ("Control access to a REST API with IAM").
  test.each(routes.map(({ method, path }) => [method, path]))('allows %s %s', (method, path) => {
    expect(invokes(`${api}/${method}${path.replaceAll(/\{\w+\}/g, '01ABC')}`)).toBe(true);
  });

  test('allows neither another API, nor another stage of it', () => {
    expect(routes.length).toBeGreaterThan(80);
    expect(invokes(`${api}/GET/openapi.json`)).toBe(true);
    expect(invokes(`OTHER/v1/GET/crawls`)).toBe(false);
    expect(invokes('API/v2/GET/crawls')).toBe(false);
  });

  test('allows reading results, and neither writing them nor reading the state of a crawl', () => {
    const key = `arn:aws:s3:::BUCKET/${resultKey('01ABC', 'pages/example.org.csv')}`;
    expect(documentAllows(policy, 's3:GetObject', key)).toBe(true);
    expect(documentAllows(policy, 's3:PutObject', key)).toBe(false);
    expect(documentAllows(policy, 's3:GetObject', 'arn:aws:s3:::BUCKET/crawls/01ABC/control/1/order')).toBe(false);
    expect(documentAllows(policy, 's3:ListBucket', 'arn:aws:s3:::BUCKET')).toBe(true);
  });
});
