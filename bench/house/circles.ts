type Arrows = ReadonlyMap<string, ReadonlySet<string>>;

/** Groups of two and more names that lead to each other (Tarjan's strongly connected components), each sorted. */
export function circlesOf(arrows: Arrows): readonly (readonly string[])[] {
  const search = new CircleSearch(arrows);
  for (const name of arrows.keys()) search.visit(name);
  return search.circles;
}

class CircleSearch {
  readonly circles: string[][] = [];
  private readonly arrows: Arrows;
  private readonly order = new Map<string, number>();
  /** The first name, in the order of visits, that each name leads back to. */
  private readonly lowest = new Map<string, number>();
  private readonly open: string[] = [];

  constructor(arrows: Arrows) {
    this.arrows = arrows;
  }

  visit(name: string): void {
    if (this.order.has(name)) return;
    const own = this.order.size;
    this.order.set(name, own);
    this.lowest.set(name, own);
    this.open.push(name);
    for (const next of this.arrows.get(name) ?? []) {
      this.visit(next);
      if (this.open.includes(next)) this.lowest.set(name, Math.min(this.lowest.get(name)!, this.lowest.get(next)!));
    }
    if (this.lowest.get(name) !== own) return;
    const circle = this.open.splice(this.open.indexOf(name));
    if (circle.length > 1) this.circles.push(circle.sort());
  }
}

/** The arrows between the folders of files. */
export function folderArrows(files: Arrows): Arrows {
  const folders = new Map<string, Set<string>>();
  for (const [file, imports] of files) {
    const from = folderOf(file);
    const into = folders.get(from) ?? new Set();
    folders.set(from, into);
    for (const to of imports) if (folderOf(to) !== from) into.add(folderOf(to));
  }
  return folders;
}

export function folderOf(file: string): string {
  return file.slice(0, Math.max(0, file.lastIndexOf('/')));
}
