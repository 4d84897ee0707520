/** Faults of certificates as Node names them: OpenSSL's verification errors (X509_V_ERR_…) and its own. */
const certificateFaults: Readonly<Record<string, string>> = {
  CERT_HAS_EXPIRED: 'the certificate has expired',
  CERT_NOT_YET_VALID: 'the certificate is not valid yet, or the clock of this machine is wrong',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'the certificate is self-signed',
  SELF_SIGNED_CERT_IN_CHAIN: 'the certificate comes from an authority that this machine does not trust',
  UNABLE_TO_GET_ISSUER_CERT: 'the authority that issued the certificate is not known here',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'the authority that issued the certificate is not known here',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'the server does not send the certificates between its own and a known authority',
  CERT_SIGNATURE_FAILURE: 'the signature of the certificate is wrong',
  CERT_REVOKED: 'the certificate is revoked',
  CERT_UNTRUSTED: 'the certificate is not trusted',
  CERT_REJECTED: 'the certificate is rejected',
  CERT_CHAIN_TOO_LONG: 'the chain of certificates is too long',
  INVALID_CA: 'the certificate comes from no authority',
  INVALID_PURPOSE: 'the certificate is not for servers',
  ERR_TLS_CERT_ALTNAME_INVALID: 'the certificate is for another name',
};

/** Faults of the handshake, by the end of OpenSSL's code: its beginning names the version of TLS. */
const handshakeFaults: readonly (readonly [end: RegExp, words: string])[] = [
  [
    /PROTOCOL_VERSION$|UNSUPPORTED_PROTOCOL$|VERSION_TOO_LOW$|UNSUPPORTED_SSL_VERSION$/,
    'the server knows only versions of TLS that are too old',
  ],
  [/WRONG_VERSION_NUMBER$|PACKET_LENGTH_TOO_LONG$|HTTP_REQUEST$/, 'the server does not speak TLS on this port'],
  [/HANDSHAKE_FAILURE$|NO_SHARED_CIPHER$|INSUFFICIENT_SECURITY$/, 'the server and this machine share no cipher'],
  [/UNRECOGNIZED_NAME$/, 'the server knows no site of this name'],
  [/KEY_TOO_SMALL$|MD_TOO_WEAK$/, 'the key or the signature of the certificate is too weak'],
  [/CERTIFICATE_REQUIRED$/, 'the server wants a certificate from us'],
];

/** From when to when a certificate is valid, as Node says it: `Jun  1 00:00:00 2024 GMT`. */
export interface CertificateTimes {
  readonly valid_from?: string;
  readonly valid_to?: string;
}

/**
 * Why no secure connection was made, in words, with the code: `the certificate expired on 2024-06-01 (CERT_HAS_EXPIRED)`. `times`: of
 * the certificate that the server has shown.
 */
export function tlsWords(error: Error, code: string, times: CertificateTimes = {}): string {
  const words =
    datedWords(code, times) ??
    certificateFaults[code] ??
    handshakeFaults.find(([end]) => end.test(code))?.[1] ??
    reasonOf(error);
  return code === '' ? words : `${words}${namesOf(error)} (${code})`;
}

function datedWords(code: string, { valid_from, valid_to }: CertificateTimes): string | undefined {
  const [begin, end] = [dayOf(valid_from), dayOf(valid_to)];
  if (code === 'CERT_HAS_EXPIRED' && end !== undefined) return `the certificate expired on ${end}`;
  if (code === 'CERT_NOT_YET_VALID' && begin !== undefined)
    return `the certificate is valid from ${begin} on, or the clock of this machine is wrong`;
  return undefined;
}

/** Undefined if it is no instant: the text comes from the server. */
function dayOf(text: string | undefined): string | undefined {
  const instant = Date.parse(text ?? '');
  return Number.isNaN(instant) ? undefined : new Date(instant).toISOString().slice(0, 10);
}

/** OpenSSL puts its short reason beside a message that begins with the number of a thread. */
function reasonOf(error: Error): string {
  return 'reason' in error && typeof error.reason === 'string'
    ? `no secure connection: ${error.reason}`
    : error.message;
}

/** The names of a certificate that is for none that was requested. */
function namesOf(error: Error): string {
  const certificate = 'cert' in error ? (error.cert as { readonly subjectaltname?: string } | undefined) : undefined;
  const names = certificate?.subjectaltname;
  return names === undefined ? '' : `, ${names.replaceAll(/\b(?:DNS|IP Address):/g, '').slice(0, 200)}`;
}
