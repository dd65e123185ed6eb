import { availableCount, type StockBucket, type StockKey, stockKeyText } from '../model/stock.ts'
import type { StoreTransaction } from '../ports/store.ts'
import type { MemoryState } from './memory-state.ts'

type StockWriter = Pick<
  StoreTransaction,
  'reserveStock' | 'releaseStock' | 'sellStock' | 'returnStock' | 'putStock'
>

/** Changes the stock of a state; always `0 ≤ reserved ≤ onHand`. */
export function createMemoryStock({ stock }: MemoryState): StockWriter {
  const put = (bucket: StockBucket) => {
    if (bucket.reserved < 0 || bucket.reserved > bucket.onHand)
      throw new Error(
        `Stock would be reserved ${bucket.reserved} of ${bucket.onHand}: ${stockKeyText(bucket)}`,
      )
    stock.set(stockKeyText(bucket), bucket)
    return bucket
  }
  const get = (key: StockKey) => {
    const bucket = stock.get(stockKeyText(key))
    if (bucket === undefined) throw new Error(`No such stock: ${stockKeyText(key)}`)
    return bucket
  }
  return {
    async reserveStock(key, count) {
      const bucket = stock.get(stockKeyText(key))
      const got = bucket === undefined ? 0 : Math.min(count, availableCount(bucket))
      if (bucket !== undefined) put({ ...bucket, reserved: bucket.reserved + got })
      return got
    },
    async releaseStock(key, count) {
      const bucket = get(key)
      put({ ...bucket, reserved: bucket.reserved - count })
    },
    async sellStock(key, count) {
      const bucket = get(key)
      put({ ...bucket, onHand: bucket.onHand - count, reserved: bucket.reserved - count })
    },
    async returnStock(key, count) {
      const bucket = get(key)
      put({ ...bucket, onHand: bucket.onHand + count })
    },
    async putStock({ merchantId, faceValueCents, percentOffBps, type, isLowRisk }, onHand) {
      const key = { merchantId, faceValueCents, percentOffBps, type, isLowRisk }
      const reserved = stock.get(stockKeyText(key))?.reserved ?? 0
      return put({ ...key, onHand: Math.max(onHand, reserved), reserved })
    },
  }
}
