import { LostObject } from '../../../shared/domain/lost-object.ts';
import type { ObjectStore } from '../../../shared/ports/ports.ts';

/** Objects that live as long as the test. */
export class MemoryObjects implements ObjectStore {
  private readonly objects = new Map<string, Uint8Array>();

  async put(name: string, parts: readonly Uint8Array[]): Promise<void> {
    this.objects.set(name, Buffer.concat(parts));
  }

  async get(name: string): Promise<Uint8Array> {
    const found = this.objects.get(name);
    if (found === undefined) throw new LostObject(name, 'is missing');
    return found;
  }

  async remove(name: string): Promise<void> {
    this.objects.delete(name);
  }

  async list(prefix: string): Promise<string[]> {
    return [...this.objects.keys()].filter(name => name.startsWith(prefix)).sort();
  }
}
