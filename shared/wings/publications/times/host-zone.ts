import words from './zone-names.json' with { type: 'json' };

/** Zones of countries with one clock, or where most news is made by one, by their domains. */
const zones: Readonly<Record<string, string>> = words.countries;
/** The zone of the country of a host by its domain (IANA); undefined where the domain says no country or the country has several. */
export function zoneOfHost(host: string): string | undefined {
  const domain = host
    .toLowerCase()
    .replace(/^.*\.(?=[^.]+\.?$)|\.$/g, '')
    .replace(/^xn--p1ai$/, 'рф');
  return Object.hasOwn(zones, domain) ? zones[domain] : undefined;
}

/** Languages most of whose news has one clock, by the domains of their countries. English, Spanish, Portuguese and Arabic have many. */
const countries = new Map(
  'az be:by bg cs:cz da:dk de el:gr et:ee fi fr he:il hr hu hy:am is it ja:jp ka:ge kk:kz ko:kr lt lv mk nb:no nl nn:no no pl ro ru sk sl:si sr:rs sv:se th tr uk:ua vi:vn zh:cn'
    .split(' ')
    .map(pair => [pair.split(':')[0]!, pair.split(':').at(-1)!]),
);

/** The zone in which most news of a language is made; undefined where there are several. */
export function zoneOfLanguage(language: string): string | undefined {
  const country = countries.get(language);
  return country === undefined ? undefined : zoneOfHost(`.${country}`);
}
