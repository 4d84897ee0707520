import * as z from 'zod';
import { allowance, asMessage } from '../refusal/refusal.ts';
import { setting } from './fields/field-values.ts';

const onOff = asMessage(allowance('on-off'));
const parameterName = asMessage(allowance('parameter'));
const name = asMessage(allowance('host-name'));
const mappingOf = (of: string): string => asMessage(allowance('mapping', { of }));

/** YAML 1.2 reads `on` and `off` as plain text. */
const toggle = z.union([z.boolean(), z.enum(['on', 'off']).transform(word => word === 'on')], { error: onOff });

const alwaysOn = z.union([z.literal(true), z.literal('on').transform(() => true as const)], {
  error: asMessage(allowance('always-on')),
});

const ipAddress = z.union([z.ipv4(), z.ipv6()], { error: asMessage(allowance('ip-address')) });

const hostName = z.string({ error: name }).regex(/^[^\s/?#@:[\]\p{Cc}]{1,253}$/u, {
  error: name,
});

/** People write `utm_` for a prefix; the rule needs `utm_*`. */
const parameter = z
  .string({ error: parameterName })
  .regex(/^[^\s&=#]{1,128}$/, { error: parameterName })
  .transform(name => (name.endsWith('_') ? `${name}*` : name));

/** `off` alone is no address. */
const ipToHost = z.preprocess(
  value => (value === false || value === 'off' ? {} : value),
  z.record(ipAddress, hostName, {
    error: mappingOf('of IP addresses to host names, for example { 192.0.2.7: example.org }'),
  }),
);

/** The switches of normalization (docs/design/pages.md, "Addresses and links"). */
export const normalizationSchema = z.strictObject(
  {
    caseSchemeHost: setting(alwaysOn, 'Scheme and host in lower case.'),
    defaultPort: setting(alwaysOn, '`:80` of http and `:443` of https removed.'),
    escapesUpper: setting(toggle, 'Escapes in upper case, those of plain characters undone: `%7E` is `~`.'),
    dotSegments: setting(alwaysOn, '`.` and `..` segments removed.'),
    trailingSlash: setting(toggle, '`/` added to a last segment without a dot; off by default.'),
    lowerCase: setting(toggle, 'The whole address in lower case; off by default.'),
    dropFinalSlash: setting(
      toggle,
      'No `/` at the end of a path but the root; never with `trailingSlash`; off by default.',
    ),
    fragment: setting(toggle, '`#…` dropped.'),
    doubleSlash: setting(toggle, 'Runs of `/` in the path are one.'),
    ipToHost: setting(ipToHost, 'IP addresses with the host name that stands for each.'),
    sortParams: setting(toggle, 'Parameters of the query sorted by their names.'),
    emptyQuery: setting(toggle, '`?` with nothing behind it dropped.'),
    emptyParams: setting(toggle, 'Parameters with an empty value (`a=`) dropped.'),
    bareParams: setting(toggle, 'Parameters without `=` (`?a`) dropped; off by default.'),
    sessionIds: setting(toggle, 'Session ids dropped: `;jsessionid=`, `PHPSESSID=`, `(S(…))` and their like.'),
    dropParams: setting(
      z.array(parameter, {
        error: asMessage(allowance('list', { of: 'parameter names and prefixes, for example [utm_*, gclid]' })),
      }),
      'Parameters to drop, by name or by prefix (`utm_*`).',
    ),
  },
  { error: mappingOf('of rules to on or off') },
);

export const normalizationKeys: readonly string[] = Object.keys(normalizationSchema.shape);
