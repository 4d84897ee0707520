import { App, Aspects } from 'aws-cdk-lib';
import { AwsSolutionsChecks } from 'cdk-nag';
import { CrawlerStack } from './crawler-stack.ts';
import { readSettings } from './settings.ts';

const app = new App();
new CrawlerStack(app, 'Orbweaver', {
  settings: readSettings(name => app.node.tryGetContext(name)),
  description: 'Orbweaver: a web crawler for people who study the Web',
});
Aspects.of(app).add(new AwsSolutionsChecks());
