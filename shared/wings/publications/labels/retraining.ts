import { adaptModel } from '../tone/adapt-tone.ts';
import { logOf } from '../tone/exact-math.ts';
import { folds, polarF1, saidOf } from '../tone/judge-tone.ts';
import type { ToneFeatures } from '../tone/tone-features.ts';
import * as toneModel from '../tone/tone-model.ts';
import { calibrate } from '../tone/train-tone.ts';

/** A mention with the class that people give it or its publication. */
export interface TaughtMention {
  readonly row: ToneFeatures;
  /** A class, by its place in `toneClasses`. */
  readonly label: number;
  /** How much it counts: the mentions of a labelled publication share its one label. */
  readonly share: number;
  /** From 0 to `folds` - 1; copies of a publication have one fold. */
  readonly fold: number;
  /** Number of the label that brought it. */
  readonly id: number;
  readonly isRandom: boolean;
}

/** A model as the training knows it. */
export interface KnownModel {
  readonly weights: toneModel.LinearWeights;
  readonly calibration: toneModel.Calibration;
  /** Labels up to this number were in its own training. */
  readonly lastLabel: number;
}

/** How well a model agrees with what people say. */
export interface LabelFigures {
  /** Mean of the F1 of positive and of negative. */
  readonly polarF1: number;
  /** Mean of -ln p of the class that people gave. */
  readonly logLoss: number;
}

export interface CurvePoint {
  readonly labels: number;
  readonly polarF1: number;
}

/** Why a training is adopted or not. */
export type TrainingReason = 'not-worse' | 'too-few' | 'one-class' | 'f1-fell' | 'log-loss-rose';

export interface TrainingReport {
  /** Labels that taught: all mentions of a label count once. */
  readonly labels: number;
  readonly byClass: Readonly<Record<(typeof toneModel.toneClasses)[number], number>>;
  /** The weights that were changed: all weights, or, of fewer than 300 labels, the calibration and the threshold of neutral. */
  readonly changes: 'weights' | 'calibration';
  /** With a calibration alone: how much neutral counts beside a polar class where the class is decided, against the model before; 1: as before. */
  readonly neutralShare?: number;
  readonly isAdopted: boolean;
  readonly reason: TrainingReason;
  /** On labels that neither model had seen, each mention judged by a model of the other folds; null if nothing was compared. */
  readonly before: LabelFigures | null;
  readonly after: LabelFigures | null;
  /** Labels of the comparison. */
  readonly compared: number;
  /** F1 of positive and negative by the number of labels; empty for a calibration. */
  readonly curve: readonly CurvePoint[];
}

export interface Training {
  readonly report: TrainingReport;
  /** The model that was made; undefined if none was. */
  readonly model:
    | { readonly weights: toneModel.LinearWeights; readonly calibration: toneModel.Calibration }
    | undefined;
}

/** Fewer labels change the calibration only (docs/design/mentions-and-tone.md, "What people say of publications"). */
const leastForWeights = 300;
/** Fewer labels of the random sample say nothing of how often the model is right. */
const leastForCalibration = 100;
/** A comparison with an own model needs so many labels that it has not seen. */
const leastUnseen = 50;
const curveSizes = [50, 100, 200, 300, 500, 1_000, 2_000, 5_000, 10_000];
/** Rounding alone is no fall. */
const same = 1e-9;

interface Judged extends TaughtMention {
  readonly scores: toneModel.Triple;
  readonly p: toneModel.Triple;
}

/**
 * Trains on labels and says whether the model may be used: only if it is not worse than `before` on labels that neither has
 * seen. `base`: the shipped model, from which weights start. Yields how much is done, from 0 to 1.
 */
