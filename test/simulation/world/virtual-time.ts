interface Event {
  readonly at: number;
  readonly order: number;
  readonly action: () => void;
}

/** Time that passes only when nothing else can happen. All instants are whole milliseconds. */
export class VirtualTime {
  now = 0;
  private readonly heap: Event[] = [];
  private orders = 0;

  after(ms: number, action: () => void): void {
    this.orders += 1;
    this.push({ at: this.now + Math.max(0, Math.ceil(ms)), order: this.orders, action });
  }

  async sleep(ms: number): Promise<void> {
    await new Promise<void>(resolve => this.after(ms, resolve));
  }

  /** Runs events in their order, each to the end of what follows from it at once. False: there are none left. */
  async step(): Promise<boolean> {
    // Everything that is simulated settles in microtasks, which are over before the next macrotask.
    await new Promise<void>(resolve => setImmediate(resolve));
    const event = this.pop();
    if (event === undefined) return false;
    this.now = event.at;
    event.action();
    return true;
  }

  private push(event: Event): void {
    const { heap } = this;
    let at = heap.length;
    heap.push(event);
    while (at > 0) {
      const parent = (at - 1) >> 1;
      if (!isBefore(event, heap[parent]!)) break;
      heap[at] = heap[parent]!;
      at = parent;
    }
    heap[at] = event;
  }

  private pop(): Event | undefined {
    const { heap } = this;
    const first = heap[0];
    const last = heap.pop();
    if (first === undefined || last === undefined || heap.length === 0) return first;
    let at = 0;
    for (;;) {
      let child = 2 * at + 1;
      if (child >= heap.length) break;
      if (child + 1 < heap.length && isBefore(heap[child + 1]!, heap[child]!)) child += 1;
      if (!isBefore(heap[child]!, last)) break;
      heap[at] = heap[child]!;
      at = child;
    }
    heap[at] = last;
    return first;
  }
}

function isBefore(a: Event, b: Event): boolean {
  return a.at < b.at || (a.at === b.at && a.order < b.order);
}
