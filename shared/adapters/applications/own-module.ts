import { registerHooks } from 'node:module';

/** What modules of users import by name. */
const ownModuleName = 'orbweaver/applications';

let isNamed = false;

/** From now on modules find `orbweaver/applications`, wherever they lie. */
export function nameOwnModule(): void {
  if (isNamed) return;
  isNamed = true;
  const folder = new URL('../../domain/applications/', import.meta.url).href;
  // Below node_modules Node takes no types away, so the bundled file serves there.
  const url = folder.includes('/node_modules/')
    ? new URL('../../../dist/shared.domain.applications.publication-application.js', folder).href
    : `${folder}publication-application.ts`;
  registerHooks({
    resolve: (specifier, context, next) =>
      specifier === ownModuleName ? { url, shortCircuit: true } : next(specifier, context),
  });
}
