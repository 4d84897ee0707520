import { type Command, Option } from 'commander';
import { lazily } from '../terminal/program-parts.ts';
import { wholeNumber } from '../terminal/whole-number.ts';

/** The commands for the models of watches in an AWS account. */
export function addRemoteModels(remote: Command, withApi: (command: Command) => Command): void {
  const models = remote.command('models').description('show, take and give the models of tone of a watch');
  const named = (name: string, description: string): Command =>
    withApi(models.command(name)).description(description).argument('<watch>', 'id of the watch');
  const language = () =>
    new Option('--language <language>', 'of the texts').choices(['ru', 'en']).makeOptionMandatory();
  named('list', 'show what became of the models of a watch').action(
    lazily(async () => (await import('./remote-models.ts')).listRemoteModels),
  );
  named('export', 'write the file of a model to standard output')
    .argument('<model>', 'its number, as list shows it', wholeNumber())
    .action(lazily(async () => (await import('./remote-models.ts')).exportRemoteModel));
  named('import', 'use the model of a file from now on')
    .argument('<file>', 'as tone train or tone retrain made it')
    .action(lazily(async () => (await import('./remote-models.ts')).importRemoteModel));
  named('shipped', 'go back to the shipped model of a language')
    .addOption(language())
    .action(lazily(async () => (await import('./remote-models.ts')).useShippedModel));
  named('train', 'train a model on the labels; an account refuses it and says where it can be done')
    .addOption(language())
    .action(lazily(async () => (await import('./remote-models.ts')).trainRemoteModel));
}
