import { App, Aspects } from 'aws-cdk-lib';
import { AwsSolutionsChecks } from 'cdk-nag';
import { CrawlerStack } from './crawler-stack.ts';
import { loadPlugins } from './load-plugins.ts';
import { BadSetting, readSettings } from './settings.ts';

const app = new App();
try {
  const settings = readSettings(name => app.node.tryGetContext(name));
  new CrawlerStack(app, settings.stackName, {
    settings,
    plugins: await loadPlugins(settings.plugins),
    description: 'Orbweaver: a web crawler for people who study the Web',
  });
  Aspects.of(app).add(new AwsSolutionsChecks());
} catch (error) {
  if (!(error instanceof BadSetting)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exit(1);
}
