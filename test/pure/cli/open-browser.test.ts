import { expect, test } from 'vitest';
import { browserCommand, pageTo } from '../../../functions/cli/terminal/open-browser.ts';

const linux = { platform: 'linux', env: { DISPLAY: ':0' }, isTerminal: true } as const;

test('a browser is opened where a person has a screen, and only there', () => {
  expect(browserCommand(linux)).toEqual(['xdg-open']);
  expect(browserCommand({ ...linux, env: { WAYLAND_DISPLAY: 'wayland-0' } })).toEqual(['xdg-open']);
  expect(browserCommand({ ...linux, platform: 'darwin', env: {} })).toEqual(['open']);
  expect(browserCommand({ ...linux, platform: 'win32', env: {} })).toEqual(['rundll32', 'url.dll,FileProtocolHandler']);
  expect(browserCommand({ ...linux, env: {} })).toBeUndefined();
  expect(browserCommand({ ...linux, isTerminal: false })).toBeUndefined();
  for (const name of ['CI', 'SSH_CONNECTION'])
    expect(browserCommand({ ...linux, env: { DISPLAY: ':0', [name]: '1' } })).toBeUndefined();
});

test('the file that a browser is given leads to the link', () => {
  expect(pageTo('http://127.0.0.1:1/#token=a-b_c')).toContain('content="0;url=http://127.0.0.1:1/#token=a-b_c"');
});
