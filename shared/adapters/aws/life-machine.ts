import { ExecutionAlreadyExists, type SFNClient, StartExecutionCommand } from '@aws-sdk/client-sfn';

/** Starts the state machine that keeps a crawl going from its seed to its summary. */
export class LifeMachine {
  private readonly client: SFNClient;
  private readonly arn: string;

  constructor(options: { client: SFNClient; arn: string }) {
    this.client = options.client;
    this.arn = options.arn;
  }

  /** Starts the run, once: a repeat changes nothing. */
  async start(crawl: string, run: number): Promise<void> {
    await this.execute(`${crawl}-${run}`, { crawl, run });
  }

  /** Ends a watch that was asked to stop, once: nobody ticks for it while it goes on. */
  async end(crawl: string, run: number): Promise<void> {
    await this.execute(`${crawl}-${run}-end`, { crawl, run, ticks: 0 });
  }

  private async execute(name: string, given: object): Promise<void> {
    const input = JSON.stringify(given);
    try {
      await this.client.send(new StartExecutionCommand({ stateMachineArn: this.arn, name, input }));
    } catch (error) {
      if (!(error instanceof ExecutionAlreadyExists)) throw error;
    }
  }
}
