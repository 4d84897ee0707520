import type { Clock, Queue } from '../../../shared/ports/ports.ts';
import type { Budgeted } from '../../../shared/steps/page-budget.ts';
import { sharedBudget } from '../../../shared/wings/sets/budget/shared-budget.ts';
import type { ScheduledStore } from '../../../shared/wings/sets/schedule/schedule-store.ts';

/** Ports with a page budget that works through them, also where a test has changed the store or the queue. */
export function budgeted<T extends { clock: Clock; store: object; queue: Queue }>(ports: T): T & Budgeted {
  const { clock, store, queue } = ports;
  // The stores of the tests keep the schedule too, though a step does not know it.
  return { ...ports, budget: sharedBudget({ clock, store: store as ScheduledStore, queue }) };
}
