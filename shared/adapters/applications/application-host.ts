/** A process in which one application of a module runs. Arguments: the address of the module, the application's name, limits. */
import type { PublicationApplication } from '../../domain/applications/publication-application.ts';
import { nameOwnModule } from './own-module.ts';
import { type GuardLimits, serveApplication } from './serve-application.ts';

const [, , address, name, limits] = process.argv;
nameOwnModule();

async function load(): Promise<PublicationApplication> {
  const { applications = [] } = (await import(address!)) as { applications?: readonly PublicationApplication[] };
  const found = applications.find(each => each.name === name);
  if (found === undefined) throw new Error(`${address} has no application ${name} any more`);
  return found;
}

await serveApplication(load, JSON.parse(limits!) as GuardLimits);
