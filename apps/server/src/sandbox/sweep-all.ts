import { type MarketplaceDeps, sweep } from '@giftcards/marketplace'

/** Sweeps until nothing is due, so that a control shows and judges no cart that has expired. */
export async function sweepAll(
  deps: Pick<MarketplaceDeps, 'store' | 'clock' | 'issuer' | 'vault'>,
): Promise<void> {
  // One batch after another: no transaction grows long.
  while ((await sweep(deps)) > 0);
}
