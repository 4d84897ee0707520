import * as z from 'zod';
import { allowance, asMessage } from '../refusal/refusal.ts';

const onOff = asMessage(allowance('on-off'));
const parameterName = asMessage(allowance('parameter'));
const name = asMessage(allowance('host-name'));
const mappingOf = (of: string): string => asMessage(allowance('mapping', { of }));

/** YAML's `on` and `off` are plain text since YAML 1.2. */
const toggle = z.union([z.boolean(), z.enum(['on', 'off']).transform(word => word === 'on')], { error: onOff });

const alwaysOn = z.union([z.literal(true), z.literal('on').transform(() => true as const)], {
  error: asMessage(allowance('always-on')),
});

const ipAddress = z.union([z.ipv4(), z.ipv6()], { error: asMessage(allowance('ip-address')) });

const hostName = z.string({ error: name }).regex(/^[^\s/?#@:[\]\p{Cc}]{1,253}$/u, {
  error: name,
});

/** People write `utm_` for a prefix. The rule itself needs the `*`. */
const parameter = z
  .string({ error: parameterName })
  .regex(/^[^\s&=#]{1,128}$/, { error: parameterName })
  .transform(name => (name.endsWith('_') ? `${name}*` : name));

/** `off` is no address at all. */
const ipToHost = z.preprocess(
  value => (value === false || value === 'off' ? {} : value),
  z.record(ipAddress, hostName, {
    error: mappingOf('of IP addresses to host names, for example { 192.0.2.7: example.org }'),
  }),
);

/** The switches of normalization (docs/design/pages.md, "Addresses and links"). */
export const normalizationSchema = z
  .strictObject(
    {
      caseSchemeHost: alwaysOn.optional(),
      defaultPort: alwaysOn.optional(),
      escapesUpper: toggle.optional(),
      dotSegments: alwaysOn.optional(),
      trailingSlash: toggle.optional(),
      lowerCase: toggle.optional(),
      dropFinalSlash: toggle.optional(),
      fragment: toggle.optional(),
      doubleSlash: toggle.optional(),
      ipToHost: ipToHost.optional(),
      sortParams: toggle.optional(),
      emptyQuery: toggle.optional(),
      emptyParams: toggle.optional(),
      dropParams: z
        .array(parameter, {
          error: asMessage(allowance('list', { of: 'parameter names and prefixes, for example [utm_*, gclid]' })),
        })
        .optional(),
    },
    { error: mappingOf('of rules to on or off') },
  )
  .meta({
    description:
      'Rules by which two addresses are one; all on but trailingSlash, lowerCase, dropFinalSlash, ipToHost and dropParams; profile beebot: lowerCase and dropFinalSlash too.',
  });

export const normalizationKeys: readonly string[] = Object.keys(normalizationSchema.shape);
