import type { MarketplaceDeps, PaymentAnswer } from '@giftcards/marketplace'
import type { TestMarketplace } from '@giftcards/marketplace/testing'

/** A marketplace whose charges wait until a test decides their outcome. */
export interface HeldCharge {
  readonly deps: MarketplaceDeps
  /** Resolves when the gateway has received a charge. */
  readonly cameIn: Promise<void>
  readonly answer: (answer: PaymentAnswer) => void
}

/** Returns the same marketplace for another process, with a gateway that holds its charges. */
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
