import { registerHooks } from 'node:module';

/** The name by which users' modules import our types and helpers. */
const ownModuleName = 'orbweaver/applications';

let isNamed = false;

/** From now on modules in any folder can import `orbweaver/applications`. */
export function nameOwnModule(): void {
  if (isNamed) return;
  isNamed = true;
  const folder = new URL('../../domain/applications/', import.meta.url).href;
  // Below node_modules Node does not strip types, so the bundled file is used there.
  const url = folder.includes('/node_modules/')
    ? new URL('../../../dist/shared.domain.applications.publication-application.js', folder).href
    : `${folder}publication-application.ts`;
  registerHooks({
    resolve: (specifier, context, next) =>
      specifier === ownModuleName ? { url, shortCircuit: true } : next(specifier, context),
  });
}
