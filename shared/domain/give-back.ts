/**
 * Gives memory back to the system at once. Every view of the memory is empty afterwards. Node 20 lacks this call: there
 * the garbage collector frees the memory later.
 */
export function giveBack(memory: ArrayBuffer): void {
  memory.transfer?.(0);
}
