/**
 * Serves a Lambda handler to the process that started this one. Requests come as lines of JSON on standard input, answers
 * go as lines of JSON to the descriptor ANSWER_FD: first `{}` or the error of loading, then one answer per request,
 * `{ "result": "<JSON>" }` or `{ "error": … }`. Standard output and error are the function's log.
 */
import { existsSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { pathToFileURL } from 'node:url';

const { ANSWER_FD: descriptor, LAMBDA_TASK_ROOT: folder, _HANDLER: name } = process.env;
delete process.env.ANSWER_FD;

const handler = await loaded();
answer({});
for await (const line of createInterface({ input: process.stdin })) answer(await handled(JSON.parse(line)));

async function loaded() {
  try {
    const dot = name.lastIndexOf('.');
    const paths = ['.mjs', '.js', '.cjs'].map(ending => join(folder, name.slice(0, dot) + ending));
    const file = paths.find(existsSync);
    if (file === undefined) throw new Error(`none of ${paths.join(', ')} is there`);
    const { [name.slice(dot + 1)]: found } = await import(pathToFileURL(file).href);
    if (typeof found !== 'function') throw new Error(`${name} is no function of ${file}`);
    return found;
  } catch (error) {
    answer({ error: described(error) });
    process.exit(1);
  }
}

async function handled({ requestId, functionArn, timeoutMs, event }) {
  const end = Date.now() + timeoutMs;
  const context = {
    awsRequestId: requestId,
    invokedFunctionArn: functionArn,
    functionName: process.env.AWS_LAMBDA_FUNCTION_NAME,
    functionVersion: process.env.AWS_LAMBDA_FUNCTION_VERSION,
    memoryLimitInMB: process.env.AWS_LAMBDA_FUNCTION_MEMORY_SIZE,
    logGroupName: process.env.AWS_LAMBDA_LOG_GROUP_NAME,
    logStreamName: process.env.AWS_LAMBDA_LOG_STREAM_NAME,
    getRemainingTimeInMillis: () => Math.max(0, end - Date.now()),
  };
  try {
    return { result: JSON.stringify((await handler(JSON.parse(event), context)) ?? null) };
  } catch (error) {
    console.error(error);
    return { error: described(error) };
  }
}

function described(error) {
  const { name: errorType = 'Error', message: errorMessage = String(error), stack = '' } = Object(error);
  return { errorType, errorMessage, trace: stack.split('\n') };
}

/** Whole lines, however long: a full pipe takes a part and asks for the rest. */
function answer(value) {
  let bytes = Buffer.from(`${JSON.stringify(value)}\n`);
  while (bytes.length > 0) bytes = bytes.subarray(writeSync(Number(descriptor), bytes));
}
