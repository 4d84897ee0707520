/** Month numbers by their names, short ones too: a longer name counts before a shorter. */
const names: Readonly<Record<string, string>> = {
  en: 'january jan|february feb febr|march mar|april apr|may|june jun|july jul|august aug|september sept sep|october oct|november nov|december dec',
  de: 'januar jänner jaenner jän|februar feber|märz maerz mär mrz|april|mai|juni|juli|august|september|oktober okt|november|dezember dez',
  ru: 'январь января янв|февраль февраля февр фев|март марта мар|апрель апреля апр|май мая|июнь июня июн|июль июля июл|август августа авг|сентябрь сентября сент сен|октябрь октября окт|ноябрь ноября нояб ноя|декабрь декабря дек',
  uk: 'січень січня січ|лютий лютого лют|березень березня бер|квітень квітня квіт|травень травня трав|червень червня черв|липень липня лип|серпень серпня серп|вересень вересня вер|жовтень жовтня жовт|листопад листопада лист|грудень грудня груд',
  fr: 'janvier janv|février fevrier févr fév|mars|avril avr|mai|juin|juillet juil|août aout|septembre|octobre|novembre|décembre decembre déc',
  es: 'enero ene|febrero|marzo|abril abr|mayo|junio|julio|agosto ago|septiembre setiembre|octubre|noviembre|diciembre dic',
  it: 'gennaio gen|febbraio|marzo|aprile|maggio mag|giugno giu|luglio lug|agosto|settembre set|ottobre ott|novembre|dicembre',
  pt: 'janeiro|fevereiro fev|março|abril|maio|junho|julho|agosto|setembro|outubro out|novembro|dezembro',
  nl: 'januari|februari|maart mrt|april|mei|juni|juli|augustus|september|oktober|november|december',
  pl: 'stycznia styczeń|lutego luty|marca marzec|kwietnia kwiecień|maja maj|czerwca czerwiec|lipca lipiec|sierpnia sierpień|września wrzesień|października październik|listopada listopad|grudnia grudzień',
};

