/**
 * An object is missing, or its bytes differ from the written bytes. Asking again does not help; any other failure of an
 * object store (no connection, no permission) is no `LostObject`.
 */
export class LostObject extends Error {
  /** `why` completes the sentence "<name> …", for example "is missing". */
  constructor(name: string, why: string, options?: ErrorOptions) {
    super(`${name} ${why}`, options);
    this.name = 'LostObject';
  }
}
