import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { App, Aspects } from 'aws-cdk-lib';
import { Annotations, Match, Template } from 'aws-cdk-lib/assertions';
import { AwsSolutionsChecks } from 'cdk-nag';
import { CrawlerStack } from '../../../infra/crawler-stack.ts';
import { readSettings } from '../../../infra/settings.ts';
import type { Resources } from './stack-resources.ts';

export interface SynthesizedStack {
  readonly template: Template;
  /** By logical id. */
  readonly resources: Resources;
  /** Findings of cdk-nag and of the CDK itself. */
  readonly findings: readonly string[];
}

/**
 * The stack as `cdk synth` makes it with these context values. Only the functions are not bundled, and CloudFormation's rules are
 * left to `cdk deploy` (test/emulator): they take four times as long as everything else here.
 */
export function synthesize(values: Readonly<Record<string, unknown>> = {}): SynthesizedStack {
  const outdir = mkdtempSync(join(tmpdir(), 'orbweaver-synth-'));
  const context = { 'aws:cdk:bundling-stacks': [] };
  const app = new App({ outdir, context, builtinCloudFormationValidation: false });
  const stack = new CrawlerStack(app, 'Orbweaver', { settings: readSettings(name => values[name]), plugins: [] });
  Aspects.of(app).add(new AwsSolutionsChecks());
  const template = Template.fromStack(stack);
  const annotations = Annotations.fromStack(stack);
  const found = [...annotations.findError('*', Match.anyValue()), ...annotations.findWarning('*', Match.anyValue())];
  rmSync(outdir, { recursive: true });
  return {
    template,
    resources: template.toJSON()['Resources'] as Resources,
    findings: found.map(({ id, entry }) => `${id}: ${String(entry.data)}`),
  };
}
