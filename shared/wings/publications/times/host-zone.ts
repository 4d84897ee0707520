/** Zones of countries with one clock, or where most news is made by one, by their domains. */
const zones: Readonly<Record<string, string>> = Object.fromEntries(
  [
    'Europe/Vienna at|Europe/Brussels be|Europe/Sofia bg|Europe/Zurich ch|Europe/Prague cz|Europe/Berlin de|Europe/Copenhagen dk',
    'Europe/Tallinn ee|Europe/Madrid es|Europe/Helsinki fi|Europe/Paris fr|Europe/Athens gr|Europe/Zagreb hr|Europe/Budapest hu',
    'Europe/Dublin ie|Atlantic/Reykjavik is|Europe/Rome it|Europe/Vaduz li|Europe/Vilnius lt|Europe/Luxembourg lu|Europe/Riga lv',
    'Europe/Chisinau md|Europe/Skopje mk|Europe/Amsterdam nl|Europe/Oslo no|Europe/Warsaw pl|Europe/Lisbon pt|Europe/Bucharest ro',
    'Europe/Belgrade rs|Europe/Stockholm se|Europe/Ljubljana si|Europe/Bratislava sk|Europe/Kyiv ua|Europe/London uk|Europe/Minsk by',
    'Europe/Moscow ru su рф|Europe/Istanbul tr|Asia/Baku az|Asia/Yerevan am|Asia/Tbilisi ge|Asia/Almaty kz|Asia/Bishkek kg',
    'Asia/Tashkent uz|Asia/Dushanbe tj|Asia/Ashgabat tm|Asia/Jerusalem il|Asia/Tehran ir|Asia/Dubai ae|Asia/Riyadh sa|Asia/Kolkata in',
    'Asia/Karachi pk|Asia/Dhaka bd|Asia/Kathmandu np|Asia/Colombo lk|Asia/Bangkok th|Asia/Ho_Chi_Minh vn|Asia/Shanghai cn',
    'Asia/Hong_Kong hk|Asia/Taipei tw|Asia/Seoul kr|Asia/Tokyo jp|Asia/Manila ph|Asia/Singapore sg|Asia/Kuala_Lumpur my',
    'Africa/Cairo eg|Africa/Johannesburg za|Africa/Nairobi ke|Africa/Lagos ng|Africa/Casablanca ma|Africa/Tunis tn|Africa/Algiers dz',
    'Pacific/Auckland nz|America/Argentina/Buenos_Aires ar|America/Lima pe|America/Caracas ve|America/Montevideo uy',
    'America/Asuncion py|America/La_Paz bo|America/Guayaquil ec|America/Costa_Rica cr',
  ]
    .flatMap(line => line.split('|'))
    .flatMap(entry => {
      const [zone, ...domains] = entry.split(' ');
      return domains.map(domain => [domain, zone!] as const);
    }),
);
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
