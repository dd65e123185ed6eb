import type { CustomerCaller } from '../model/accounts.ts'
import type { CardOfOrder, OrderUnit } from '../model/order.ts'
import type { Merchant } from '../model/stock.ts'
import type { CardSecrets, MarketplaceDeps, MaskedSecrets } from '../ports/deps.ts'
import { done, type Outcome, refused } from '../refusal.ts'
import { settings } from '../settings.ts'

/** A fulfilled card in its customer's wallet. This package returns number and PIN only masked, or as secure data. */
export interface WalletCard extends Omit<MaskedSecrets, 'serial'> {
  readonly unit: OrderUnit
  readonly order: CardOfOrder['order']
  readonly merchant: Merchant
  /** The text of the barcode: the merchant's prefix and an opaque serial. */
  readonly barcodeContents: string
}

/** The caller's own fulfilled card (spec 2.9, 4.7); unfulfilled, canceled and foreign ones look unknown. */
export async function getWalletCard(
  deps: MarketplaceDeps,
  { customerId }: CustomerCaller,
  cardId: number,
): Promise<Outcome<WalletCard, 'card_not_found'>> {
  const { store, vault } = deps
  const owned = inWallet(await store.readOne((tx) => tx.findCard(cardId)), customerId)
  return owned === undefined ? refused('card_not_found') : done(maskCard(vault, owned))
}

/** A card that is in a wallet. */
interface OwnedCard extends CardOfOrder {
  readonly fulfilledAt: number
  readonly sealedSecrets: string
}

/** Returns the card if it is this customer's, is fulfilled, and its order is not canceled. */
function inWallet(card: CardOfOrder | undefined, customerId: number): OwnedCard | undefined {
  if (card?.order.customerId !== customerId || card.order.status === 'Canceled') return undefined
  const { fulfilledAt, sealedSecrets } = card.unit
  return fulfilledAt === null || sealedSecrets === null ? undefined : { ...card, fulfilledAt, sealedSecrets }
}

/** A card with its secrets masked. */
function maskCard(
  vault: MarketplaceDeps['vault'],
  { order, unit, merchant, sealedSecrets }: OwnedCard,
): WalletCard {
  const { serial, ...masked } = vault.openMasked(unit.id, sealedSecrets)
  return { unit, order, merchant, ...masked, barcodeContents: barcodeOf(merchant, serial) }
}

/** The part of a card's secrets that is shown in a wallet. */
export function toMasked({ number, pin, serial }: CardSecrets): MaskedSecrets {
  return { maskedNumber: `****${number.slice(-4)}`, maskedPin: pin === '' ? '' : '****', serial }
}

/** The merchant's prefix and the card's serial; never its number or PIN (decision: wallet). */
function barcodeOf(merchant: Merchant, serial: string): string {
  return merchant.barcodePrefix + serial
}

/** A card's unmasked values. */
export interface SecureData {
  readonly number: string
  /** Empty if the card has none. */
  readonly pin: string
  readonly barcode: { readonly format: string; readonly contents: string }
}

/** Unmasks the caller's own card within 24 hours of its fulfillment; each read leaves an audit row (spec 4.6, 8; extension). */
export async function getSecureData(
  deps: MarketplaceDeps,
  { customerId }: CustomerCaller,
  cardId: number,
): Promise<Outcome<SecureData, 'card_not_found' | 'secure_data_expired'>> {
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
  })
}

/** Spends part of a card's balance, as its merchant would; at 0 the card is spent (decision: wallet). */
export async function spendWalletCard(
  deps: MarketplaceDeps,
  cardId: number,
  amountCents: number,
): Promise<Outcome<WalletCard, 'card_not_found' | 'amount_above_balance'>> {
  const seen = await deps.store.readOne((tx) => tx.findCard(cardId))
  if (seen === undefined) return refused('card_not_found')
  const owner = seen.order.customerId
  return deps.store.transaction(async (tx) => {
    await tx.lock({ kind: 'customer', customerId: owner })
    const found = await tx.findCard(cardId)
    const card = found && inWallet(found, found.order.customerId)
    if (card === undefined) return refused('card_not_found')
    if (amountCents > card.unit.currentBalanceCents) return refused('amount_above_balance')
    const unit = { ...card.unit, currentBalanceCents: card.unit.currentBalanceCents - amountCents }
    await tx.updateOrder(card.order.id, { units: [unit] })
    return done(maskCard(deps.vault, { ...card, unit }))
  })
}
