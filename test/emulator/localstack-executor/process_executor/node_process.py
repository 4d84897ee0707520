"""One Node process that serves invocations of one function, one after the other (serve.mjs)."""

import json
import os
import subprocess
import threading
from collections import deque
from pathlib import Path

SERVE = Path(__file__).with_name("serve.mjs")
# Of LocalStack's own environment a function sees only these.
INHERITED = ("PATH", "HOME", "LANG", "SSL_CERT_FILE", "NODE_EXTRA_CA_CERTS")
KEPT_LINES = 1000


class ProcessEnded(Exception):
    """The process ended before it answered."""


class NodeProcess:
    def __init__(self, code: str, memory_mb: int, variables: dict[str, str]):
        self.lines: deque[str] = deque(maxlen=KEPT_LINES)
        answers, written = os.pipe()
        inherited = {name: os.environ[name] for name in INHERITED if name in os.environ}
        given = {name: str(value) for name, value in variables.items()}
        own = {"LAMBDA_TASK_ROOT": code, "TZ": "UTC", "ANSWER_FD": str(written)}
        self.process = subprocess.Popen(
            ["node", f"--max-old-space-size={max(64, memory_mb)}", str(SERVE)],
            cwd=code,
            env=inherited | given | own,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            pass_fds=(written,),
            text=True,
            bufsize=1,
        )
        os.close(written)
        self.answers = os.fdopen(answers)
        threading.Thread(target=self._keep_lines, daemon=True).start()

    def _keep_lines(self) -> None:
        for line in self.process.stdout:
            self.lines.append(line)

    def read(self) -> dict:
        """Waits for the next answer."""
        line = self.answers.readline()
        if not line:
            raise ProcessEnded(f"exit status {self.process.wait()}")
        return json.loads(line)

    def ask(self, request: dict) -> dict:
        try:
            self.process.stdin.write(json.dumps(request) + "\n")
        except (BrokenPipeError, OSError) as error:
            raise ProcessEnded(f"exit status {self.process.wait()}") from error
        return self.read()

    def is_alive(self) -> bool:
        return self.process.poll() is None

    def kill(self) -> None:
        self.process.kill()

    def end(self) -> None:
        """At once: a function has no work of its own between two invocations."""
        self.kill()
        self.process.wait()

    def take_lines(self) -> str:
        """What was printed since the last call."""
        taken = [self.lines.popleft() for _ in range(len(self.lines))]
        return "".join(taken)
