import type { MarketplaceDeps } from '../deps.ts'
import type { CustomerCaller } from '../model/caller.ts'
import type { Merchant } from '../model/merchant.ts'
import type { OrderUnit } from '../model/order.ts'
import { settleAccount } from '../orders/settle-account.ts'
import type { CardSecrets, MaskedSecrets } from '../ports/collaborators.ts'
import type { CardOfOrder } from '../ports/store.ts'
import { type Outcome, done, refused } from '../refusal.ts'

/** A fulfilled card in its customer's wallet. Number and PIN leave this package only masked, or as secure data. */
export interface WalletCard {
  readonly unit: OrderUnit
  readonly order: CardOfOrder['order']
  readonly merchant: Merchant
  /** `****` and the last four digits. */
  readonly maskedNumber: string
  /** `****`; empty where the card has none. */
  readonly maskedPin: string
  /** What a barcode scanner reads: the merchant's prefix and an opaque serial. */
  readonly barcodeContents: string
}

/** The caller's own fulfilled card (spec 2.9, 4.7); unfulfilled, canceled and foreign ones look unknown. */
export async function getWalletCard(
  deps: MarketplaceDeps,
  { customerId }: CustomerCaller,
  cardId: number,
): Promise<Outcome<WalletCard, 'card_not_found'>> {
  const { store, clock, vault } = deps
  const now = clock.now()
  const seen = await store.ask((tx) => tx.findCard(cardId))
  const isOwn = seen?.order.customerId === customerId
  const isDue = isOwn && seen.nextStepAt !== null && seen.nextStepAt <= now
  if (isDue) await settleAccount(deps, customerId)
  const card = isDue ? await store.ask((tx) => tx.findCard(cardId)) : seen
  const owned = inWallet(card, customerId)
  return owned === undefined ? refused('card_not_found') : done(maskCard(vault, owned))
}

/** A card that is in a wallet. */
export interface OwnedCard extends CardOfOrder {
  readonly fulfilledAt: number
  readonly sealedSecrets: string
}

/** The card where it is this customer's, was fulfilled and its order not canceled. */
export function inWallet(card: CardOfOrder | undefined, customerId: number): OwnedCard | undefined {
  if (card?.order.customerId !== customerId || card.order.status === 'Canceled') return undefined
  const { fulfilledAt, sealedSecrets } = card.unit
  return fulfilledAt === null || sealedSecrets === null ? undefined : { ...card, fulfilledAt, sealedSecrets }
}

/** A card as everybody but its owner's secure-data request sees it. */
export function maskCard(
  vault: MarketplaceDeps['vault'],
  { order, unit, merchant, sealedSecrets }: OwnedCard,
): WalletCard {
  const { serial, ...masked } = vault.openMasked(unit.id, sealedSecrets)
  return { unit, order, merchant, ...masked, barcodeContents: barcodeOf(merchant, serial) }
}

/** What of a card's secrets its wallet shows. */
export function toMasked({ number, pin, serial }: CardSecrets): MaskedSecrets {
  return { maskedNumber: `****${number.slice(-4)}`, maskedPin: pin === '' ? '' : '****', serial }
}

/** The merchant's prefix and the card's serial; never its number or PIN (decision: wallet). */
export function barcodeOf(merchant: Merchant, serial: string): string {
  return merchant.barcodePrefix + serial
}
