import { SignatureV4 } from '@smithy/signature-v4';
import { BadInput, refusal } from '../../domain/refusal/refusal.ts';
import { NodeSha256, signedHeaders } from '../remote/signed-headers.ts';

interface ListedFunction {
  readonly FunctionName: string;
  readonly Environment?: { readonly Variables?: Readonly<Record<string, string>> };
}

export interface LambdaPlace {
  readonly endpoint: string;
  readonly region: string;
  readonly credentials: ConstructorParameters<typeof SignatureV4>[0]['credentials'];
}

/** The environment variables of a function of the stack, found by ListFunctions. Throws `BadInput` if there is none, or no answer. */
export async function functionVariables(
  { endpoint, region, credentials }: LambdaPlace,
  stack: string,
  door: string,
): Promise<Readonly<Record<string, string>>> {
  const signer = new SignatureV4({ service: 'lambda', region, credentials, sha256: NodeSha256 });
  const prefix = `${stack}-${door}Function`;
  for (let marker: string | null | undefined = ''; typeof marker === 'string'; ) {
    const url = new URL('/2015-03-31/functions/?MaxItems=50', endpoint);
    if (marker !== '') url.searchParams.set('Marker', marker);
    const answer = await signedHeaders(signer, { method: 'GET', url, text: undefined, headers: {} })
      .then(async headers => await fetch(url, { headers, redirect: 'error' }))
      .catch(({ message, cause }: Error) => {
        const why = cause instanceof Error ? cause.message : message;
        throw new BadInput([refusal('account-silent', { region, why })]);
      });
    if (!answer.ok)
      throw new Error(
        `AWS answered the request for the functions of the account with ${answer.status}; check the AWS credentials, their right lambda:ListFunctions, and the region ${region}`,
      );
    const page = (await answer.json()) as {
      readonly Functions?: readonly ListedFunction[];
      readonly NextMarker?: string | null;
    };
    const found = page.Functions?.find(({ FunctionName }) => FunctionName.startsWith(prefix));
    if (found !== undefined) return found.Environment?.Variables ?? {};
    marker = page.NextMarker === '' ? undefined : page.NextMarker;
  }
  throw new BadInput([refusal('no-such-stack', { stack, region })]);
}
