import * as z from 'zod';
import { labelSchema, subjectsOfQueue, undoSchema } from '../routes/label-routes.ts';
import { languageSchema, modelSchema } from '../routes/model-routes.ts';
import { exportFormats } from '../routes/publication-routes.ts';
import { id, operation, query, requestOf } from './open-api-parts.ts';

const missing = { 404: 'No such watch of yours, or nothing of this number in it.' };
const none = { 409: 'This place keeps no labels.' };
const publication = { name: 'publication', in: 'path', required: true, schema: { type: 'integer', minimum: 1 } };
const model = { name: 'model', in: 'path', required: true, schema: { type: 'integer', minimum: 1 } };
const format = query('format', 'JSON Lines or CSV.', { enum: exportFormats, default: 'jsonl' });
const annotator = query('annotator', 'Who labels; the identity of the caller unless given.', {
  type: 'string',
  maxLength: 80,
});

/** What experts say of publications, and the models that learn from it. */
export function labelPaths(): object {
  return { ...subjectPaths(), ...filePaths(), ...modelPaths() };
}

function subjectPaths(): object {
  return {
    '/watches/{id}/publications/{publication}/labels': {
      get: operation(
        'Shows the mentions of a publication, what the model says of each organization, what people say, and which class counts. Until the annotator has labelled an organization or a mention, this is hidden for it (`isBlind`), so that labels are blind.',
        {
          parameters: [
            ...[id, publication, annotator],
            query('all', 'Hides nothing, for who decides between labels.', { type: 'boolean', default: false }),
            query('model', 'Shows what the model says before the own label too.', { type: 'boolean', default: false }),
          ],
          answers: { 200: 'Organizations, mentions, and all labels.', ...missing, ...none },
        },
      ),
    },
    '/watches/{id}/labels': {
      post: operation(
        'Adds a label of an organization in a publication, or of one mention of it (`place`). With `adjudicates` it decides between labels that disagree.',
        {
          body: requestOf(
            'The label; `version` is the text that was read.',
            z.toJSONSchema(labelSchema, { io: 'input' }),
          ),
          parameters: [id],
          answers: {
            201: 'Its number.',
            400: 'The text has changed since, or has no such mention.',
            ...missing,
            ...none,
          },
        },
      ),
    },
    '/watches/{id}/labels/undo': {
      post: operation(
        'Withdraws the newest label that an annotator gave a subject; the label before it counts again.',
        {
          body: requestOf('The subject.', z.toJSONSchema(undoSchema, { io: 'input' })),
          parameters: [id],
          answers: { 200: 'The label that is withdrawn.', ...missing, ...none },
        },
      ),
    },
    '/watches/{id}/labels/queue': {
      get: operation(
        'Draws what an annotator shall label next: half at random, a quarter where the model is uncertain, a quarter where it is polar; of copies only the first.',
        {
          parameters: [
            ...[id, annotator, query('organization', 'Id of one organization.', { type: 'string' })],
            query('limit', 'At most so many.', {
              type: 'integer',
              minimum: 1,
              maximum: subjectsOfQueue.most,
              default: subjectsOfQueue.usual,
            }),
          ],
          answers: { 200: 'Subjects, each with how it was drawn.', ...missing, ...none },
        },
      ),
    },
    '/watches/{id}/labels/disputes': {
      get: operation('Lists subjects on which annotators disagree and nobody has decided.', {
        parameters: [id],
        answers: { 200: 'Subjects with their labels.', ...missing, ...none },
      }),
    },
  };
}

function filePaths(): object {
  return {
    '/watches/{id}/labels/export': {
      get: operation('Gives all labels as a download: columns as in docs/formats/publications.md, "Labels".', {
        parameters: [id, format],
        type: 'application/octet-stream',
        answers: { 200: 'The file.', ...missing, ...none },
      }),
    },
    '/watches/{id}/labels/import': {
      post: operation(
        'Adds the labels of a file, which is the body. Rows that cannot be used are reported, and the others are added.',
        {
          parameters: [id, format],
          answers: { 200: 'How many were added, known already, refused; the first 100 faults.', ...missing, ...none },
        },
      ),
    },
  };
}

function modelPaths(): object {
  const language = z.toJSONSchema(languageSchema, { io: 'input' });
  return {
    '/watches/{id}/quality': {
      get: operation(
        'Shows how good the model is on the random sample (confusion, calibration), how far annotators agree, and the history of models. A figure that cannot be computed is null with its reason.',
        { parameters: [id], answers: { 200: 'The figures.', ...missing, ...none } },
      ),
    },
    '/watches/{id}/training': {
      get: operation('Shows the last training since the place began.', {
        parameters: [id],
        answers: { 200: 'Its state, how far it is, and its report; null for none.', ...missing, ...none },
      }),
      post: operation(
        'Begins a training on the labels of the watch. Its model is used if it is not worse on labels that it has not seen.',
        {
          body: requestOf('The language.', language),
          parameters: [id],
          answers: { 202: 'Begun.', ...missing, 409: 'One runs, or this place keeps no labels.' },
        },
      ),
    },
    '/watches/{id}/models': {
      post: operation('Uses the model of a file from now on. The body is the file, or JSON with it in base64.', {
        body: requestOf('The file.', z.toJSONSchema(modelSchema, { io: 'input' })),
        parameters: [id],
        answers: {
          201: 'The event in the history of models.',
          400: 'It is no model of this version.',
          ...missing,
          ...none,
        },
      }),
    },
    '/watches/{id}/models/shipped': {
      post: operation('Goes back to the shipped model of a language.', {
        body: requestOf('The language.', language),
        parameters: [id],
        answers: { 200: 'Done.', ...missing, ...none },
      }),
    },
    '/watches/{id}/models/{model}': {
      get: operation('Gives the file of a model.', {
        parameters: [id, model, query('format', '`base64`: as text.', { enum: ['base64'] })],
        type: 'application/octet-stream',
        answers: { 200: 'The file.', ...missing, ...none },
      }),
    },
  };
}
