/** Month numbers by their names, short ones too: a longer name counts before a shorter. */
const names: Readonly<Record<string, string>> = {
  en: 'january jan|february feb febr|march mar|april apr|may|june jun|july jul|august aug|september sept sep|october oct|november nov|december dec',
  de: 'januar jänner jaenner jän|februar feber|märz maerz mär mrz|april|mai|juni|juli|august|september|oktober okt|november|dezember dez',
  ru: 'январь января янв|февраль февраля февр фев|март марта мар|апрель апреля апр|май мая|июнь июня июн|июль июля июл|август августа авг|сентябрь сентября сент сен|октябрь октября окт|ноябрь ноября нояб ноя|декабрь декабря дек',
  uk: 'січень січня січ|лютий лютого лют|березень березня бер берез|квітень квітня квіт|травень травня трав|червень червня черв|липень липня лип|серпень серпня серп|вересень вересня вер верес|жовтень жовтня жовт|листопад листопада лист листоп|грудень грудня груд',
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
  sl: 'januarja januar|februarja februar|marca marec|aprila april|maja maj|junija junij|julija julij|avgusta avgust avg|septembra september|oktobra oktober|novembra november|decembra december',
  hr: 'siječnja siječanj sij|veljače veljača velj|ožujka ožujak ožu|travnja travanj tra|svibnja svibanj svi|lipnja lipanj|srpnja srpanj srp|kolovoza kolovoz kol|rujna rujan ruj||studenoga studenog studeni stu|prosinca prosinac pro',
  sr: 'јануар јануара јан|фебруар фебруара феб|марта|априла|мај|јун јуна|јул јула|августа|септембар септембра сеп|октобар октобра|новембар новембра нов|децембар децембра дец',
  hu: 'január|február febr|március márc|április ápr|május máj|június jún|július júl|augusztus|szeptember szept|október|november|december',
  et: 'jaanuar jaan|veebruar veebr|märts|aprill|mai|juuni|juuli|august|september|oktoober|november|detsember dets',
  lt: 'sausio sausis|vasario vasaris|kovo kovas|balandžio balandis|gegužės gegužė|birželio birželis|liepos liepa|rugpjūčio rugpjūtis|rugsėjo rugsėjis|spalio spalis|lapkričio lapkritis|gruodžio gruodis',
  lv: 'janvāris janvārī|februāris februārī|marts martā|aprīlis aprīlī|maijs maijā|jūnijs jūnijā jūn|jūlijs jūlijā jūl|augusts augustā|septembris septembrī|oktobris oktobrī|novembris novembrī|decembris decembrī',
  ro: 'ianuarie ian|februarie|martie|aprilie|mai|iunie iun|iulie iul|august|septembrie|octombrie|noiembrie|decembrie',
  tr: 'ocak oca|şubat şub|mart|nisan nis|mayıs|haziran haz|temmuz tem|ağustos ağu|eylül eyl|ekim eki|kasım kas|aralık ara',
  az: 'yanvar yan|fevral|mart|aprel|may|iyun iyn|iyul iyl|avqust avgust avq|sentyabr sentabr sen|oktyabr oktabr|noyabr noy|dekabr dek',
  id: 'januari|februari|maret|april|mei|juni|juli|agustus agu|september|oktober|november|desember',
  ca: 'gener gen|febrer febr|març|abril|maig|juny|juliol jul|agost|setembre set|octubre|novembre|desembre',
  bg: 'януари|февруари|март|април|май|юни|юли|август|септември|октомври|ноември|декември',
  be: 'студзеня студзень сту|лютага люты|сакавіка сакавік сак|красавіка красавік кра|мая|чэрвеня чэрвень чэр|ліпеня ліпень ліп|жніўня жнівень жні|верасня верасень|кастрычніка кастрычнік кас|лістапада лістапад ліс|снежня снежань сне',
  kk: 'қаңтар қаңтарда қаң|ақпан ақпанда ақп|наурыз наурызда нау|сәуір сәуірде сәу|мамыр мамырда мам|маусым маусымда мау|шілде шілдеде шіл|тамыз тамызда там|қыркүйек қыркүйекте қыр|қазан қазанда қаз|қараша қарашада қар|желтоқсан желтоқсанда жел',
  el: 'ιανουαρίου ιανουάριος ιαν|φεβρουαρίου φεβρουάριος φεβ|μαρτίου μάρτιος μαρ|απριλίου απρίλιος απρ|μαΐου μάιος μαΐ|ιουνίου ιούνιος ιουν|ιουλίου ιούλιος ιουλ|αυγούστου αύγουστος αυγ|σεπτεμβρίου σεπτέμβριος σεπ|οκτωβρίου οκτώβριος οκτ|νοεμβρίου νοέμβριος νοε|δεκεμβρίου δεκέμβριος δεκ',
  ar: 'يناير|فبراير|مارس|أبريل ابريل إبريل|مايو|يونيو يونيه|يوليو يوليه|أغسطس اغسطس|سبتمبر|أكتوبر اكتوبر|نوفمبر|ديسمبر',
  fa: 'ژانویه ژانویهٔ|فوریه فوریهٔ|مارس|آوریل|مه مهٔ|ژوئن|ژوئیه جولای ژوئیهٔ|اوت آگوست|سپتامبر|اکتبر|نوامبر|دسامبر',
  he: 'ינואר בינואר ינו׳|פברואר בפברואר פבר׳|מרץ במרץ|אפריל באפריל אפר׳|מאי במאי|יוני ביוני|יולי ביולי|אוגוסט באוגוסט אוג׳|ספטמבר בספטמבר ספט׳|אוקטובר באוקטובר אוק׳|נובמבר בנובמבר נוב׳|דצמבר בדצמבר דצמ׳',
  hi: 'जनवरी जन॰|फ़रवरी फरवरी फ़र॰|मार्च|अप्रैल|मई|जून|जुलाई जुल॰|अगस्त अग॰|सितंबर सितम्बर सित॰|अक्टूबर अक्तूबर अक्टू॰|नवंबर नवम्बर नव॰|दिसंबर दिसम्बर दिस॰',
  bn: 'জানুয়ারি জানুয়ারী জানু|ফেব্রুয়ারি ফেব্রুয়ারী ফেব|মার্চ|এপ্রিল এপ্রি|মে|জুন|জুলাই জুল|আগস্ট আগ|সেপ্টেম্বর সেপ সেপ্ট|অক্টোবর অক্টো|নভেম্বর নভে|ডিসেম্বর ডিসে',
  bs: 'januar|februar|mart|april|maj|juni|juli|avg|septembar|oktobar|novembar|decembar',
  mk: 'јануари јан|февруари|март|април|мај|јуни|јули|август|септември сеп|октомври|ноември ное|декември',
  sq: 'janar|shkurt shk|mars|prill pri|maj|qershor qer|korrik korr|gusht gush|shtator sht|tetor tet|nëntor nën|dhjetor dhj',
  gl: 'xaneiro xan|febreiro|marzo|abril|maio|xuño|xullo xul|agosto|setembro|outubro|novembro|decembro',
  is: 'janúar|febrúar|mars|apríl|maí|júní|júlí|ágúst ágú|september|október|nóvember nóv|desember',
  ms: 'januari|februari|mac|april|mei|jun|julai|ogos ogo|september|oktober|november|disember dis',
  sw: 'januari|februari|machi mac|aprili|mei|juni|julai|agosti|septemba|oktoba|novemba|desemba',
  ka: 'იანვარი იან|თებერვალი თებ|მარტი მარ|აპრილი აპრ|მაისი მაი|ივნისი ივნ|ივლისი ივლ|აგვისტო აგვ|სექტემბერი სექ|ოქტომბერი ოქტ|ნოემბერი ნოე|დეკემბერი დეკ',
  hy: 'հունվարի հունվար հնվ|փետրվարի փետրվար փտվ|մարտի մարտ մրտ|ապրիլի ապրիլ ապր|մայիսի մայիս մյս|հունիսի հունիս հնս|հուլիսի հուլիս հլս|օգոստոսի օգոստոս օգս|սեպտեմբերի սեպտեմբեր սեպ|հոկտեմբերի հոկտեմբեր հոկ|նոյեմբերի նոյեմբեր նոյ|դեկտեմբերի դեկտեմբեր դեկ',
  ur: 'جنوری|فروری|مارچ|اپریل|مئی|جون|جولائی|اگست|ستمبر|اکتوبر|نومبر|دسمبر',
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

/** Where Croats name another month than Poles and Ukrainians. */
const croatian: Readonly<Record<string, number>> = { lip: 6, listopad: 10, listopada: 10, lis: 10 };

/** 1 to 12; undefined for a word that is no month. `language`, BCP 47: the *listopad* of Croats is October, that of Poles November. */
export function monthOf(name: string, language = ''): number | undefined {
  const word = name.toLowerCase().replace(/\.$/, '');
  return (/^hr\b/i.test(language) ? croatian[word] : undefined) ?? numbers.get(word);
}
