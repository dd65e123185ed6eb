import type { MarketplaceDeps } from '../deps.ts'
import type { CustomerCaller } from '../model/caller.ts'
import type { Merchant } from '../model/merchant.ts'
import type { Order, OrderUnit } from '../model/order.ts'
import { readSettled } from '../orders/settle-orders.ts'
import type { CardSecrets } from '../ports/collaborators.ts'
import type { StoreReader } from '../ports/store.ts'
import { type Outcome, done, refused } from '../refusal.ts'

/** A fulfilled card in its customer's wallet. Number and PIN leave this package only masked, or as secure data. */
export interface WalletCard {
  readonly unit: OrderUnit
  readonly order: Order
  readonly merchant: Merchant
  /** `****` and the last four digits. */
  readonly maskedNumber: string
  /** `****`; empty where the card has none. */
  readonly maskedPin: string
  /** What a barcode scanner reads: the merchant's prefix and an opaque serial. */
  readonly barcodeContents: string
}

/** The caller's own fulfilled card (spec 2.9, 4.7); unfulfilled, canceled and foreign ones look unknown. */
export function getWalletCard(
  deps: MarketplaceDeps,
  caller: CustomerCaller,
  cardId: number,
): Promise<Outcome<WalletCard>> {
  return readSettled(deps, caller.customerId, async (tx) => {
    const found = await findInWallet(tx, caller.customerId, cardId)
    return found === undefined ? refused('card_not_found') : done(await maskCard(tx, deps, found))
  })
}

/** A card of an order that is in a wallet. */
export interface OwnedCard {
  readonly order: Order
  readonly unit: OrderUnit
  readonly fulfilledAt: number
  readonly sealedSecrets: string
}

/** The customer's card, where it was fulfilled and its order not canceled. */
export async function findInWallet(
  tx: StoreReader,
  customerId: number,
  cardId: number,
): Promise<OwnedCard | undefined> {
  const order = await tx.findOrderOfCard(cardId)
  if (order?.customerId !== customerId || order.status === 'Canceled') return undefined
  const unit = order.units.find(({ id }) => id === cardId)
  if (unit === undefined || unit.fulfilledAt === null || unit.sealedSecrets === null) return undefined
  return { order, unit, fulfilledAt: unit.fulfilledAt, sealedSecrets: unit.sealedSecrets }
}

/** A card as everybody but its owner's secure-data request sees it. */
export async function maskCard(
  tx: StoreReader,
  { vault }: Pick<MarketplaceDeps, 'vault'>,
  { order, unit, sealedSecrets }: OwnedCard,
): Promise<WalletCard> {
  const merchant = await merchantOf(tx, unit)
  const secrets = vault.open(unit.id, sealedSecrets)
  return {
    unit,
    order,
    merchant,
    maskedNumber: `****${secrets.number.slice(-4)}`,
    maskedPin: secrets.pin === '' ? '' : '****',
    barcodeContents: barcodeOf(merchant, secrets),
  }
}

/** The merchant whose card it is. */
export async function merchantOf(tx: StoreReader, unit: OrderUnit): Promise<Merchant> {
  const merchant = (await tx.findMerchants([unit.merchantId])).get(unit.merchantId)
  if (merchant === undefined) throw new Error(`Card ${unit.id} is of an unknown merchant`)
  return merchant
}

/** The merchant's prefix and the card's serial; never its number or PIN (decision: wallet). */
export function barcodeOf(merchant: Merchant, secrets: CardSecrets): string {
  return merchant.barcodePrefix + secrets.serial
}
