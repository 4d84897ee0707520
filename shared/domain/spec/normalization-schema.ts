import * as z from 'zod';
import { allowance, asMessage } from '../refusal/refusal.ts';
import { settingsOf } from './fields/field-values.ts';

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
  settingsOf(
    {
      caseSchemeHost: alwaysOn,
      defaultPort: alwaysOn,
      escapesUpper: toggle,
      dotSegments: alwaysOn,
      trailingSlash: toggle,
      lowerCase: toggle,
      dropFinalSlash: toggle,
      fragment: toggle,
      doubleSlash: toggle,
      ipToHost: ipToHost,
      sortParams: toggle,
      emptyQuery: toggle,
      emptyParams: toggle,
      bareParams: toggle,
      sessionIds: toggle,
      dropParams: z.array(parameter, {
        error: asMessage(allowance('list', { of: 'parameter names and prefixes, for example [utm_*, gclid]' })),
      }),
    },
    {},
    'normalization.',
  ),
  { error: mappingOf('of rules to on or off') },
);

export const normalizationKeys: readonly string[] = Object.keys(normalizationSchema.shape);
