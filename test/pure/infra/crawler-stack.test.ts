import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { resourceNamed, withoutHash } from './stack-resources.ts';
import { synthesize } from './synthesized-stack.ts';

const everything = {
  alarmEmail: 'owner@example.org',
  notifyEmail: 'crawls@example.org',
  monthlyBudget: '50',
  apiKeys: 'alice,bob',
  allowHosts: 'intranet.example:8080',
  xray: 'true',
  browser: 'true',
  publications: 'true',
};
const plain = synthesize();
const full = synthesize(everything);

describe('cdk-nag (AwsSolutions)', () => {
  test('finds nothing that has no reason, with every option off and with every option on', () => {
    expect(plain.findings).toEqual([expect.stringMatching(/AlarmTopic|Orbweaver.*: Nobody is notified of alarms/)]);
    expect(full.findings).toEqual([]);
  });
});

describe('the stack', () => {
  test('has these resources', () => {
    const counts = Object.entries(Object.groupBy(Object.values(plain.resources), ({ Type }) => Type))
      .map(([type, found = []]) => `${type.replace('AWS::', '')} × ${found.length}`)
      .sort();
    expect(counts).toMatchInlineSnapshot(`
      [
        "ApiGateway::Account × 1",
        "ApiGateway::Deployment × 1",
        "ApiGateway::GatewayResponse × 2",
        "ApiGateway::Method × 2",
        "ApiGateway::Resource × 1",
        "ApiGateway::RestApi × 1",
        "ApiGateway::Stage × 1",
        "CloudWatch::Alarm × 26",
        "CloudWatch::Dashboard × 1",
        "DynamoDB::Table × 6",
        "Events::Rule × 1",
        "Glue::Database × 1",
        "Glue::Table × 8",
        "IAM::Policy × 9",
        "IAM::Role × 10",
        "Lambda::EventInvokeConfig × 1",
        "Lambda::EventSourceMapping × 2",
        "Lambda::Function × 7",
        "Lambda::Permission × 3",
        "Logs::LogGroup × 10",
        "S3::Bucket × 1",
        "S3::BucketPolicy × 1",
        "SNS::Topic × 1",
        "SNS::TopicPolicy × 1",
        "SQS::Queue × 5",
        "SQS::QueuePolicy × 5",
        "StepFunctions::StateMachine × 2",
      ]
    `);
  });

  test('has a browser function with queues and alarms of its own, where one is asked for and nowhere else', () => {
    const ofBrowser = ({ resources }: typeof plain): string[] =>
      Object.keys(resources).filter(id => /Browser/.test(id) && !/Policy|Log|Role|EventSource/.test(id));
    expect(ofBrowser(plain)).toEqual([]);
    expect(ofBrowser(full).map(withoutHash).sort()).toEqual(
      [
        ...['AlarmsDeadLettersBrowser', 'AlarmsErrorsBrowser', 'AlarmsLoopsDroppedBrowser', 'AlarmsOldMessagesBrowser'],
        ...['AlarmsKeptMessagesBrowser', 'BrowserFunction', 'ToBrowserDeadLetters', 'ToBrowserQueue'],
      ].sort(),
    );
  });

  test('has the outputs ApiUrl and BucketName, and no other', () => {
    expect(Object.keys(plain.template.toJSON()['Outputs'])).toEqual(['ApiUrl', 'BucketName']);
  });

  test('has an endpoint of its region: GovCloud and China have no others', () => {
    const regional = { EndpointConfiguration: { Types: ['REGIONAL'] } };
    plain.template.allResourcesProperties('AWS::ApiGateway::RestApi', regional);
  });

  test('lets nobody in who has not signed with AWS IAM (adverse 63)', () => {
    plain.template.allResourcesProperties('AWS::ApiGateway::Method', { AuthorizationType: 'AWS_IAM' });
    plain.template.resourceCountIs('AWS::ApiGateway::ApiKey', 0);
  });

  test('answers with a problem what never comes to the function: a wrong signature, a used quota, a body above 10 MB', () => {
    const answers = Object.values(plain.resources).filter(({ Type }) => Type === 'AWS::ApiGateway::GatewayResponse');
    const told = answers.map(({ Properties }) => {
      const { ResponseType, ResponseParameters, ResponseTemplates = {} } = Properties as Record<string, object>;
      expect(ResponseParameters).toEqual({ 'gatewayresponse.header.Content-Type': "'application/problem+json'" });
      const text = String(Object.values(ResponseTemplates)[0])
        .replaceAll('$context.error.messageString', '"Limit Exceeded"')
        .replace('$context.error.responseType', 'QUOTA_EXCEEDED');
      return [ResponseType, JSON.parse(text)];
    });
    const problem = {
      type: 'about:blank',
      title: expect.stringContaining('API Gateway'),
      detail: 'Limit Exceeded',
      errors: [{ code: 'QUOTA_EXCEEDED', message: 'Limit Exceeded' }],
    };
    expect(told).toEqual([
      ['DEFAULT_4XX', problem],
      ['DEFAULT_5XX', problem],
    ]);
  });

  test('with API keys asks every route for one, and gives each its own quota', () => {
    full.template.allResourcesProperties('AWS::ApiGateway::Method', { ApiKeyRequired: true });
    full.template.resourceCountIs('AWS::ApiGateway::ApiKey', 2);
    full.template.allResourcesProperties('AWS::ApiGateway::UsagePlan', { Quota: { Limit: 1000, Period: 'DAY' } });
    full.template.resourceCountIs('AWS::ApiGateway::UsagePlan', 2);
  });

  test('tells unload of every execution that ends other than by success, and lets nobody else call it so', () => {
    const [rule] = Object.entries(plain.resources).find(([, { Type }]) => Type === 'AWS::Events::Rule')!;
    const [machine] = resourceNamed(plain.resources, 'CrawlMachine', 'AWS::StepFunctions::StateMachine');
    const [unload] = resourceNamed(plain.resources, 'UnloadFunction', 'AWS::Lambda::Function');
    plain.template.hasResourceProperties('AWS::Events::Rule', {
      EventPattern: {
        source: ['aws.states'],
        'detail-type': ['Step Functions Execution Status Change'],
        detail: { stateMachineArn: [{ Ref: machine }], status: ['FAILED', 'TIMED_OUT', 'ABORTED'] },
      },
      Targets: [{ Arn: { 'Fn::GetAtt': [unload, 'Arn'] }, InputPath: '$.detail' }],
    });
    plain.template.hasResourceProperties('AWS::Lambda::Permission', {
      Action: 'lambda:InvokeFunction',
      FunctionName: { 'Fn::GetAtt': [unload, 'Arn'] },
      Principal: 'events.amazonaws.com',
      SourceArn: { 'Fn::GetAtt': [rule, 'Arn'] },
    });
  });

  test('traces functions and state machine with X-Ray where the owner wants it, and nothing by default', () => {
    full.template.allResourcesProperties('AWS::Lambda::Function', { TracingConfig: { Mode: 'Active' } });
    full.template.hasResourceProperties('AWS::StepFunctions::StateMachine', {
      TracingConfiguration: { Enabled: true },
    });
    expect(JSON.stringify(plain.template.toJSON())).not.toMatch(
      /xray:|"Active"|TracingConfiguration":\{"Enabled":true/,
    );
  });

  test('tells of the ends of its crawls by e-mail, where the owner wants it', () => {
    const [topic] = resourceNamed(full.resources, 'NoticeTopic', 'AWS::SNS::Topic');
    full.template.hasResourceProperties('AWS::SNS::Subscription', {
      Endpoint: 'crawls@example.org',
      TopicArn: { Ref: topic },
    });
    full.template.hasResourceProperties('AWS::Events::Rule', {
      EventPattern: { source: ['orbweaver'], 'detail-type': ['Crawl Ended'], detail: { stack: ['Orbweaver'] } },
      Targets: [{ Arn: { Ref: topic }, InputTransformer: {} }],
    });
    expect(Object.keys(plain.resources).filter(id => /Notice|CrawlEnds/.test(id))).toEqual([]);
  });

  test('tells the owner by e-mail of alarms and of the budget', () => {
    full.template.hasResourceProperties('AWS::SNS::Subscription', { Protocol: 'email', Endpoint: 'owner@example.org' });
    full.template.hasResourceProperties('AWS::Budgets::Budget', {
      Budget: { BudgetLimit: { Amount: 50, Unit: 'USD' }, TimeUnit: 'MONTHLY' },
    });
    plain.template.resourceCountIs('AWS::SNS::Subscription', 0);
    plain.template.resourceCountIs('AWS::Budgets::Budget', 0);
  });
});

