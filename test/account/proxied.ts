import type { APIGatewayProxyEvent } from 'aws-lambda';

export interface Asked {
  readonly body?: string;
  readonly headers?: Record<string, string>;
  readonly query?: Record<string, string[]>;
  readonly identity?: Record<string, string | null>;
  readonly isBase64Encoded?: boolean;
}

/** A request as API Gateway hands it over. */
export function proxied(httpMethod: string, path: string, asked: Asked = {}): APIGatewayProxyEvent {
  const { body = null, headers = {}, query = null, identity = { accountId: '1' }, isBase64Encoded = false } = asked;
  return {
    httpMethod,
    path,
    body,
    isBase64Encoded,
    multiValueHeaders: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, [value]])),
    multiValueQueryStringParameters: query,
    requestContext: { accountId: '1', stage: 'v1', requestId: 'r', domainName: 'api.example.com', identity },
  } as unknown as APIGatewayProxyEvent;
}
