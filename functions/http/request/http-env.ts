import type { Hono } from 'hono';

export interface HttpEnv {
  Bindings: {
    /** Who asks: everything they see and change is theirs. */
    readonly owner: string;
  };
}

export type HttpApp = Hono<HttpEnv>;
