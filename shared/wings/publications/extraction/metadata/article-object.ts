import { type JsonObject, typesOf } from './json-ld.ts';

const articleTypes =
  /^(?:(?:News|Blog|Scholarly|Tech|Report|Satirical|Opinion|Analysis|Background|Review|AdvertiserContent|MedicalScholarly)*Article|.*NewsArticle|(?:Live)?BlogPosting|LiveBlogPosting|Report|Review|Posting|SocialMediaPosting|DiscussionForumPosting|Recipe|VideoObject)$/;
const pageTypes = /^(?:WebPage|ItemPage|MedicalWebPage|CreativeWork)$/;

/** The object that speaks of the page's article; of several, the first of an article's type. */
export function articleObject(objects: readonly JsonObject[]): JsonObject | undefined {
  const ofType = (pattern: RegExp) => objects.find(object => typesOf(object).some(type => pattern.test(type)));
  return ofType(articleTypes);
}

/** The object that speaks of the page as a page. */
export function pageObject(objects: readonly JsonObject[]): JsonObject | undefined {
  return objects.find(object => typesOf(object).some(type => pageTypes.test(type)));
}
