/** Whether a host that answers with this status asks to be left alone for a while (Retry-After). */
export function isBusy(status: number): boolean {
  return status === 429 || status === 503;
}
