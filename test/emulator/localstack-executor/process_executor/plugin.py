"""The name under which LocalStack finds the executor: LAMBDA_RUNTIME_EXECUTOR=process."""

from localstack.services.lambda_.invocation.plugins import RuntimeExecutorPlugin


class ProcessExecutorPlugin(RuntimeExecutorPlugin):
    name = "process"

    def load(self, *args, **kwargs):
        from process_executor.executor import ProcessExecutor

        return ProcessExecutor
