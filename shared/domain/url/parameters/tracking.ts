import { parameterName } from './written-parameter.ts';

/** Parameters that say where a reader comes from. Analytics and advertising add them; servers give the same page without them. */
const trackingName =
  /^(?:utm_\w+|mtm_\w+|pk_\w+|hsa_\w+|oly_\w+_id|at_(?:campaign|medium)|(?:fb|g|dc?|y|ym|ys|tt|tw)clid|gclsrc|[gw]braid|msclkid|igshi?d?|li_fat_id|mc_[ce]id|_ga|_gl|_openstat|_hs(?:enc|mi)|mkt_tok|vero_(?:conv|id)|wt_mc|wickedid|xtor|cmp(?:id)?|ocid|smid|ncid|icid|ns_(?:campaign|mchannel|source|linkname)|rb_clickid|s_cid|ito)$/i;
/** Parameters that say it by some of their values only. */
const sourceName = /^(?:from|source|src|ref|referrer|via|medium)$/i;
const sourceValue =
  /^(?:(?:[\w-]+[-_.])?(?:newsletter|rss|feed)|(?:top|main|home|front|side|right|left|slider|widget|banner|header|footer|related|popular|recommended)(?:[-_]?(?:bar|news|page|block|list|column|menu|stories|articles|posts))?|newsfeed|rss\w*|atom|feeds?|e?mail|twitter|facebook|fb|vk|tg|telegram|whatsapp|viber|ok|dzen|yandex\w*|google\w*|social|push|[\w.-]+\.(?:com|org|net|io|ru|news|info))$/i;

/** The way back from a page, as portals add it to its address. */
const backName = /^(?:redirect|return|return_?(?:url|to)|back_?url|p_r_p_backurl|came_?from|referr?er)$/i;
const backValue = /^(?:\/|%2f|https?(?::|%3a))/i;

function isTracking(parameter: string): boolean {
  const name = parameterName(parameter);
  const value = parameter.slice(name.length + 1);
  if (backName.test(name) && backValue.test(value)) return true;
  return trackingName.test(name) || (sourceName.test(name) && sourceValue.test(value));
}

/** The address without tracking parameters; an address without any is the same object. */
export function withoutTracking(url: URL): URL {
  const parameters = url.search.slice(1).split('&');
  const kept = parameters.filter(parameter => !isTracking(parameter));
  if (kept.length === parameters.length) return url;
  const copy = new URL(url);
  copy.search = kept.join('&');
  return copy;
}
