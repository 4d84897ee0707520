import { type SFNClient, StartExecutionCommand } from '@aws-sdk/client-sfn';

/** Starts the state machine that searches the stored publications of a watch. */
export class SearchMachine {
  private readonly client: SFNClient;
  private readonly arn: string;

  constructor(options: { client: SFNClient; arn: string }) {
    this.client = options.client;
    this.arn = options.arn;
  }

  /** Two executions for one watch do no harm: what one has searched, the other passes over. `at`: ms since the epoch. */
  async start(watch: string, at: number): Promise<void> {
    const input = JSON.stringify({ watch });
    await this.client.send(new StartExecutionCommand({ stateMachineArn: this.arn, name: `${watch}-${at}`, input }));
  }
}