export function* retrain(
  mentions: readonly TaughtMention[],
  { base, before }: { readonly base: KnownModel; readonly before: KnownModel },
): Generator<number, Training> {
  const labels = weightOf(mentions);
  const facts = { labels: Math.round(labels), byClass: byClass(mentions) };
  const isOneClass = Object.values(facts.byClass).filter(count => count > 0).length < 2;
  const isSmall = facts.labels < leastForWeights;
  const calibrating = mentions.filter(({ isRandom }) => isRandom);
  const changes = isSmall ? 'calibration' : 'weights';
  const refused = (reason: TrainingReason): Training => ({
    report: { ...facts, changes, isAdopted: false, reason, before: null, after: null, compared: 0, curve: [] },
    model: undefined,
  });
  if (isSmall && Math.round(weightOf(calibrating)) < leastForCalibration) return refused('too-few');
  if (isOneClass) return refused('one-class');
  if (isSmall) return { ...recalibrated(calibrating, before, facts) };
  const judged = yield* crossAdapted(mentions, base, before);
  const curve = yield* curveOf(mentions, base);
  const weights = adaptModel(base.weights, mentions);
  yield 1;
  // The calibration rests on the random sample, where that is large enough.
  const random = judged.after.filter(({ isRandom }) => isRandom);
  const calibration = calibrate(weightOf(random) < leastForCalibration ? judged.after : random);
  return { report: { ...facts, changes, ...comparison(judged), curve }, model: { weights, calibration } };
}

function recalibrated(
  mentions: readonly TaughtMention[],
  before: KnownModel,
  facts: Pick<TrainingReport, 'labels' | 'byClass'>,
): Training {
  const model = new toneModel.LinearModel(before.weights);
  const scored = mentions.map(each => ({ ...each, scores: model.scores(each.row) }));
  const judgedBefore = scored.map(each => ({ ...each, p: toneModel.calibrated(before.calibration, each.scores) }));
  const threshold = thresholdOf(scored);
  const judged = { before: judgedBefore, after: crossCalibrated(threshold.crossed) };
  const [negative, neutral, positive] = before.weights.offsets;
  const offsets = [negative, neutral + logOf(threshold.share), positive] as const;
  const weights = threshold.share === 1 ? before.weights : { ...before.weights, offsets };
  const moved = scored.map(each => withNeutral(each, threshold.share));
  return {
    report: { ...facts, changes: 'calibration', neutralShare: threshold.share, ...comparison(judged), curve: [] },
    model: { weights, calibration: calibrate(moved) },
  };
}

type Scored = TaughtMention & { readonly scores: toneModel.Triple };

/** How much neutral may count beside a polar class where the class is decided; ties go to the first. */
const neutralShares = [1, 0.85, 1.2, 0.7, 1.4, 0.5, 2];
/** A threshold that gains less is chance. */
const leastGain = 0.01;

/**
 * The threshold between neutral and the polar classes that F1 requests. `crossed`: each mention with the threshold that the other
 * folds chose; where these gain too little over the threshold of now, nothing is changed (`share` 1).
 */
function thresholdOf(scored: readonly Scored[]): { readonly share: number; readonly crossed: readonly Scored[] } {
  const chosen = Array.from({ length: folds }, (_, fold) => bestShare(scored.filter(each => each.fold !== fold)));
  const crossed = scored.map(each => withNeutral(each, chosen[each.fold]!));
  if (polarF1Of(crossed) < polarF1Of(scored) + leastGain) return { share: 1, crossed: scored };
  return { share: bestShare(scored), crossed };
}

function bestShare(scored: readonly Scored[]): number {
  let best = { share: 1, f1: -1 };
  for (const share of neutralShares) {
    const f1 = polarF1Of(scored.map(each => withNeutral(each, share)));
    if (f1 > best.f1) best = { share, f1 };
  }
  return best.share;
}

function withNeutral(each: Scored, share: number): Scored {
  const [negative, neutral, positive] = each.scores;
  return { ...each, scores: [negative, neutral + logOf(share), positive] };
}

/** Each mention, judged by a model of the other folds; also the mentions that the earlier model has not seen, judged by that model. */
function* crossAdapted(
  mentions: readonly TaughtMention[],
  base: KnownModel,
  before: KnownModel,
): Generator<number, { readonly before: readonly Judged[]; readonly after: readonly Judged[] }> {
  const scored = yield* crossScored(mentions, base, 0, 0.5);
  const after = crossCalibrated(scored);
  const unseen = mentions.filter(({ id }) => id > before.lastLabel);
  // An own model that has seen nearly all labels cannot be judged by them: the shipped one stands for it.
  const judge = weightOf(unseen) < leastUnseen ? base : before;
  const model = new toneModel.LinearModel(judge.weights);
  const compared = judge === base ? mentions : unseen;
  const judged = compared.map(each => {
    const scores = model.scores(each.row);
    return { ...each, scores, p: toneModel.calibrated(judge.calibration, scores) };
  });
  const ids = new Set(compared);
  return { before: judged, after: after.filter((_, index) => ids.has(mentions[index]!)) };
}

