import type { ContextReader, ContextWord, ToneItem, ToneLanguage } from './context-words.ts';

/**
 * Constructions of denials, acquittals, accusers, rankings: their sense is not the sum of their words. A linear model adds
 * words up, so these lean its scores. The first frame that fits decides; it never looks at the target's words.
 */
export interface Lean {
  /** Place of the class in `toneClasses`. */
  readonly tone: 0 | 1 | 2;
  /** The amount that it adds to the score of the class. */
  readonly score: number;
  /** The word of the sentence that the frame begins with. */
  readonly owner: number;
}

/** Characters on either side of the target within which a frame is searched for. */
const mostFrame = 240;

interface Frame {
  readonly tone: Lean['tone'];
  readonly score: number;
  /** Sticky where it begins with the target. */
  readonly pattern: RegExp;
}

/** Names in frames, and the patterns behind them. */
const groups: ReadonlyMap<string, string> = new Map(
  String.raw`
… (?:[\p{L}\d«»’-]+\s+){0,3}
~ \p{L}*
<faults> (?:наруш|претензи|задерж|скры[вл]|отказыва|винов|хищен|взят|недостач|жалоб|ошибок|под следств|подозрева|критиковал)
<places> (?:рейтинг|сотн|десятк|пят[её]рк|тройк|топ|мест|строч|строк|позици|списк|табл|конкурент|соперник|лучш|лиг[уаи]|последн)
<honours> (?:преми|наград|медал|орден|конкурс|олимпиад|грант|чемпионат|кубок|знак|маск|лауреат|звани|диплом|золото|гран-при)
<dropped> (?:снял|снят|отозва|отмен[ие]|отклон|прекра[тщ]|отказал[иа]?с[ья] от|отказал[иа]? …в|закры[лт])~
<charges> (?:обвинен|претензи|иск|дел|штраф|санкци|подозрени|требовани|приговор|наказани|запрет)~
<to> (?:(?:к|ко|против|с|со|на|в отношении)\s+)?
<was> (?:is|are|was|were|has been|have been|had been)
<dismissed> (?:drop(?:ped|s)?|dismiss~|withdr[ea]wn?|quash~|overturn~|struck down|thr(?:ew|own) out|toss~|cancel~|annul~|revok~|lifted|abandon~|retract~|reject~|not press)
<suits> (?:charge|case|lawsuit|suit|complaint|claim|fine|penalt(?:y|ies)|sanction|conviction|verdict|ban|<blames>|warning|action)s?
<blames> (?:accusation|allegation)
<other> (?!of |by |for |with |['‘£$\d])
<stories> (?:claim|<blames>|report|rumou?r)s?
<faulty> (?:break|broke~|violat~|refus~|hid~|delay~|fac(?:e|ed|ing)|cut|clos~|in crisis|under investigation|pollut~|a fatal|suspected|accused|charged|to blame)
<troubles> (?:fine|prosecut|bankrupt|insolven|clos|penalt|sanction|punish|relegat|collapse|cris[ie]s|scandal|charge|trial|debt|queue|shortage|strike|ban|licen|default|ruin|loss)
<ranks> (?:rank|top|place|list|first|best|league|table|rivals|position|hundred|ten|division|index|survey|poll|\d|biggest|most|worst)
<prizes> (?:prize|award|medal|olympiad|contest|grant|championship|honou?r|laureate|mark|trophy|title|cup|gold|scholarship)
`
    .trim()
    .split('\n')
    .map(line => /^(\S+) (.+)$/.exec(line)!.slice(1) as [string, string]),
);

/**
 * Frames of a language, one a line: its tone, the amount that it adds, and a pattern of the sentence with `@` for the target. Amounts
 * are by cross-validation on the suites: more would cost F1 there. Hardly any words outweigh an amount of 5.
 */
