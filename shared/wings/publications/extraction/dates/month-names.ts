/** Month numbers by the beginnings of their names; a longer beginning counts before a shorter. */
const names: Readonly<Record<string, string>> = {
  en: 'january jan|february feb|march mar|april apr|may|june jun|july jul|august aug|september sept sep|october oct|november nov|december dec',
  de: 'januar jänner jaenner jän|februar feber|märz maerz mär mrz|april|mai|juni|juli|august|september|oktober okt|november|dezember dez',
  ru: 'январь января янв|февраль февраля февр фев|март марта мар|апрель апреля апр|май мая|июнь июня июн|июль июля июл|август августа авг|сентябрь сентября сент сен|октябрь октября окт|ноябрь ноября нояб ноя|декабрь декабря дек',
  uk: 'січень січня січ|лютий лютого лют|березень березня бер|квітень квітня квіт|травень травня трав|червень червня черв|липень липня лип|серпень серпня серп|вересень вересня вер|жовтень жовтня жовт|листопад листопада лист|грудень грудня груд',
  fr: 'janvier janv|février fevrier févr|mars|avril avr|mai|juin|juillet juil|août aout|septembre|octobre|novembre|décembre decembre déc',
  es: 'enero ene|febrero|marzo|abril abr|mayo|junio|julio|agosto ago|septiembre setiembre|octubre|noviembre|diciembre dic',
  it: 'gennaio gen|febbraio|marzo|aprile|maggio mag|giugno giu|luglio lug|agosto|settembre set|ottobre ott|novembre|dicembre',
  pt: 'janeiro|fevereiro fev|março|abril|maio|junho|julho|agosto|setembro|outubro out|novembro|dezembro',
  nl: 'januari|februari|maart mrt|april|mei|juni|juli|augustus|september|oktober|november|december',
  pl: 'stycznia styczeń|lutego luty|marca marzec|kwietnia kwiecień|maja maj|czerwca czerwiec|lipca lipiec|sierpnia sierpień|września wrzesień|października październik|listopada listopad|grudnia grudzień',
};

/** Names that count only if a year follows: some are other words too, and who writes in these languages writes the year. */
const namesBeforeYear: Readonly<Record<string, string>> = {
  pl: 'sty|lut|mar|kwi|maj|cze|lip|sie|wrz|paź|lis|gru',
  sv: 'januari|februari|mars|april|maj|juni|juli|augusti|september|oktober|november|december',
  da: 'januar|februar|marts|april|maj|juni|juli|august|september|oktober|november|december',
  nb: 'januar|februar|mars|april|mai|juni|juli|august|september|oktober|november|desember des',
  fi: 'tammikuuta|helmikuuta|maaliskuuta|huhtikuuta|toukokuuta|kesäkuuta|heinäkuuta|elokuuta|syyskuuta|lokakuuta|marraskuuta|joulukuuta',
  cs: 'ledna leden|února únor|března březen|dubna duben|května květen|června červen|července červenec|srpna srpen|září|října říjen|listopadu|prosince prosinec',
  ro: 'ianuarie ian|februarie|martie|aprilie|mai|iunie iun|iulie iul|august|septembrie|octombrie|noiembrie|decembrie',
  tr: 'ocak|şubat|mart|nisan|mayıs|haziran|temmuz|ağustos|eylül|ekim|kasım|aralık',
  bg: 'януари|февруари|март|април|май|юни|юли|август|септември|октомври|ноември|декември',
  be: 'студзеня|лютага|сакавіка|красавіка|мая|чэрвеня|ліпеня|жніўня|верасня|кастрычніка|лістапада|снежня',
};

const numbers = new Map<string, number>();

/** For a pattern: every name known so far, the longest first. */
function patternWith(lists: Readonly<Record<string, string>>): string {
  for (const list of Object.values(lists)) {
    for (const [index, month] of list.split('|').entries())
      for (const name of month.split(' ')) if (!numbers.has(name)) numbers.set(name, index + 1);
  }
  return [...numbers.keys()].sort((a, b) => b.length - a.length).join('|');
}

export const monthPattern = patternWith(names);
/** Where a year follows. */
export const monthBeforeYearPattern = patternWith(namesBeforeYear);

/** 1 to 12; undefined for a word that is no month. */
export function monthOf(name: string): number | undefined {
  return numbers.get(name.toLowerCase().replace(/\.$/, ''));
}
