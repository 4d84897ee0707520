"""Runs Node functions as processes: LocalStack's counterpart of its Docker executor, for machines without Docker."""

import json
import threading

from localstack import config
from localstack.services.lambda_.invocation.lambda_models import InvocationResult
from localstack.services.lambda_.invocation.runtime_executor import LambdaRuntimeException, RuntimeExecutor

from process_executor.node_process import NodeProcess, ProcessEnded

LOOPBACK = "127.0.0.1"


class ProcessExecutor(RuntimeExecutor):
    """One execution environment. LocalStack never invokes it twice at once."""

    def __init__(self, id, function_version):
        super().__init__(id=id, function_version=function_version)
        self.variables: dict[str, str] = {}
        self.node: NodeProcess | None = None

    def start(self, env_vars: dict[str, str]) -> None:
        self.variables = env_vars
        self.node = self._spawn()

    def stop(self) -> None:
        if self.node is not None:
            self.node.end()

    def invoke(self, payload: dict[str, str]) -> InvocationResult:
        request_id = payload["invoke-id"]
        timeout = self.function_version.config.timeout
        if self.node is None or not self.node.is_alive():
            self.node = self._spawn()
        node = self.node
        timed_out = threading.Event()
        timer = threading.Timer(timeout, lambda: (timed_out.set(), node.kill()))
        timer.start()
        try:
            answer = node.ask(self._request(payload, timeout))
        except ProcessEnded as ended:
            answer = {"error": timeout_error(request_id, timeout) if timed_out.is_set() else exit_error(request_id, ended)}
        finally:
            timer.cancel()
        is_error = "error" in answer
        body = json.dumps(answer["error"]) if is_error else answer["result"]
        logs = f"START RequestId: {request_id}\n{node.take_lines()}END RequestId: {request_id}\n"
        return InvocationResult(request_id=request_id, payload=body.encode(), is_error=is_error, logs=logs)

    def _request(self, payload: dict[str, str], timeout: int) -> dict:
        return {
            "requestId": payload["invoke-id"],
            "functionArn": payload["invoked-function-arn"],
            "timeoutMs": timeout * 1000,
            "event": payload["payload"],
        }

    def _spawn(self) -> NodeProcess:
        """Answers when the handler is loaded; its failure is the function's, not LocalStack's."""
        settings = self.function_version.config
        code = str(settings.code.get_unzipped_code_location())
        node = NodeProcess(code, int(settings.memory_size), self.variables)
        try:
            loaded = node.read()
        except ProcessEnded as ended:
            loaded = {"error": exit_error("none", ended)}
        if "error" in loaded:
            node.end()
            raise LambdaRuntimeException(json.dumps(loaded["error"]))
        return node

    def get_address(self) -> str:
        return LOOPBACK

    def get_endpoint_from_executor(self) -> str:
        return LOOPBACK

    def get_runtime_endpoint(self) -> str:
        return f"http://{LOOPBACK}:{config.GATEWAY_LISTEN[0].port}/_localstack_lambda/{self.id}"

    def get_logs(self) -> str:
        return "" if self.node is None else self.node.take_lines()

    @classmethod
    def prepare_version(cls, function_version) -> None:
        if function_version.config.code:
            function_version.config.code.prepare_for_execution()

    @classmethod
    def cleanup_version(cls, function_version) -> None:
        """Nothing was prepared but the code, which LocalStack removes."""


def timeout_error(request_id: str, timeout: int) -> dict:
    message = f"RequestId: {request_id} Error: Task timed out after {timeout}.00 seconds"
    return {"errorType": "Sandbox.Timedout", "errorMessage": message}


def exit_error(request_id: str, ended: ProcessEnded) -> dict:
    message = f"RequestId: {request_id} Error: Runtime exited with error: {ended}"
    return {"errorType": "Runtime.ExitError", "errorMessage": message}