/** Names that count only beside a year: some are other words too, and who writes in these languages writes the year. */
const namesBesideYear: Readonly<Record<string, string>> = {
  pl: 'sty|lut|mar|kwi|maj|cze|lip|sie|wrz|paź|lis|gru',
  sv: 'januari|februari|mars|april|maj|juni|juli|augusti|september|oktober|november|december',
  da: 'januar|februar|marts|april|maj|juni|juli|august|september|oktober|november|december',
  nb: 'januar|februar|mars|april|mai|juni|juli|august|september|oktober|november|desember des',
  fi: 'tammikuuta|helmikuuta|maaliskuuta|huhtikuuta|toukokuuta|kesäkuuta|heinäkuuta|elokuuta|syyskuuta|lokakuuta|marraskuuta|joulukuuta',
  cs: 'ledna leden|února únor|března březen|dubna duben|května květen|června červen|července červenec|srpna srpen|září|října říjen|listopadu|prosince prosinec',
  sk: 'januára január|februára február|marca marec|apríla apríl|mája máj|júna jún|júla júl|augusta|septembra|októbra október|novembra|decembra',
  sl: 'januarja|februarja|marca|aprila|maja|junija|julija|avgusta avgust|septembra|oktobra|novembra|decembra',
  hr: 'siječnja|veljače|ožujka|travnja|svibnja|lipnja|srpnja|kolovoza|rujna||studenoga studenog|prosinca',
  sr: 'јануар јануара|фебруар фебруара|марта|априла|мај|јун јуна|јул јула|августа|септембар септембра|октобар октобра|новембар новембра|децембар децембра',
  hu: 'január|február febr|március márc|április ápr|május máj|június jún|július júl|augusztus|szeptember szept|október|november|december',
  et: 'jaanuar|veebruar|märts|aprill|mai|juuni|juuli|august|september|oktoober|november|detsember',
  lt: 'sausio|vasario|kovo|balandžio|gegužės|birželio|liepos|rugpjūčio|rugsėjo|spalio|lapkričio|gruodžio',
  lv: 'janvāris janvārī|februāris februārī|marts martā|aprīlis aprīlī|maijs maijā|jūnijs jūnijā|jūlijs jūlijā|augusts augustā|septembris septembrī|oktobris oktobrī|novembris novembrī|decembris decembrī',
  ro: 'ianuarie ian|februarie|martie|aprilie|mai|iunie iun|iulie iul|august|septembrie|octombrie|noiembrie|decembrie',
  tr: 'ocak oca|şubat şub|mart|nisan nis|mayıs|haziran haz|temmuz tem|ağustos ağu|eylül eyl|ekim eki|kasım kas|aralık ara',
  az: 'yanvar|fevral|mart|aprel|may|iyun|iyul|avqust avgust|sentyabr sentabr|oktyabr oktabr|noyabr|dekabr',
  id: 'januari|februari|maret|april|mei|juni|juli|agustus|september|oktober|november|desember',
  ca: 'gener|febrer|març|abril|maig|juny|juliol|agost|setembre|octubre|novembre|desembre',
  bg: 'януари|февруари|март|април|май|юни|юли|август|септември|октомври|ноември|декември',
  be: 'студзеня|лютага|сакавіка|красавіка|мая|чэрвеня|ліпеня|жніўня|верасня|кастрычніка|лістапада|снежня',
  kk: 'қаңтар қаңтарда|ақпан ақпанда|наурыз наурызда|сәуір сәуірде|мамыр мамырда|маусым маусымда|шілде шілдеде|тамыз тамызда|қыркүйек қыркүйекте|қазан қазанда|қараша қарашада|желтоқсан желтоқсанда',
  el: 'ιανουαρίου ιανουάριος ιαν|φεβρουαρίου φεβρουάριος φεβ|μαρτίου μάρτιος μαρ|απριλίου απρίλιος απρ|μαΐου μάιος μαΐ|ιουνίου ιούνιος ιουν|ιουλίου ιούλιος ιουλ|αυγούστου αύγουστος αυγ|σεπτεμβρίου σεπτέμβριος σεπ|οκτωβρίου οκτώβριος οκτ|νοεμβρίου νοέμβριος νοε|δεκεμβρίου δεκέμβριος δεκ',
  ar: 'يناير|فبراير|مارس|أبريل ابريل إبريل|مايو|يونيو يونيه|يوليو يوليه|أغسطس اغسطس|سبتمبر|أكتوبر اكتوبر|نوفمبر|ديسمبر',
  fa: 'ژانویه|فوریه|مارس|آوریل|مه|ژوئن|ژوئیه جولای|اوت آگوست|سپتامبر|اکتبر|نوامبر|دسامبر',
  he: 'ינואר בינואר|פברואר בפברואר|מרץ במרץ|אפריל באפריל|מאי במאי|יוני ביוני|יולי ביולי|אוגוסט באוגוסט|ספטמבר בספטמבר|אוקטובר באוקטובר|נובמבר בנובמבר|דצמבר בדצמבר',
  hi: 'जनवरी|फ़रवरी फरवरी|मार्च|अप्रैल|मई|जून|जुलाई|अगस्त|सितंबर सितम्बर|अक्टूबर अक्तूबर|नवंबर नवम्बर|दिसंबर दिसम्बर',
  bn: 'জানুয়ারি জানুয়ারী|ফেব্রুয়ারি ফেব্রুয়ারী|মার্চ|এপ্রিল|মে|জুন|জুলাই|আগস্ট|সেপ্টেম্বর|অক্টোবর|নভেম্বর|ডিসেম্বর',
};

const numbers = new Map<string, number>();

/** For a pattern: every name known so far, the longest first. */
function patternWith(lists: Readonly<Record<string, string>>): string {
  for (const list of Object.values(lists)) {
    for (const [index, month] of list.split('|').entries())
      for (const name of month.split(' ')) if (name !== '' && !numbers.has(name)) numbers.set(name, index + 1);
  }
  return [...numbers.keys()].sort((a, b) => b.length - a.length).join('|');
}

export const monthPattern = patternWith(names);
/** Beside a year. */
export const monthBesideYearPattern = patternWith(namesBesideYear);

/** 1 to 12; undefined for a word that is no month. `language`, BCP 47: the *listopad* of Croats is October, that of Poles November. */
export function monthOf(name: string, language = ''): number | undefined {
  const word = name.toLowerCase().replace(/\.$/, '');
  return word === 'listopada' && /^hr\b/i.test(language) ? 10 : numbers.get(word);
}
