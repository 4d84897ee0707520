import { type Command, Option } from 'commander';
import { lazily, type SetExitCode } from '../terminal/lazily.ts';
import { wholeNumber } from '../terminal/whole-number.ts';
import type { RemoteOptions } from './remote-api.ts';

type WithApi = (command: Command) => Command;

/** The commands for labels and models of watches in an AWS account. */
export function addRemoteLabels(remote: Command, withApi: WithApi, exit: SetExitCode): void {
  const labels = remote.command('labels').description('read and add labels of experts for publications of a watch');
  const models = remote.command('models').description('show, take and give the models of tone of a watch');
  addLabels(ofWatch(labels, withApi), exit);
  addModels(ofWatch(models, withApi));
}

type Named = (name: string, description: string) => Command;

function ofWatch(parent: Command, withApi: WithApi): Named {
  return (name, description) =>
    withApi(parent.command(name)).description(description).argument('<watch>', 'id of the watch');
}

function addLabels(named: Named, exit: SetExitCode): void {
  const formats = ['jsonl', 'csv'];
  named('export', 'write all labels in the order in which they came')
    .addOption(new Option('--format <format>', 'how').choices(formats).default('jsonl'))
    .action(lazily(async () => (await import('./remote-labels.ts')).exportRemoteLabels));
  named('import', 'add the labels of a file; rows that cannot be used are reported with their lines')
    .argument('<file>', 'JSON Lines or CSV, - for standard input')
    .addOption(new Option('--format <format>', 'of the file (default: by its name)').choices(formats))
    .action(lazily(async () => (await import('./remote-labels.ts')).importRemoteLabels, exit));
}

function addModels(named: Named): void {
  const language = () =>
    new Option('--language <language>', 'of the texts').choices(['ru', 'en']).makeOptionMandatory();
  named('list', 'show what became of the models of a watch').action(
    lazily(async () => (await import('./remote-labels.ts')).listRemoteModels),
  );
  named('export', 'write the file of a model to standard output')
    .argument('<model>', 'its number, as list shows it', wholeNumber(9, 'from 1 on'))
    .action(lazily(async () => (await import('./remote-labels.ts')).exportRemoteModel));
  named('import', 'use the model of a file from now on')
    .argument('<file>', 'as tone train or tone retrain made it')
    .action(lazily(async () => (await import('./remote-labels.ts')).importRemoteModel));
  named('shipped', 'go back to the shipped model of a language')
    .addOption(language())
    .action(async (id: string, options: RemoteOptions & { language: string }) => {
      const { useShippedModel } = await import('./remote-labels.ts');
      await useShippedModel(id, options.language, options);
    });
  named('train', 'train a model on the labels; an account refuses it and says where it can be done')
    .addOption(language())
    .action(async (id: string, options: RemoteOptions & { language: string }) => {
      const { trainRemoteModel } = await import('./remote-labels.ts');
      await trainRemoteModel(id, options.language, options);
    });
}
