import { randomUUID } from 'node:crypto';
import type { Ids } from '../../ports/ports.ts';

export const randomIds: Ids = { next: () => randomUUID(), fraction: () => Math.random() };
