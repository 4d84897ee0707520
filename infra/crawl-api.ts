import { RemovalPolicy, Stack } from 'aws-cdk-lib';
import {
  AccessLogFormat,
  AuthorizationType,
  EndpointType,
  type IApiKey,
  LambdaIntegration,
  LogGroupLogDestination,
  MethodLoggingLevel,
  Period,
  ResponseType,
  RestApi,
} from 'aws-cdk-lib/aws-apigateway';
import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import { LogGroup, type RetentionDays } from 'aws-cdk-lib/aws-logs';
import type { Construct } from 'constructs';
import type { Settings } from './settings.ts';

/**
 * Every route leads to the one function; its HTTP app knows them. Callers sign with AWS IAM (SigV4), or, where `apiKeys`
 * names some, show an API key with a daily quota.
 */
export function crawlApi(scope: Construct, handler: IFunction, settings: Settings): RestApi {
  const withKeys = settings.apiKeys.length > 0;
  const accessLog = new LogGroup(scope, 'ApiAccessLog', {
    retention: settings.logRetentionDays as RetentionDays,
    removalPolicy: RemovalPolicy.DESTROY,
  });
  const api = new RestApi(scope, 'Api', {
    restApiName: Stack.of(scope).stackName,
    endpointTypes: [EndpointType.REGIONAL],
    deployOptions: {
      stageName: 'v1',
      throttlingRateLimit: 50,
      throttlingBurstLimit: 100,
      accessLogDestination: new LogGroupLogDestination(accessLog),
      accessLogFormat: AccessLogFormat.jsonWithStandardFields(),
      // Errors of API Gateway itself, which never reach the function's log.
      loggingLevel: MethodLoggingLevel.ERROR,
    },
    cloudWatchRole: true,
    cloudWatchRoleRemovalPolicy: RemovalPolicy.DESTROY,
    defaultIntegration: new LambdaIntegration(handler, { allowTestInvoke: false }),
    defaultMethodOptions: {
      authorizationType: withKeys ? AuthorizationType.NONE : AuthorizationType.IAM,
      apiKeyRequired: withKeys,
    },
  });
  api.root.addMethod('ANY');
  api.root.addProxy({ anyMethod: true });
  // The stack has its own output, with a name that people can know.
  api.node.tryRemoveChild('Endpoint');
  for (const [type, title] of gatewayErrors) addProblem(api, type, title);
  for (const name of settings.apiKeys) addKey(api, name, settings.apiKeyQuota);
  return api;
}

/** Errors of API Gateway itself, e.g. a wrong signature, a quota that is used up, a body above 10 MB, or a function that is throttled. */
const gatewayErrors = [
  [ResponseType.DEFAULT_4XX, 'Refused by API Gateway'],
  [ResponseType.DEFAULT_5XX, 'Not answered behind API Gateway'],
] as const;

/** They come as problems (RFC 9457), as those of the app do; `messageString` has its quotes. */
function addProblem(api: RestApi, type: ResponseType, title: string): void {
  const told = `"code": "$context.error.responseType", "message": $context.error.messageString`;
  api.addGatewayResponse(type.responseType, {
    type,
    responseHeaders: { 'Content-Type': "'application/problem+json'" },
    templates: {
      'application/json': `{"type": "about:blank", "title": "${title}", "detail": $context.error.messageString, "errors": [{${told}}]}`,
    },
  });
}

/** The id of a key of the stack. */
export function keyIdOf(api: RestApi, name: string): string {
  return (api.node.findChild(`Key-${name}`) as IApiKey).keyId;
}

function addKey(api: RestApi, name: string, limit: number): void {
  const plan = api.addUsagePlan(`Plan-${name}`, {
    quota: { limit, period: Period.DAY },
    throttle: { rateLimit: 10, burstLimit: 20 },
    apiStages: [{ stage: api.deploymentStage }],
  });
  plan.addApiKey(api.addApiKey(`Key-${name}`, { description: `Orbweaver: ${name}` }));
}
