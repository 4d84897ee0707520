import { expect, test } from 'vitest';
import { agentTokenOf } from '../../../shared/domain/robots/agent-token.ts';

test.each([
  ['orbweaver/0.1 (+https://a.example/bot)', 'orbweaver'],
  ['MyBot', 'MyBot'],
  ['My_Research-Bot/2.1 contact@a.example', 'My_Research-Bot'],
  ['Mozilla/5.0 (compatible; MyBot/1.0; +https://a.example)', 'MyBot'],
  ['Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; Other/1.0)', 'orbweaver'],
  ['Mozilla/5.0 (X11; Linux x86_64) Gecko/20100101 Firefox/140.0', 'orbweaver'],
  ['', 'orbweaver'],
  ['2bots/1', 'orbweaver'],
])('the product token (RFC 9309 2.2.1) of %j is %j', (userAgent, token) => {
  expect(agentTokenOf(userAgent)).toBe(token);
});
