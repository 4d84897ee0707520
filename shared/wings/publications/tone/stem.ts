/** Words of a sentence as the tone model counts them: folded, and cut to their stems by endings alone. */

const russianEndings =
  /(?:иями|ями|ами|ыми|ими|ого|его|ому|ему|ться|лась|лось|лись|ется|ится|ются|утся|ешь|ишь|ете|ите|ала|ила|ело|ела|или|али|ели|ует|уют|ает|ают|яет|яют|еет|еют|ить|ать|еть|ять|уть|ыть|ием|иях|иям|ией|ия|ие|ии|ию|ий|ая|яя|ое|ее|ые|ую|юю|ых|их|ым|им|ой|ей|ом|ем|ам|ям|ах|ях|ов|ев|ет|ит|ут|ют|ат|ят|ал|ил|ел|ла|ло|ли|ть|ся|сь|а|я|о|е|ы|и|у|ю|ь|й|л)$/;
const englishEndings = /(?:'s|ingly|edly|ing|ed|ies|es|ly|s)$/;
const shortest = 4;

/** The stem of a folded word. What is left has four letters at least, so that short words stay whole. */
export function stemOf(word: string): string {
  const isRussian = /[а-я]/.test(word);
  const stem = word.replace(isRussian ? russianEndings : englishEndings, '');
  return stem.length >= shortest ? stem : word.slice(0, Math.max(shortest, stem.length));
}