const frames: Readonly<Record<ToneLanguage, readonly Frame[]>> = {
  ru: framesOf(String.raw`
neutral 5 (?:сообщ|сказал|интервью|по данным|по информации|по словам)~\s+@
neutral 5 (?:сказал|пояснил|объяснил)[аи]? \p{L}+\s+@
neutral 1.5 заявил[аио]? …@
neutral 1.5 (?:^\s*если|\sли)\s+…@
neutral 5 \sдело .*@.*(?:закрыт|истечени|приостановлен)
neutral 5 \sс @.*сняли ограничени
negative 7 <dropped>\s+…оправда~\s+…@
positive 7 <dropped>\s+…<charges>,?\s+(?:…<to>)?…@|\sсо?\s+@\s*…<dropped>\s+…<charges>
positive 7 <dropped>\s+(?:с|со)\s+…@
positive 7 <charges>\s+…<to>…@,?\s*(?:(?:были?|был[ао])\s+)?(?:<dropped>|суд отменил|рассыпал|развалил|прекращен)
positive 7 (?:оправда[лн]~|реабилитир~|извин~ …перед|(?:встал|принял)~ …сторону)\s+…@
positive 7 @\s*…(?:оправдан|реабилитирован|невинов|не виновен|действовал~ законно|(?:отстоял|доказал)~ …прав)
positive 7 (?:призна|подтверд|заключени)~\s+…(?:невиновн|о непричастн)~\s+…@
neutral 5 @[»”]?\s*…(?:опров[её]р|отрица|отверг|оспарива|не подтвер|не призна~ вин|не соглас~ с обвинен|беспочвен|не соответств)
neutral 1.5 \s(?:не|ни|без|никаких|нет)\s+…<faults>
neutral 1.5 (?:не|ничего) грозят?|нет доказательств.*@
negative 1.5 @\s*(?:отказывает~|так и не (?!отказ)|не (?:оказал|сдержал|выполнил|справил|поставил|сумел|смог|улучшил)~)
negative 1.5 (?:не доверя~|не понравил~|недовольн~)\s+…@
negative 1.5 @\s*(?:больше нет|отказали в|не хватает|подали …(?:иск|жалобу)|прошли обыски)
neutral 5 \s(?:воры|хакеры|вандалы|хулиганы|грабители|мошенники|вымогатели|неизвестные)\s.*@
neutral 5 @ …(?:мишенью|жертвой|напали)(?!\p{L})
neutral 5 \s(?:из|у) @ …украли
neutral 5 (?:ураган|пожар|из-за сообщения) …@
positive 5 @\s*…(?:избежа[лт]|выш[её]?л~ из …(?:кризис|скандал)|избавил|(?<!не )справил~ с|погаси|преодолел|пережил~ кризис)
positive 5 @\s*…(?:предотвратил|расплатил|спас~ от|сохранит лиценз|отделал~ без)
positive 1.5 @\s*…(?:поднял|подня[лт]|вош|вош[её]л|ворвал|возглав|лидир|обогнал|опередил|улучшил|занял~ перв|попал~ в).{0,40}<places>
positive 1.5 @\s*…(?:признан~ (?:лучш|сам)|назван~ лучш|выш[её]?л~ (?:в|на)).{0,40}<places>
negative 2.5 @\s*…(?:опустил|вылет|выпал|рухнул|потерял|утратил|уступил|ухудшил|скатил|выбыл|больше не входит).{0,40}<places>
negative 2.5 @\s*…(?:(?:оказал|финишировал|занял)~ (?:на )?последн|назван~ худш)
neutral 5 @[»”]?\s*…(?:(?:(?:наград|вруч|присуд|присво|удосто)(?:ил[ао]?|ит)|(?:награжда|вруча)(?:ет|л[ао]?))(?!\p{L})|(?:выдал|отметил)[ао]? …<honours>)
positive 2.5 @\s*(?:(?:получ|выигр|удосто|побед|завоева|стал|отмет|отмеч|взял)~|(?<!\sв @\s)(?:присудили|вручили|присвоили)) …<honours>
negative 5 @\s*(?:остал~ без|лишил~|не получил~) …<honours>
neutral 5 преми~ @.* достал|<honours>~ от @|(?:наград|вруч)~ в @
positive 5 (?:наградил|удостоил)[аио]? @
positive 1.5 повы[сш]~ …(?:рейтинг|оценк)~ …@
negative 5 (?:сни[зж]|пони[зж])~ …(?:рейтинг|оценк)~ …@|рейтинг~ …@.* ухудшает
negative 5 @[»”]? ?[—–-] позор
negative 5 \s(?:с|со) …@.* взыскали
neutral 5 @\s*(?:учредил|спонсиру|объявил~ победител)~
neutral 5 @[»”]?\s*(?:обвинил|раскритиковал|осудил|оштрафовал|уличил|приговорил|выявил|обнаружил|потребовал|предупредил)[ао]?\s
neutral 5 @[»”]?\s*(?:обвиняет|судится с|расследует|требует|(?:возбудил|завел|завёл)[ао]? …дело|подал[ао]? (?:иск|в суд|жалобу))\s
neutral 5 @[»”]?\s*(?:пожаловал(?:ся|ась|ось)|наш[её]?л[ао]? наруш~|отклонил[ао]? (?:жалобу|иск))\s
neutral 1.5 @\s*…(?:назвал|заявил)[аио]?\s
negative 1.5 (?<!не )(?:раскритиковал|оштрафовал|уличил|пожаловал)~\s+(?:на\s+)?@
`),
  en: framesOf(String.raw`
neutral 5 ^\s*(?:did|does|do|has|have|is|was|were|will|can|could|should)\s+…@.*\?\s*$
neutral 5 (?:decide|considering|argue about|unclear|examine|known)\s+(?:whether|if)\s+(?:to \p{L}+\s+)?…@
neutral 5 @(?:[’']s …)?\s*(?:has |have )?(?:den(?:y|ies|ied)|disputes|disputed|refute[sd]|contest(?:s|ed) the|does not admit)
neutral 5 @(?:[’']s …)?\s*(?:has |have )?(?:(?:reject(?:ed|s)|called|considers) …(?:<stories>|charges)|dismissed …<stories>)
neutral 5 @\s*(?:has |have )?(?:refused to admit|pleaded not guilty|would not confirm|insists it (?:did|has|had)|(?:said|says) .{0,60}(?:baseless|unfounded|untrue|groundless|false)(?!\p{L}))
positive 7 @\s*<was>\s+(?:fully )?(?:acquitted|cleared|vindicated|exonerated|absolved|found (?:not guilty|innocent))
positive 7 (?:found|ruled)\s+@\s*(?:was )?(?:not guilty|innocent)|not guilty for\s+@
positive 7 @\s*(?:had )?(?:acted lawfully|bore no|won …appeal)
negative 7 (?:overturn|revers|quash)~ …acquittal …@
positive 7 (?:acquitted|cleared|vindicated|exonerated|absolved|apologi[sz]ed to)\s+@
positive 7 <dismissed>\s+(?:\$?[\p{L}\d]+\s+){0,4}<suits>\s+…(?:against|of|on|about)\s+@
positive 7 <suits>\s+…(?:against|on|of)\s+@\s*(?:<was>\s+<dismissed>|collapsed|fell apart)
neutral 5 (?:case|inquiry|investigation|claim|suit)\s+(?:against|into)\s+@\s*<was>\s+(?:closed|settled|adjourned|ended)
neutral 5 (?:ended|closed) the (?:case|inquiry|investigation)\s+(?:against|into)\s+@
neutral 2 @\s*(?:did not|didn’t|had not|has not|does not|will not|is not|are not|was not|never|has never)\s+…<faulty>
neutral 2 (?:no one|nobody) (?:was )?(?:hurt|injured|killed|dismissed).*@|no (?:evidence|errors|violations|complaints|fault)~\s+…@
neutral 2 (?:not|never) (?:suspect|criticis|criticiz|accus|blam)~\s+@
positive 5 @\s*(?:has |have |narrowly |managed to )*(?:escape[ds]?|avoid(?:s|ed)?|avert(?:ed|s)?|survive[ds]|will keep)\s.{0,40}<troubles>
positive 5 @\s*(?:has |have |managed to )*(?:emerged from|came out of|got (?:rid of|away)|overc[ao]me|solved|repay|repaid|paid off)\s.{0,40}<troubles>
positive 5 @\s*<was>\s+(?:spared|saved from|rescued from)
positive 2.5 @\s*(?:is |has )?(?:climb|rose|jump|moved into|advanced|entered|broke into|tops|topped|came first).{0,40}<ranks>
positive 2.5 @\s*(?:is |has )?(?:ranks (?:first|second)|overt(?:oo|ak)|leads|went to|took|was named the best|made the).{0,40}<ranks>
negative 2.5 @\s*(?:dropped|fell|lost …place|tumbled|plunged|came last|ranks last|finished bottom|slipped|slid|sank).{0,40}<ranks>
negative 2.5 @\s*(?:was (?:named the worst|relegated|overtaken)|is no longer among).{0,40}<ranks>
negative 5 @\s*(?:<was> (?:stripped|deprived) of|(?:had to|must) (?:return|give back)|lost|failed to win|won no|(?:went home|left|leaves) without)\s+…<prizes>
positive 2 @\s*(?:received|won|wins|earned|became|was given|was awarded|picked up|lifted|scooped|collected|took home|claimed|retained)\s+…<prizes>
neutral 5 @\s*(?:has |have |will )?(?:award(?:s|ed)?|g[ai]ves?|given|grant(?:s|ed)?|bestow~|confer~|honou?r(?:s|ed)?|launch~|announced the winners|sponsor~|founded|announced|pays? for|funds?|hands? out|handed out|hosts?|hosted|present(?:s|ed)?)\s+…<prizes>
neutral 5 (?:accused|charged|fined|banned|arrested|sentenced|detained)\s+…by\s+@
neutral 5 @\s*(?:has )?(?:sued|is suing|fined|sentenced|opened a|uncovered|found …violations|is claiming|is investigating|filed a)\s+<other>
neutral 5 @\s*(?:has )?(?:caught|accused|condemned|denounced|criticised|complained|warned|rejected the|blamed)\s+<other>
positive 5 @\s*(?:has |have )?(?:foiled|thwarted|repelled|fended off|withstood)\s.{0,40}(?:attack|theft|steal|robbery|fraud|scam|hack)
negative 5 (?:fell|fall|falls) (?:victim|prey) to\s.{0,40}@
neutral 5 (?:thief|thieves|vandals|robbers|burglars|fraudsters|scammers|swindlers|arsonists|hackers (?:attacked|broke|breached)) …(?:\p{L}+\s+){0,3}@
neutral 5 (?:stole|stolen|embezzled) .{0,40}(?:from|of) @|@ <was> stolen
neutral 5 (?:fire|storm|flood|threat|lightning|blast|cyberattack|landslide) (?:damaged|destroyed|tore|forced|struck|hit|knocked out|disrupted|paralysed) .{0,40}@
neutral 5 @\s*<was> (?:hit by|the target of a \p{L}+ attack|a victim|attacked|robbed|hacked|defrauded|cheated|burgled)
neutral 5 @\s*(?:became a victim|suffered from|lost .{0,30}(?:fire|blaze|flood|storm|scam|fraud|theft))
neutral 2 ^\s*(?:if|unless|should)\s+…@.*, (?:it|they|the \p{L}+) (?:will|would|could|may|faces?)
neutral 2 ^\s*whether\s+…@|(?:nobody knows|unclear).*\s@
negative 2 @\s*(?:(?:refuses|refused|fail~) to|no longer)
negative 2 (?:unhappy|disappointed|dissatisfied) with\s+@
positive 5 <prizes>~\s+(?:has |have )?(?:went|gone|goes|was given|were given|was awarded) to\s+…@
positive 5 @\s*<was>\s+(?:named|voted|crowned|chosen|declared|recogni[sz]ed)\s.{0,40}of the (?:year|month|decade|century)|(?:named|voted|crowned)\s+@
negative 2 @\s*<was> (?:given|awarded|handed)\s+…(?:mock|spoof|wooden)
neutral 5 <prizes>~\s.{0,40}(?:takes? place|held|ceremony|presented|given|handed out) (?:at|in|by)\s+@|(?:applications|entries|deadline) for (?:the )?@
neutral 5 <prizes>~ (?:of|from)\s+@|(?:w[io]ns?|received|awarded|given) (?:the|an?) @ (?:\p{L}+ )?<prizes>
negative 2 \sagainst\s+@
negative 2 (?:investigation|probe|inquiry|lawsuit|charges?|<blames>s?|case|complaint) (?:into|against|of|about) …@
neutral 5 @\s*(?:reported|reports|spokes~|officials? (?:said|t(?:ell|old)))(?!\p{L})
positive 5 (?:praise[sd]|thank(?:s|ed)|congratulat(?:ed|es)|applaud(?:ed|s)|commend(?:ed|s)|spoke highly of)\s+@
negative 5 (?:slam|blast|mock|insult|denounc|condemn|lambast)(?:m?ed|s|es)\s+@
neutral 5 (?:t(?:ells|old)|interview with|according to|(?:appear|spoke|speak|testif)~ (?:on|at|before|to))\s+(?:the )?@
negative 2 (?<!not )(?:accus|criticis|criticiz|complained about|fined|caught|suspected|searched|lawsuit against|violations at|downgraded)~\s+…@
negative 2 (?<!not )suspects?\s+@
`),
};

