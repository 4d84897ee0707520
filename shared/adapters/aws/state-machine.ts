import { ExecutionAlreadyExists, type SFNClient, StartExecutionCommand } from '@aws-sdk/client-sfn';

/** A state machine of the stack, from which the API starts executions. */
export class StateMachine {
  private readonly client: SFNClient;
  private readonly arn: string;

  constructor(options: { client: SFNClient; arn: string }) {
    this.client = options.client;
    this.arn = options.arn;
  }

  /** Starts the execution of this name (at most 80 letters, digits and hyphens), once: a repeat changes nothing. */
  async start(name: string, given: object): Promise<void> {
    const input = JSON.stringify(given);
    try {
      await this.client.send(new StartExecutionCommand({ stateMachineArn: this.arn, name, input }));
    } catch (error) {
      if (!(error instanceof ExecutionAlreadyExists)) throw error;
    }
  }
}
