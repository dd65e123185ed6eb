import type { MarketplaceDeps, PaymentAnswer } from '@giftcards/marketplace'
import type { TestMarketplace } from '@giftcards/marketplace/testing'

/** A marketplace whose charges wait until a test says how they end. */
export interface HeldCharge {
  readonly deps: MarketplaceDeps
  /** Fulfilled when a charge has come in. */
  readonly cameIn: Promise<void>
  readonly answer: (answer: PaymentAnswer) => void
}

/** The same marketplace as another process sees it, over a gateway that keeps it waiting. */
export function holdCharge({ deps, gateway }: TestMarketplace): HeldCharge {
  const cameIn = Promise.withResolvers<void>()
  const answer = Promise.withResolvers<PaymentAnswer>()
  const held: MarketplaceDeps['gateway'] = {
    ...gateway,
    charge() {
      cameIn.resolve()
      return answer.promise
    },
  }
  return { deps: { ...deps, gateway: held }, cameIn: cameIn.promise, answer: answer.resolve }
}
