import { type Mutant, mutantsOf } from './mutant.ts';

const labels = 'shared/wings/publications/labels';
const tests = 'test/pure/wings/publications/labels';
const decisions = `${tests}/label-decisions.test.ts`;
const file = `${tests}/label-file.test.ts`;

export const labelMutants: readonly Mutant[] = [
  ...mutantsOf(`${labels}/agreement.ts`, `${tests}/agreement.test.ts`, [
    [
      'two who always say one class agree perfectly',
      'byChance === n * n',
      'byChance > n * n',
      "Cohen's kappa > says why there is none",
    ],
    [
      'a subject with one label counts in the agreement',
      'values.length > 1',
      'values.length > 0',
      "Krippendorff's alpha (Computing Krippendorff's Alpha-Reliability, 2011) > C: four observers, missing values",
    ],
  ]),
  ...mutantsOf(`${labels}/blind-view.ts`, `${tests}/blind-view.test.ts`, [
    [
      'labels of others are seen before the own one',
      'return { ...opinionOf([], 0), stale };',
      'return { ...opinion, stale };',
      'labels of others stay unseen until the own label is given, and after it is taken back',
    ],
    [
      'the history shows who said what',
      'isOwn(row) || isOpen(row)',
      'true || isOpen(row)',
      'labels of others stay unseen until the own label is given, and after it is taken back',
    ],
  ]),
  ...mutantsOf(
    'shared/wings/publications/tone/tone-model.ts',
    'test/pure/wings/publications/tone/hard-sentences.test.ts',
    [
      [
        'a frame leans nothing',
        'if (row.lean !== undefined)',
        'if (false && row.lean !== undefined)',
        'the example of the guide is positive, and a frame names the word that it begins with',
      ],
    ],
  ),
  ...mutantsOf(
    'shared/wings/publications/table/tone-table.ts',
    'test/pure/wings/publications/table/tone-table.test.ts',
    [
      [
        'a publication is counted for each organization that it mentions',
        'row.publications.add(publication);',
        'row.publications.add(publication + row.publications.size / 1_000);',
        'the table > of a month mentions and publications are apart, so no share is over a whole',
      ],
    ],
  ),
  ...mutantsOf(`${labels}/opinion.ts`, decisions, [
    ['the oldest adjudication decides', 'current.findLast(row', 'current.find(row', 'the newest adjudication decides'],
  ]),
  ...mutantsOf(`${labels}/review-queue.ts`, decisions, [
    [
      'negative subjects are never polar',
      '- Math.abs(item.p!.positive - item.p!.negative)',
      '- (item.p!.positive - item.p!.negative)',
      'the queue > has the most one-sided subjects first among the polar ones, negative ones too',
    ],
  ]),
  ...mutantsOf(`${labels}/label-lists.ts`, decisions, [
    [
      'what somebody has decided is queued again',
      'isOwn(item) || isDecided(item) || isChosen(item)',
      'isOwn(item) || isChosen(item)',
      'the queue > leaves out for all what somebody has decided',
    ],
    [
      'copies are queued',
      'isOriginal: true',
      'isOriginal: false',
      'the queue > has no copies, and no publication that is only a candidate',
    ],
  ]),
  ...mutantsOf(`${labels}/label-quality.ts`, decisions, [
    [
      'a model is judged by a label that it was trained on',
      '> trainedTo',
      '>= trainedTo',
      'the quality of a model > rests on publications of the random sample that it was not trained on',
    ],
  ]),
  ...mutantsOf(`${labels}/label-quality.ts`, decisions, [
    [
      'errors of a calibration cancel each other',
      'Math.abs(bin.p - bin.right)',
      '(bin.p - bin.right)',
      'the quality of a model > is off by the distance of probability and share, whichever is greater',
    ],
  ]),
  ...mutantsOf(`${labels}/label-store.ts`, decisions, [
    [
      'a model that was kept aside is used',
      "row.language === language && row.event !== 'kept'",
      'row.language === language',
      'the quality of a model > is that of the newest model that was adopted; one that was kept aside changes nothing',
    ],
  ]),
  ...mutantsOf(`${labels}/label-record.ts`, file, [
    [
      'an adjudication is written as a label',
      "row.isAdjudication ? 'adjudication' : 'label'",
      "'label'",
      'a file of labels > that was written names decisions as such, and is read as it was written',
    ],
  ]),
  ...mutantsOf(`${labels}/label-transfer.ts`, file, [
    [
      'a label fits a text under another title',
      // biome-ignore lint/suspicious/noTemplateCurlyInString: a piece of the source.
      '`${title}\\n${text}`',
      // biome-ignore lint/suspicious/noTemplateCurlyInString: a piece of the source.
      '`${text}`',
      'labels that are imported > belong to the latest version with the title and the text that were labelled',
    ],
  ]),
];
