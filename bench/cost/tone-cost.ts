import { awsPrices } from '../../shared/adapters/aws/aws-prices.ts';
import { shippedModels } from '../../shared/adapters/tone/open.ts';
import { formatTable } from '../measured/table.ts';

/** Memory of a function that has one processor to itself. */
const memoryGb = 1_769 / 1_024;
const mentions = 20_000;

/** The cost of the tone of a million mentions in Lambda, at the speed of one processor of this machine. */
export async function toneTable(): Promise<string> {
  const engine = await shippedModels.engine('ru');
  const items = Array.from({ length: mentions }, (_, at) => {
    const before = `По данным ${at % 97} источников, учёные `;
    const sentence = `${before}МГУ получили премию за открытие ${at % 101} новых материалов, сообщили в министерстве.`;
    return { sentence, start: before.length, end: before.length + 3 };
  });
  const began = process.cpuUsage();
  for (const item of items) await engine.tone(item);
  const { user, system } = process.cpuUsage(began);
  const seconds = (user + system) / 1e6 / mentions;
  return formatTable(
    ['a million mentions', 'seconds of a processor', '$ of Lambda'],
    [
      [
        'tone by linear-1',
        (seconds * 1e6).toFixed(0),
        (seconds * 1e6 * memoryGb * awsPrices.lambdaGbSecond).toFixed(4),
      ],
    ],
  );
}
