import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { App, Aspects } from 'aws-cdk-lib';
import { Annotations, Match, Template } from 'aws-cdk-lib/assertions';
import { AwsSolutionsChecks } from 'cdk-nag';
import { CrawlerStack } from '../../../infra/crawler-stack.ts';
import { readSettings } from '../../../infra/settings.ts';

export interface Resource {
  readonly Type: string;
  readonly Properties: Record<string, unknown>;
}

export interface SynthesizedStack {
  readonly template: Template;
  /** By logical id. */
  readonly resources: Readonly<Record<string, Resource>>;
  /** What cdk-nag and the CDK itself complain of. */
  readonly findings: readonly string[];
}

/** The stack as `cdk synth` makes it with these context values; only the functions are not bundled. */
export function synthesize(context: Readonly<Record<string, unknown>> = {}): SynthesizedStack {
  const outdir = mkdtempSync(join(tmpdir(), 'orbweaver-synth-'));
  const app = new App({ outdir, context: { 'aws:cdk:bundling-stacks': [] } });
  const stack = new CrawlerStack(app, 'Orbweaver', { settings: readSettings(name => context[name]), plugins: [] });
  Aspects.of(app).add(new AwsSolutionsChecks());
  const template = Template.fromStack(stack);
  const annotations = Annotations.fromStack(stack);
  const found = [...annotations.findError('*', Match.anyValue()), ...annotations.findWarning('*', Match.anyValue())];
  rmSync(outdir, { recursive: true });
  return {
    template,
    resources: template.toJSON()['Resources'] as Record<string, Resource>,
    findings: found.map(({ id, entry }) => `${id}: ${String(entry.data)}`),
  };
}

/** The one resource whose logical id begins so; CDK adds a hash. */
export function resourceNamed(
  resources: SynthesizedStack['resources'],
  start: string,
  type: string,
): [string, Resource] {
  const found = Object.entries(resources).filter(([id, { Type }]) => Type === type && withoutHash(id) === start);
  if (found.length !== 1) throw new Error(`${found.length} resources of ${type} are called ${start}`);
  return found[0]!;
}

export function withoutHash(id: string): string {
  return id.replace(/[0-9A-F]{8}$/, '');
}
