import type { MarketplaceDeps } from '../deps.ts'
import type { CustomerCaller } from '../model/caller.ts'
import { settleAccount } from '../orders/settle-account.ts'
import { type Outcome, done, isDone, refused } from '../refusal.ts'
import { settings } from '../settings.ts'
import { barcodeOf, inWallet } from './wallet-card.ts'

/** A card's unmasked values. */
export interface SecureData {
  readonly number: string
  /** Empty where the card has none. */
  readonly pin: string
  readonly barcode: { readonly format: string; readonly contents: string }
}

/** Unmasks the caller's own card within 24 hours of its fulfilment; each read leaves an audit row (spec 4.6, 8; extension). */
export async function getSecureData(
  deps: MarketplaceDeps,
  { customerId }: CustomerCaller,
  cardId: number,
): Promise<Outcome<SecureData, 'card_not_found' | 'secure_data_expired'>> {
  await settleAccount(deps, customerId)
  return deps.store.transaction(async (tx) => {
    await tx.lock({ kind: 'customer', customerId })
    const now = deps.clock.now()
    const card = inWallet(await tx.findCard(cardId), customerId)
    if (card === undefined) return refused('card_not_found')
    if (now > card.fulfilledAt + settings.secureDataWindowMs) return refused('secure_data_expired')
    const secrets = deps.vault.open(cardId, card.sealedSecrets)
    await tx.insertSecureRead({ cardId, customerId, at: now })
    const { merchant } = card
    const barcode = { format: merchant.barcodeFormat, contents: barcodeOf(merchant, secrets.serial) }
    return done({ number: secrets.number, pin: secrets.pin, barcode })
  }, isDone)
}
