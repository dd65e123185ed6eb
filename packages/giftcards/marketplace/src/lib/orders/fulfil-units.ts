import type { MarketplaceDeps } from '../deps.ts'
import type { Order, OrderUnit } from '../model/order.ts'
import type { StoreReader } from '../ports/store.ts'

/** Units that become fulfilled at `at`: their secrets are issued and sealed. */
export async function fulfilUnits(
  tx: StoreReader,
  { issuer, vault }: Pick<MarketplaceDeps, 'issuer' | 'vault'>,
  order: Order,
  which: 'digital' | 'all',
  at: number,
): Promise<readonly OrderUnit[]> {
  const due = order.units.filter(
    (unit) => unit.fulfilledAt === null && (which === 'all' || unit.type !== 'physical'),
  )
  const merchants = await tx.findMerchants([...new Set(due.map((unit) => unit.merchantId))])
  return due.map((unit) => {
    const merchant = merchants.get(unit.merchantId)
    if (merchant === undefined) throw new Error(`Order ${order.id} holds a card of an unknown merchant`)
    return { ...unit, fulfilledAt: at, sealedSecrets: vault.seal(unit.id, issuer.issue(unit.id, merchant)) }
  })
}
