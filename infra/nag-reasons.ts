import type { Stack } from 'aws-cdk-lib';
import { type NagPackSuppression, NagSuppressions } from 'cdk-nag';
import reasons from './nag-reasons.json' with { type: 'json' };

/** Findings of cdk-nag (AwsSolutions) that remain, each with its reason; any other fails the synthesis. */
const accepted: readonly NagPackSuppression[] = reasons;

export function acceptFindings(stack: Stack): void {
  NagSuppressions.addStackSuppressions(stack, [...accepted]);
}
