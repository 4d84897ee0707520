/**
 * An object is missing, or its bytes differ from the written bytes. A further try does not help. Other failures of an
 * object store (no connection, no permission) are no `LostObject`.
 */
export class LostObject extends Error {
  /** `why` completes the sentence "<name> …", for example "is missing". */
  constructor(name: string, why: string, options?: ErrorOptions) {
    super(`${name} ${why}`, options);
    this.name = 'LostObject';
  }
}
