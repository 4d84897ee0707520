import { expect, test } from 'vitest';
import { agentTokenOf, lineToken } from '../../../../shared/domain/robots/agent-token.ts';

test.each([
  ['orbweaver/0.1 (+https://a.example/bot)', 'orbweaver'],
  ['MyBot', 'MyBot'],
  ['My_Research-Bot/2.1 contact@a.example', 'My_Research-Bot'],
  ['Mozilla/5.0 (compatible; MyBot/1.0; +https://a.example)', 'MyBot'],
  ['Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; Other/1.0)', 'orbweaver'],
  ['Mozilla/5.0 (X11; Linux x86_64) Gecko/20100101 Firefox/140.0', 'orbweaver'],
  ['', 'orbweaver'],
  ['2bots/1', '2bots'],
  ['Agent5/1.0', 'Agent5'],
  ['Mail.RU_Bot/2.0', 'Mail.RU_Bot'],
  ['Mozilla/5.0 (compatible; MJ12bot/v1.4.8; http://a.example/)', 'MJ12bot'],
  ['2.1 of something', 'orbweaver'],
])('the product token (RFC 9309 2.2.1) of %j is %j', (userAgent, token) => {
  expect(agentTokenOf(userAgent)).toBe(token);
});

test.each([
  ['FooBot/2.1', 'foobot'],
  ['Agent2', 'agent2'],
  ['Mail.RU_Bot', 'mail.ru_bot'],
  ['FooBot.', 'foobot'],
  ['Foo Bar', 'foo'],
  ['* everybody', '*'],
  ['*bot', ''],
])('a User-agent line of %j is for %j', (value, token) => {
  expect(lineToken(value)).toBe(token);
});
