/** There is no browser to start. The message says what to do. */
export class NoBrowser extends Error {
  override readonly name = 'NoBrowser';
}
