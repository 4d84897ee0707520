/** Whether puppeteer says by it that the page, its session or the browser ended under a call, or that another document took the page's place. */
export function isLost(error: unknown): boolean {
  return (
    error instanceof Error &&
    /Target closed|Session closed|Connection closed|crashed|timed out|Cannot find context|context was destroyed/i.test(
      error.message,
    )
  );
}
