import { fileURLToPath } from 'node:url';

/** The file of fourteen organizations of science. */
export const exampleOrganizations = fileURLToPath(new URL('example-organizations.csv', import.meta.url));
