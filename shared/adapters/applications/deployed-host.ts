/**
 * A process in which one application of a deployed module runs. The bundle of the module calls it (`infra/plugin-entries.ts`).
 * Arguments: the application's name, limits.
 */
import type { PublicationApplication } from '../../domain/applications/publication-application.ts';
import { type GuardLimits, serveApplication } from './serve-application.ts';

/** `load`: the module. */
export async function serveDeployed(
  load: () => Promise<{ readonly applications?: readonly PublicationApplication[] }>,
): Promise<void> {
  const [, , name, limits] = process.argv;
  await serveApplication(async () => {
    const found = (await load()).applications?.find(each => each.name === name);
    if (found === undefined) throw new Error(`the deployed module has no application ${name}`);
    return found;
  }, JSON.parse(limits!) as GuardLimits);
}
