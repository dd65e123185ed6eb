import { type Order, type OrderUnit, type StockBucket, stockKeyText } from '@giftcards/marketplace'
import { faultData } from '../load/fault-data.ts'

/** Checks that the cards on hand and the sold cards add up to the initial stock. */
export function compareStock(orders: readonly Order[], stock: readonly StockBucket[]): readonly string[] {
  const sold = new Map<string, number>()
  for (const unit of orders.flatMap((order) => order.units.filter((each) => isSold(order, each)))) {
    const name = stockKeyText(unit)
    sold.set(name, (sold.get(name) ?? 0) + 1)
  }
  const onHand = new Map(stock.map((bucket) => [stockKeyText(bucket), bucket.onHand]))
  return faultData.stock.flatMap((bucket) => {
    const name = stockKeyText(bucket)
    const [left = 0, gone = 0] = [onHand.get(name), sold.get(name)]
    return left + gone === bucket.onHand
      ? []
      : [`${name}: ${left} on hand and ${gone} sold, of ${bucket.onHand}`]
  })
}

/** A delivered card is known to its buyer, so it is not for sale again when its order is canceled. */
function isSold(order: Order, unit: OrderUnit): boolean {
  return order.status !== 'Canceled' || unit.fulfilledAt !== null
}
