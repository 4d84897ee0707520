import type { Hono } from 'hono';

export interface HttpEnv {
  Bindings: {
    /** The caller: everything they see and change is theirs. */
    readonly owner: string;
  };
  Variables: {
    /** Takes what is nobody's fault but ours. */
    readonly onError: (error: unknown) => void;
  };
}

export type HttpApp = Hono<HttpEnv>;
