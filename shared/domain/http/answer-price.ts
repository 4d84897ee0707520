import { cutText } from '../cut-text.ts';

const longestPrice = 40;
/** Offers are short; longer texts are none. */
const longestOffer = 20_000;

/**
 * The price of a 402: as `crawler-price` says it (https://developers.cloudflare.com/ai-crawl-control/features/pay-per-crawl/), else
 * the first offer of x402 in `PAYMENT-REQUIRED` (https://www.x402.org).
 */
export function priceOfHead(status: number, field: (name: string) => string | undefined): string | undefined {
  if (status !== 402) return undefined;
  const price = field('crawler-price') ?? offerIn(Buffer.from(field('payment-required') ?? '', 'base64'));
  return price && cutText(price, longestPrice);
}

/** Whether the body of the answer has the price, as it has by version 1 of x402. */
export function mayTellPrice(status: number, contentType: string): boolean {
  return status === 402 && /[/+]json\b/i.test(contentType);
}

/** The first offer in a JSON text of x402: "0.01 USDC", and amounts of other tokens in their least unit. */
export function offerIn(bytes: Uint8Array): string | undefined {
  if (bytes.length === 0 || bytes.length > longestOffer) return undefined;
  try {
    const offer = JSON.parse(Buffer.from(bytes).toString())?.accepts?.[0];
    const amount = String(offer?.amount ?? offer?.maxAmountRequired ?? '');
    if (!/^\d{1,30}$/.test(amount)) return undefined;
    const token = String(offer.extra?.name ?? offer.asset ?? '');
    // A dollar of USDC has a million units.
    const text = /^(?:USDC|USD Coin)$/i.test(token) ? `${Number(amount) / 1e6} USDC` : `${amount} ${token}`.trim();
    return cutText(text, longestPrice);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}
