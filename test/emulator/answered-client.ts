interface Stack {
  add(
    middleware: (
      next: unknown,
      context: { readonly commandName?: string },
    ) => (call: { readonly input: object }) => Promise<{ output: object; response: object }>,
    options: { readonly step: 'initialize' | 'deserialize'; readonly priority: 'low' | 'high' },
  ): void;
}

/**
 * How much of a command the client does: `whole` writes it as JSON, signs it and looks for its address, and counters of calls see
 * it; `command` does none of that, which is six sevenths of the time of a simulation.
 */
export type ClientWork = 'whole' | 'command';

/** Lets `answer` stand for the service: nothing goes out. */
export function answerCalls(
  client: { readonly middlewareStack: unknown },
  answer: (command: string, input: object) => Promise<object>,
  work: ClientWork = 'whole',
): void {
  (client.middlewareStack as Stack).add(
    (_, context) => async call => ({
      output: { $metadata: {}, ...(await answer(context.commandName ?? '', call.input)) },
      response: {},
    }),
    work === 'whole' ? { step: 'deserialize', priority: 'high' } : { step: 'initialize', priority: 'low' },
  );
}
