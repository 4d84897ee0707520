import { mostOfWall, wallOfBody } from '../../../domain/http/wall.ts';
import { latin1 } from '../../../domain/latin1.ts';

/** A captcha that pages of a site may have in their forms, too: here it decides, since nothing else is on the page. */
const captcha = /smartcaptcha[^>]{0,200}data-sitekey/i;

/** Whether a page of HTML is no page of the site but requests proof that a person is there. */
export function isChallenge(body: Uint8Array): boolean {
  return wallOfBody(body, 200) !== undefined || (body.byteLength <= mostOfWall && captcha.test(latin1(body)));
}
