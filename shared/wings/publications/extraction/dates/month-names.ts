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
  pl: 'stycznia styczeń|lutego luty|marca marzec|kwietnia kwiecień|maja|czerwca czerwiec|lipca lipiec|sierpnia sierpień|września wrzesień|października październik|listopada listopad|grudnia grudzień',
};

const numbers = new Map<string, number>();
for (const list of Object.values(names)) {
  for (const [index, month] of list.split('|').entries())
    for (const name of month.split(' ')) if (!numbers.has(name)) numbers.set(name, index + 1);
}

/** For a pattern: every name, the longest first. */
export const monthPattern = [...numbers.keys()].sort((a, b) => b.length - a.length).join('|');

/** 1 to 12; undefined for a word that is no month. */
export function monthOf(name: string): number | undefined {
  return numbers.get(name.toLowerCase().replace(/\.$/, ''));
}
