/** Whether puppeteer says by it that the page, its session or the browser ended under a call. */
export function isLost(error: unknown): boolean {
  return (
    error instanceof Error && /Target closed|Session closed|Connection closed|crashed|timed out/i.test(error.message)
  );
}
