/**
 * Gives memory back to the system at once. Every view of the memory is empty afterwards. In Node 20, which lacks the call, the
 * collector of garbage does it later.
 */
export function giveBack(memory: ArrayBuffer): void {
  memory.transfer?.(0);
}
