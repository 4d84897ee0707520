import { foldedWord } from '../mentions/text-units.ts';
import { stemOf } from './stem.ts';

/** Words that are good or bad news about whom they are said of, by their stems. Written for this project. */
const good = `
побед победил победитель выиграл выигрыш награда наградил награжден премия лауреат медаль орден успех успешный успешно
лучший лучше рекорд рекордный достижение достиг прорыв открытие развитие рост вырос выросла увеличил повысил улучшил
улучшение помог помощь помогает поддержал поддержка поддерживает спас спасение защитил защита герой героический подвиг
благодарность поблагодарил благодарен похвалил похвала хвалит восхищение восхитился восторг любовь любит любимый уважение
уважает уважаемый гордость гордится доверие доверяет честный честность справедливый мудрый талант талантливый гений
гениальный блестящий великий выдающийся знаменитый известный популярный успел сильный надежный стабильный эффективный
полезный выгодный прибыль прибыльный доход богатый щедрый добрый хороший хорошо отличный прекрасный замечательный
великолепный красивый красота радость рад счастье счастливый праздник поздравил поздравление приветствует одобрил одобрение
согласие мир мирный дружба дружеский друг союзник партнер сотрудничество договорились соглашение освободил свобода
оправдал оправдан реабилитирован восстановил возродил модернизация инновация инновационный перспективный лидер лидерство
первый чемпион чемпионка золото золотой высокий высоко ценит ценный авторитет авторитетный профессионал опытный мастер
благородный благотворительный пожертвовал подарил подарок преимущество достойный достоинство смелый мужество храбрый отважный
win won winner victory success successful successfully best better great good excellent award awarded praise praised honor
honored hero heroic help helped support supported supportive save saved protect protected trust trusted loyal honest honesty
fair wise talented talent genius brilliant famous popular strong strength reliable effective efficient useful benefit
profit rich generous kind nice happy joy proud pride love loved respect respected admire admired celebrate celebrated
congratulate agree agreed agreement peace peaceful friend friendly ally cooperate freedom free improve improved improvement
growth grow progress achieve achievement accomplish accomplished leader leadership champion gold hope hopeful confident
courage brave thank thankful grateful welcome approve approved approval positive optimistic impressive remarkable amazing
wonderful fantastic beautiful inspire inspired inspiring endorse endorsed defend defended restore advance opportunity lead
`;
const bad = `
обвинил обвинение обвиняемый обвинен подозревает подозрение подозреваемый арест арестовал арестован задержал задержан
задержание осудил осужден приговор приговорил тюрьма заключение преступление преступник преступный убийство убил убит убийца
смерть погиб погибший умер теракт террорист террористический взрыв взорвал война напал нападение агрессия агрессивный атака
атаковал удар насилие избил избит угроза угрожает угрожал опасность опасный кризис скандал скандальный коррупция взятка
мошенник мошенничество кража украл похитил похищение хищение растрата обман обманул ложь лжет лживый фальшивый подделка
нарушение нарушил незаконный запрет запретил штраф оштрафовал санкция наказание наказал уволил уволен увольнение отставка
провал провалил поражение проиграл проигрыш потеря потерял убыток ущерб вред вредный плохой плохо хуже худший ужасный
ужас страшный страх боится тревога беспокойство обеспокоен критика критикует раскритиковал осуждение протест протестует
возмущение возмущен недовольство недоволен гнев ненависть ненавидит враг враждебный вражда конфликт спор ссора иск суд
судебный уголовный расследование проверка прокуратура следствие жалоба пожаловался отказ отказал отказался отверг
отклонил слабый слабость бедный бедность нищета голод болезнь больной ранен ранение травма жертва пострадал пострадавший
авария катастрофа пожар крушение разрушил разрушение сбил ошибка ошибочный вина виновный виноват позор позорный стыд
глупый глупость бездарный некомпетентный неспособный безответственный циничный жестокий жестокость диктатор режим
репрессия пытка экстремист экстремизм радикальный фашист нацист оккупация оккупант изгнал выслал бойкот блокада снизил
снижение упал падение сократил сокращение долг банкрот банкротство дефицит проблема трудность сложный жалкий сомнение
сомнительный предал предатель предательство измена шпион шпионаж клевета оскорбил оскорбление унизил хулиган вор бандит
accuse accused accusation suspect suspected arrest arrested charge charged guilty convict convicted sentence sentenced
prison jail crime criminal murder murdered kill killed killer death dead die died attack attacked terror terrorist bomb
war violence violent assault abuse abused threat threaten threatened danger dangerous crisis scandal corrupt corruption
bribe fraud steal stole stolen lie lied liar lying false fake cheat illegal ban banned fine sanction punish punished fire
fired resign resigned fail failed failure lose lost loss damage harm harmful bad worse worst terrible horrible awful fear
afraid worry worried concern criticize criticized critic criticism condemn condemned protest outrage angry anger hate
hatred enemy hostile conflict dispute sue sued lawsuit investigation investigate complaint refuse refused reject rejected
weak poor hunger disease sick injured victim suffer accident disaster crash destroy destroyed mistake wrong blame shame
disgrace stupid incompetent irresponsible cruel brutal dictator regime racist racism sexist sexual harass harassment
misconduct obstruct collusion impeach indict indicted allege alleged allegation deny denied attack undermine mock mocked
insult insulted slam slammed blast blasted reckless unfit chaos mess problem trouble troubled collapse decline debt
bankrupt controversial controversy disgust disturbing dishonest hypocrite extremist radical traitor betray betrayed
`;

const stems = new Map<string, number>([...stemsOf(good, 1), ...stemsOf(bad, -1)]);

function stemsOf(words: string, tone: number): readonly (readonly [string, number])[] {
  return words
    .trim()
    .split(/\s+/)
    .map(word => [stemOf(foldedWord(word)), tone] as const);
}

/** 1 for a good word, -1 for a bad one, 0 for any other; by its stem. */
export function wordTone(stem: string): number {
  return stems.get(stem) ?? 0;
}
