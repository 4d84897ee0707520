/**
 * An object that should be there is missing, or its bytes are not those that were written. Asking again does not help;
 * any other failure of an object store (no connection, no permission) is no `LostObject`.
 */
export class LostObject extends Error {
  /** `why` completes the sentence "<name> …", for example "is missing". */
  constructor(name: string, why: string, options?: ErrorOptions) {
    super(`${name} ${why}`, options);
    this.name = 'LostObject';
  }
}