function* crossScored(
  mentions: readonly TaughtMention[],
  base: KnownModel,
  from: number,
  to: number,
): Generator<number, readonly Scored[]> {
  const scored = new Array<Scored>(mentions.length);
  for (let fold = 0; fold < folds; fold++) {
    yield from + ((to - from) * fold) / folds;
    const known = mentions.filter(each => each.fold !== fold);
    const model = new toneModel.LinearModel(adaptModel(base.weights, known));
    mentions.forEach((each, index) => {
      if (each.fold === fold) scored[index] = { ...each, scores: model.scores(each.row) };
    });
  }
  return scored;
}

/** F1 of fewer labels, cross-validated: what more labels would bring. */
function* curveOf(mentions: readonly TaughtMention[], base: KnownModel): Generator<number, readonly CurvePoint[]> {
  const all = weightOf(mentions);
  const sizes = [...curveSizes.filter(size => size < all * 0.9), Math.round(all)];
  const points: CurvePoint[] = [];
  for (const [index, size] of sizes.entries()) {
    const [from, to] = [0.5 + (0.45 * index) / sizes.length, 0.5 + (0.45 * (index + 1)) / sizes.length];
    const scored = yield* crossScored(firstOf(mentions, size), base, from, to);
    points.push({ labels: size, polarF1: polarF1Of(scored) });
  }
  return points;
}

/** So many labels, in an order that no label has chosen. */
function firstOf(mentions: readonly TaughtMention[], size: number): readonly TaughtMention[] {
  const mixed = (id: number): number => Math.imul(id ^ (id >>> 15), 0x2c1b3c6d) >>> 0;
  const ordered = mentions.toSorted((a, b) => mixed(a.id) - mixed(b.id) || a.id - b.id);
  let left = size;
  return ordered.filter(({ share }) => {
    if (left <= 0) return false;
    left -= share;
    return true;
  });
}

function crossCalibrated(scored: readonly Scored[]): readonly Judged[] {
  const calibrations = Array.from({ length: folds }, (_, fold) => calibrate(scored.filter(each => each.fold !== fold)));
  return scored.map(each => ({ ...each, p: toneModel.calibrated(calibrations[each.fold]!, each.scores) }));
}

function comparison({
  before,
  after,
}: {
  readonly before: readonly Judged[];
  readonly after: readonly Judged[];
}): Pick<TrainingReport, 'before' | 'after' | 'compared' | 'isAdopted' | 'reason'> {
  const figures = { before: figuresOf(before), after: figuresOf(after) };
  const hasFallen = figures.after.polarF1 < figures.before.polarF1 - same;
  const hasRisen = figures.after.logLoss > figures.before.logLoss + same;
  const reason = hasFallen ? 'f1-fell' : hasRisen ? 'log-loss-rose' : 'not-worse';
  return { ...figures, compared: Math.round(weightOf(before)), isAdopted: reason === 'not-worse', reason };
}

function figuresOf(judged: readonly Judged[]): LabelFigures {
  const loss = judged.reduce((sum, { p, label, share }) => sum - share * logOf(Math.max(p[label]!, 1e-300)), 0);
  return { polarF1: polarF1Of(judged), logLoss: judged.length === 0 ? 0 : loss / weightOf(judged) };
}

const polarF1Of = (scored: readonly Scored[]): number => polarF1(scored.map(saidOf));

function weightOf(mentions: readonly Pick<TaughtMention, 'share'>[]): number {
  return mentions.reduce((sum, { share }) => sum + share, 0);
}

function byClass(mentions: readonly TaughtMention[]): TrainingReport['byClass'] {
  const count = (tone: number): number => Math.round(weightOf(mentions.filter(({ label }) => label === tone)));
  return { negative: count(0), neutral: count(1), positive: count(2) };
}