function framesOf(lines: string): readonly Frame[] {
  return lines
    .trim()
    .split('\n')
    .map(line => {
      const [, said = '', score, pattern = ''] = /^(\w+) ([\d.]+) (.+)$/.exec(line)!;
      const flags = pattern.startsWith('@') ? 'uy' : 'u';
      const tone = ['negative', 'neutral', 'positive'].indexOf(said) as Lean['tone'];
      return { tone, score: Number(score), pattern: new RegExp(withGroups(pattern), flags) };
    });
}

function withGroups(pattern: string): string {
  const next = pattern.replace(/<\w+>|[…~]/g, name => groups.get(name)!);
  return next === pattern ? next : withGroups(next);
}

/** How a frame leans the scores of a target; undefined where none fits. */
export function leanOf(
  item: ToneItem,
  words: readonly ContextWord[],
  { language }: Pick<ContextReader, 'language'>,
): Lean | undefined {
  const { text, target } = framedText(item);
  for (const { tone, score, pattern } of frames[language]) {
    pattern.lastIndex = target;
    const found = pattern.exec(text);
    if (found === null) continue;
    const at = found.index + (found.index < target ? item.start - target : item.end - target - 1);
    const owner = words.findIndex(({ end }) => end > at);
    return { tone, score, owner: owner < 0 ? words.length - 1 : owner };
  }
  return undefined;
}

/** The sentence in lower case behind a space, and its target as `@`. */
function framedText({ sentence, start, end }: ToneItem): { readonly text: string; readonly target: number } {
  const before = sentence
    .slice(Math.max(0, start - mostFrame), start)
    .toLowerCase()
    .replaceAll('@', ' ');
  const behind = sentence
    .slice(end, end + mostFrame)
    .toLowerCase()
    .replaceAll('@', ' ');
  const said = before.slice(before.search(/[^.!?;\n]*$/));
  const ends = behind.search(/[.;\n](?:\s|$)/);
  return { text: ` ${said}@${ends < 0 ? behind : behind.slice(0, ends + 1)}`, target: said.length + 1 };
}
