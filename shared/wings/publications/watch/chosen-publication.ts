/** Which application gives the publication of a page: the first in the order of the source that gives one. */
import type { GivenPublication, PublicationChange } from '../../../domain/applications/publication-application.ts';
import type { TurnApplications, TurnPage } from '../applications/turn-applications.ts';
import type { Extraction } from '../extraction/extract-page.ts';
import type { GrabbedPage } from '../grabber/grab-page.ts';

export type PageExtraction = Extraction | GrabbedPage;

/** The results for a page of the applications that come with the program; each is asked when its turn comes. */
export interface BuiltIn {
  /** Undefined if the source has no rules. */
  grabbed(): GrabbedPage | undefined;
  automatic(): Extraction;
}

export interface ChosenPublication {
  readonly extraction: PageExtraction;
  /** The application that gave it, where its name is not that of the method. */
  readonly application: string | undefined;
  /** Its place in the order; the length of the order where nobody gave one. */
  readonly place: number;
}

/** Applications that extend another are asked here, and no others. */
export async function choosePublication(
  applications: TurnApplications,
  page: TurnPage,
  builtIn: BuiltIn,
): Promise<ChosenPublication> {
  const { order } = applications;
  let chosen: ChosenPublication | undefined;
  for (const [place, name] of order.entries()) {
    const base = applications.facts(name)?.extends ?? name;
    const isExtending = base !== name;
    if (chosen !== undefined && !isExtending) continue;
    if (isExtending && !applications.isOn(name)) continue;
    const given = baseGives(base, order, builtIn);
    if (given === undefined) continue;
    if (!isExtending) {
      chosen = { extraction: given, application: undefined, place };
      continue;
    }
    const publication = givenPublication(given, base);
    const answer = await applications.read(name, page, { type: 'article', publication });
    if (answer === undefined || answer.change === null || chosen !== undefined) continue;
    chosen = { extraction: changed(given, answer.change), application: name, place };
  }
  return chosen ?? { extraction: { ...builtIn.automatic(), text: '' }, application: undefined, place: order.length };
}

/** Undefined if the application gives no publication. */
function baseGives(base: string, order: readonly string[], builtIn: BuiltIn): PageExtraction | undefined {
  if (base === 'readability') {
    // A page that no rule fits is read by the automatic extractor, and says so.
    const grabbed = order.includes('grabber') ? builtIn.grabbed() : undefined;
    return grabbed?.method === 'readability' ? grabbed : builtIn.automatic();
  }
  if (base !== 'grabber') return undefined;
  const grabbed = builtIn.grabbed();
  if (grabbed === undefined || grabbed.pageType === null) return undefined;
  // If the rule of the text gives nothing, the automatic extractor steps in, if it is on.
  return grabbed.method === 'grabber' || order.includes('readability') ? grabbed : undefined;
}

function changed(extraction: PageExtraction, change: PublicationChange | undefined): PageExtraction {
  return change === undefined ? extraction : { ...extraction, ...change };
}

/** As applications see it. */
export function givenPublication(extraction: PageExtraction, application: string): GivenPublication {
  const { title, authors, published, modified, section, tags, language, image, text } = extraction;
  const { pageType = null, fields = {} } = extraction as Partial<GrabbedPage>;
  return {
    ...{ title, authors, published: published?.at ?? null, modified: modified?.at ?? null, section, tags, language },
    ...{ image, text, pageType, fields, application },
  };
}
