import { type DynamoDBClient, ResourceNotFoundException } from '@aws-sdk/client-dynamodb';

/** DynamoDB says "Requested resource not found" of a missing table; the client then says which one, and what helps. */
export function withNamedTables(client: DynamoDBClient): DynamoDBClient {
  client.middlewareStack.add(
    next => async args => {
      try {
        return await next(args);
      } catch (error) {
        if (error instanceof ResourceNotFoundException)
          error.message = `the DynamoDB table ${tablesOf(args.input)} does not exist; deploy the stack again (${error.message})`;
        throw error;
      }
    },
    { step: 'initialize', name: 'namedTables' },
  );
  return client;
}

function tablesOf(input: object): string {
  const {
    TableName,
    RequestItems = {},
    TransactItems = [],
  } = input as {
    readonly TableName?: string;
    readonly RequestItems?: object;
    readonly TransactItems?: readonly Readonly<Record<string, { readonly TableName?: string }>>[];
  };
  const inTransaction = TransactItems.flatMap(item => Object.values(item).map(each => each.TableName));
  return [...new Set([TableName, ...Object.keys(RequestItems), ...inTransaction])]
    .filter(name => name !== undefined)
    .join(' or ');
}