describe('the runbook', () => {
  const headings = readFileSync(new URL('../../../docs/runbook.md', import.meta.url), 'utf8').match(/^## \w+$/gm) ?? [];
  const alarms = Object.entries(full.resources)
    .filter(([, { Type }]) => Type === 'AWS::CloudWatch::Alarm')
    .map(([id]) => withoutHash(id).replace(/^Alarms/, ''));

  test.each(alarms)('has an entry for the alarm %s', alarm => {
    expect(headings.some(heading => alarm.startsWith(heading.slice(3)))).toBe(true);
  });

  test('has no entry without an alarm', () => {
    const known = [...alarms, 'Budget', 'Restore', 'Delete'];
    expect(headings.filter(heading => !known.some(alarm => alarm.startsWith(heading.slice(3))))).toEqual([]);
  });

  test('is told of by an alarm for each trouble of adverse 72', () => {
    expect(alarms).toEqual(expect.arrayContaining(['DeadLettersFetch', 'OldMessagesParse', 'LoopsDroppedFetch']));
    for (const { Type, Properties } of Object.values(plain.resources)) {
      if (Type !== 'AWS::CloudWatch::Alarm') continue;
      expect(Properties).toMatchObject({ TreatMissingData: 'notBreaching', AlarmActions: [expect.anything()] });
    }
  });
});
