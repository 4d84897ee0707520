/** A name of a file that an address has as it is written: no dots alone, nothing that is escaped or split. */
const plainName = /^\w[\w.-]*$/;
/** The folder of the last address with a plain name, and the address up to that name: pages come in the order of addresses. */
let lastStart = '';
let lastFolder = '';

/** The path of a page up to its last slash. `url` is an http(s) address as `URL.href` writes it. */
export function folderOf(url: string): string {
  const nameStart = url.lastIndexOf('/') + 1;
  const isPlain = plainName.test(url.slice(nameStart));
  const isAsBefore = lastFolder !== '' && nameStart === lastStart.length && url.startsWith(lastStart);
  if (isPlain && isAsBefore) return lastFolder;
  const { pathname } = new URL(url);
  const folder = pathname.slice(0, pathname.lastIndexOf('/') + 1);
  // A query may have slashes, too: its path is shorter.
  if (isPlain && url.endsWith(pathname)) {
    lastStart = url.slice(0, nameStart);
    lastFolder = folder;
  }
  return folder;
}
