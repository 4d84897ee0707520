import type { Stack } from 'aws-cdk-lib';
import { type NagPackSuppression, NagSuppressions } from 'cdk-nag';

/** Findings of cdk-nag (AwsSolutions) that remain, each with its reason; any other fails the synthesis. */
const accepted: readonly NagPackSuppression[] = [
  {
    id: 'AwsSolutions-IAM5',
    appliesTo: [{ regex: '/^Resource::<Objects[0-9A-F]+\\.Arn>/[a-z0-9-]+/\\*$/' }],
    reason: 'Objects of all crawls, under one prefix each kind: crawls and their names come after the deployment.',
  },
  {
    id: 'AwsSolutions-IAM5',
    appliesTo: ['Resource::*'],
    reason:
      'Log deliveries of Step Functions ("vended logs") and, where it is switched on, X-Ray know no resources; nothing else has this.',
  },
  {
    id: 'AwsSolutions-IAM5',
    appliesTo: [{ regex: '/^Resource::arn:<AWS::Partition>:states:.*:execution:[A-Za-z0-9-]+-Search:\\*$/' }],
    reason: 'Executions of the ranges of a distributed map: Step Functions names them when they are started.',
  },
  {
    id: 'AwsSolutions-IAM5',
    appliesTo: [{ regex: '/^Resource::<ApiFunction[0-9A-F]+\\.Arn>:\\*$/' }],
    reason:
      'The role of the scheduled crawls may call the function of the API, and the CDK adds its versions; it has none.',
  },
  {
    id: 'AwsSolutions-IAM4',
    appliesTo: ['Policy::arn:<AWS::Partition>:iam::aws:policy/service-role/AmazonAPIGatewayPushToCloudWatchLogs'],
    reason: 'What API Gateway demands of an account before any API of it may write an access log.',
  },
  {
    id: 'AwsSolutions-DDB3',
    reason:
      'Tokens, Pages and Links hold what a crawl fetches again; a backup of each second costs as much as the items (crawl-tables.ts).',
  },
  {
    id: 'AwsSolutions-COG4',
    reason: 'Callers are programs and people with AWS credentials (SigV4) or API keys; there are no user pools.',
  },
  {
    id: 'AwsSolutions-APIG2',
    reason: 'The HTTP app checks every request by the one schema of the spec and answers with the field and its fault.',
  },
  {
    id: 'AwsSolutions-APIG3',
    reason:
      'A web ACL costs more than a small crawl; requests without valid credentials are refused before the function.',
  },
  {
    id: 'AwsSolutions-APIG4',
    reason: 'IAM on every route by default; with the context value apiKeys each route wants a key with a quota.',
  },
  {
    id: 'AwsSolutions-S1',
    reason:
      'Objects are read by the functions alone and by presigned addresses that the API hands out, which has a log.',
  },
  {
    id: 'AwsSolutions-SQS3',
    reason: 'LostEvents is itself where events go that nobody could handle: people read it, and an alarm calls them.',
  },
  {
    id: 'AwsSolutions-SF2',
    reason:
      'X-Ray is optional (context value xray): the execution history says the same about a machine whose tasks are single functions.',
  },
];

export function acceptFindings(stack: Stack): void {
  NagSuppressions.addStackSuppressions(stack, [...accepted]);
}
