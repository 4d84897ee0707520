import { type Command, InvalidArgumentError, Option } from 'commander';
import { foldedHelp, lazily, type SetExitCode } from '../terminal/program-parts.ts';
import { addEngineOptions, engineHelp } from './engine-options.ts';

const classifyHelp = `
Lines of FILE: {"sentence": "…", "start": 0, "end": 3}, offsets of the target in UTF-16 units. With --json each has one line
of output: {"class", "p": {"negative", "neutral", "positive"}, "words": [{"text", "start", "end", "weight"}], "against", "rest"}, or
{"line", "error"} for a line that cannot be used; such lines are counted, and the exit code is 4.
class is decided with all classes counting alike, p says how often people say so; the words spoke for the class.
Weights of words and against (below 0) and rest sum to the class's score; other engines give words (a quote) or none.
`;

const labelsHelp = `
Lines of FILE: {"sentence": "…", "start": 0, "end": 3, "label": "negative"}; labels are negative, neutral and positive.
`;

/** `orbweaver tone`: what sentences say about whom they name. */
export function addTone(program: Command, exit: SetExitCode): void {
  const tone = program.command('tone').description('find the tone of sentences towards their targets');
  const classifyCommand = tone
    .command('classify')
    .summary('find the tone of sentences towards their targets')
    .description('say for each line whether its sentence is negative, neutral or positive for its target')
    .argument('<file>', 'JSONL, - for standard input')
    .addOption(languageOption());
  addEngineOptions(classifyCommand)
    .option('--confidence <number>', 'a class that is less probable is unclassified, 0 to 1', confidence, 0)
    .option('--json', 'JSONL on standard output')
    .addHelpText('after', foldedHelp(`${classifyHelp}${engineHelp}`))
    .action(lazily(async () => (await import('./classify-command.ts')).classify, exit));
  const evaluateCommand = tone
    .command('evaluate')
    .summary('compare a model with labels of people')
    .description('compare what a model says with what people said of the same sentences')
    .argument('<file>', 'JSONL, - for standard input')
    .addOption(languageOption());
  addEngineOptions(evaluateCommand)
    .option('--json', 'figures as JSON')
    .addHelpText('after', foldedHelp(`${labelsHelp}${engineHelp}`))
    .action(lazily(async () => (await import('./models-command.ts')).evaluate));
  tone
    .command('train')
    .summary('train a model on your own labels')
    .description('train a model on labelled sentences, and compare it with the shipped one on the same labels')
    .argument('<file>', 'JSONL, - for standard input')
    .addOption(languageOption())
    .requiredOption('--out <file>', 'where to write the model')
    .option('--json', 'figures as JSON')
    .addHelpText('after', foldedHelp(labelsHelp))
    .action(lazily(async () => (await import('./models-command.ts')).train));
  addOwnModels(tone, exit);
  tone
    .command('list')
    .summary('show the models that are shipped')
    .description('show the tone models of this version')
    .option('--json', 'as JSON')
    .action(lazily(async () => (await import('./models-command.ts')).listModels));
}

const askHelp = `
Each mention is asked about once, the newest publications first; the table counts the watch's own model. labels queue begins with
what engines disagree on, tone quality compares them with people. After Ctrl-C or a kill the same command continues. --budget is
for a day (UTC), of all such commands together. With --keep the settings are kept in your own folder, without the key, and each
"watch run" of this directory by you asks the engine; the same command replaces them, tone engines --remove ends it.
`;

/** Models that learn from the labels of a watch, and engines beside them. */
function addOwnModels(tone: Command, exit: SetExitCode): void {
  const ask = tone
    .command('ask')
    .summary('ask another engine about the mentions of a watch')
    .description('ask another engine about the mentions of a watch, beside its own model')
    .argument('<directory>', 'directory of the watch');
  addEngineOptions(ask)
    .option('--keep', '"watch run" asks this engine from now on about what it finds')
    .addHelpText('after', foldedHelp(`${askHelp}${engineHelp}`))
    .action(lazily(async () => (await import('./ask-command.ts')).askWatch, exit));
  tone
    .command('engines')
    .summary('show which other engines "watch run" asks')
    .description('show the engines that "watch run" asks, their answers and costs of today; or ask one no more')
    .argument('<directory>', 'directory of the watch')
    .option('--remove <name>', 'ask this engine no more; its answers stay')
    .option('--json', 'as JSON')
    .action(lazily(async () => (await import('./ask-command.ts')).showEngines));
  tone
    .command('retrain')
    .summary("train on a watch's own labels, and use the model if it is not worse")
    .description(
      'train on the labels of a watch. The model is used from then on if it is not worse on labels that it has not seen; else it is kept aside, with the reason. Below 300 labels only the calibration and the threshold of neutral change',
    )
    .argument('<directory>', 'directory of the watch')
    .addOption(languageOption())
    .option('--json', 'figures as JSON')
    .action(lazily(async () => (await import('./watch-models-command.ts')).retrainWatch));
  tone
    .command('quality')
    .summary('show how good the model of a watch is, as far as labels show')
    .description('show the model against people on the random sample, its calibration, and how far annotators agree')
    .argument('<directory>', 'directory of the watch')
    .option('--json', 'as JSON')
    .action(lazily(async () => (await import('./watch-models-command.ts')).showQuality));
}

function languageOption(): Option {
  return new Option('--language <language>', 'language of the sentences').choices(['ru', 'en']).makeOptionMandatory();
}

function confidence(text: string): number {
  const value = Number(text);
  if (text.trim() !== '' && value >= 0 && value <= 1) return value;
  throw new InvalidArgumentError('Allowed is a number from 0 to 1.');
}
