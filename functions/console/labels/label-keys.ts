import { attempt } from '../page/api.ts';

/** Keys act wherever the focus is, except where a person types or chooses. */
export function onKeys(
  actionOf: (key: string, target: HTMLElement) => (() => Promise<void>) | undefined,
  signal: AbortSignal,
): void {
  const pressed = (event: KeyboardEvent): void => {
    const target = event.target as HTMLElement;
    if (event.ctrlKey || event.metaKey || event.altKey || isTyped(target)) return;
    const action = actionOf(event.key, target);
    if (action === undefined) return;
    event.preventDefault();
    attempt(action, signal);
  };
  document.addEventListener('keydown', pressed, { signal });
}

export const isNextKey = (key: string): boolean => key === 'n' || key === 'т';

function isTyped(target: HTMLElement): boolean {
  return /^(INPUT|SELECT|TEXTAREA)$/.test(target.tagName) && (target as HTMLInputElement).type !== 'checkbox';
}
