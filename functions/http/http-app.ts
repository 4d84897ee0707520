/**
 * The HTTP app, one for every place: requests in, answers out. The place gives its ports; the rim around it says who
 * asks. Tested by handing `Request`s to it.
 */

import { Hono } from 'hono';
import { secureHeaders } from 'hono/secure-headers';
import { refusal } from '../../shared/domain/refusal/refusal.ts';
import type { HttpPorts } from '../../shared/place/crawl-service.ts';
import { openApi } from './open-api/open-api.ts';
import type { HttpApp, HttpEnv } from './request/http-env.ts';
import { answerProblem, Problem, problemAnswer } from './request/problem.ts';
import { mount } from './request/route.ts';
import { routes } from './routes/routes.ts';

/** `onError` takes what is nobody's fault but ours; the caller sees no more of it than that it happened. */
export function createHttpApp(ports: HttpPorts, onError: (error: unknown) => void): HttpApp {
  const app: HttpApp = new Hono<HttpEnv>();
  // No answer is a page: what is opened as one, by whatever trick, can do nothing.
  const contentSecurityPolicy = { defaultSrc: ["'none'"], frameAncestors: ["'none'"], sandbox: [] };
  app.use(secureHeaders({ referrerPolicy: 'no-referrer', contentSecurityPolicy }));
  app.use(async (context, next) => {
    context.set('onError', onError);
    await next();
    context.header('cache-control', 'no-store');
  });
  app.get('/openapi.json', context => context.json(openApi(ports.service.deployedParts)));
  mount(app, ports, routes);
  app.notFound(context => {
    const { method, path } = context.req;
    const allowed = methodsAt(app, path);
    if (allowed.length > 0) {
      context.header('allow', allowed.join(', '));
      return answerProblem(
        context,
        new Problem(405, [refusal('no-such-method', { method, path: path.slice(0, 200), methods: allowed })]),
      );
    }
    return answerProblem(context, new Problem(404, [refusal('no-such-path', { method, path: path.slice(0, 200) })]));
  });
  app.onError(problemAnswer(onError));
  return app;
}

/** Methods that a route takes at `path`; none if there is no route. A handler for all methods is not a route. */
function methodsAt(app: HttpApp, path: string): readonly string[] {
  const found = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'].filter(method =>
    app.router.match(method, path)[0].some(([[, route]]) => route.method === method),
  );
  return found.flatMap(method => (method === 'GET' ? ['GET', 'HEAD'] : [method]));
}
