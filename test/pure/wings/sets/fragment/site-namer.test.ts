import { describe, expect, it } from 'vitest';
import { createSiteNamer } from '../../../../../shared/wings/sets/fragment/fragment-part.ts';

describe('a site of the fragment', () => {
  it.each([
    ['https://www.example.org/a?b#c', 'example.org'],
    ['http://a.b.example.co.uk/', 'example.co.uk'],
    ['http://example.org:8080/', 'example.org'],
    ['http://EXAMPLE.org', 'example.org'],
    ['http://www.example.org./', 'example.org'],
    // the private section of the list: each name is somebody's own site
    ['https://anna.github.io/thesis/', 'anna.github.io'],
    ['https://www.ben.github.io/', 'ben.github.io'],
    // a public suffix itself
    ['https://github.io/', 'github.io'],
    ['http://co.uk:81/', 'co.uk:81'],
    // no names of the system of domains
    ['http://localhost/', 'localhost'],
    ['http://localhost:7201/', 'localhost:7201'],
    ['http://127.0.0.1:7201/x', '127.0.0.1:7201'],
    ['http://10.1.2.3/', '10.1.2.3'],
    ['http://[::1]:7201/', '[::1]:7201'],
    ['http://intranet./', 'intranet'],
    // an empty label
    ['http://example..org/', 'example..org'],
    ['http://.example.org:81/', '.example.org:81'],
    // not listed: the last label is the suffix
    ['http://a.site.example/', 'site.example'],
    // names in other scripts, as URLs have them
    ['http://www.xn--85x722f.xn--55qx5d.cn/', 'xn--85x722f.xn--55qx5d.cn'],
    ['http://my_site.example.org/', 'example.org'],
    // addresses without a path, as the profile beebot has them
    ['http://www.example.org?a', 'example.org'],
  ])('by domain: %s is of %s', (address, site) => {
    expect(createSiteNamer('domain')(address)).toBe(site);
  });

  it.each([
    ['https://www.example.org/a', 'www.example.org'],
    ['https://example.org:443/a', 'example.org'],
    ['http://example.org:443/a', 'example.org'],
    ['http://example.org:8080/', 'example.org:8080'],
    ['http://example.org./', 'example.org'],
    ['http://example.org.:8080/', 'example.org:8080'],
    ['http://[::1]/', '[::1]'],
  ])('by host: %s is of %s', (address, site) => {
    expect(createSiteNamer('host')(address)).toBe(site);
  });

  it('is the same for every address of a host, asked in any order', () => {
    const siteName = createSiteNamer('domain');
    expect(['http://a.example.org/1', 'http://a.example.org/2', 'https://a.example.org/1'].map(siteName)).toEqual([
      'example.org',
      'example.org',
      'example.org',
    ]);
  });
});
