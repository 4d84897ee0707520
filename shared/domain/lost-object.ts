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

/** The value of `read`, or `otherwise` where an object that it reads is lost. */
export async function unlessLost<T, O>(read: () => T | Promise<T>, otherwise: O): Promise<T | O> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof LostObject) return otherwise;
    throw error;
  }
}
