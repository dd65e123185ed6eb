import type { StockKey } from '@giftcards/marketplace'
import type { Flag, JsonText, StockKeyColumns } from './database.ts'

/** A boolean as it is stored. */
export function toFlag(value: boolean): Flag {
  return value ? 1 : 0
}

/** A boolean as it was stored. */
export function fromFlag(flag: Flag): boolean {
  return flag !== 0
}

/** A value as JSON text; `null` stays `null`, so that the column is. */
export function toJson<T extends object>(value: T): JsonText<T>
export function toJson<T extends object>(value: T | null): JsonText<T> | null
export function toJson<T extends object>(value: T | null): JsonText<T> | null {
  return value === null ? null : (JSON.stringify(value) as JsonText<T>)
}

/** A value that `toJson` stored; `null` where the column is. */
export function fromJson<T>(text: JsonText<T>): T
export function fromJson<T>(text: JsonText<T> | null): T | null
export function fromJson<T>(text: JsonText<T> | null): T | null {
  if (text === null) return null
  const value: T = JSON.parse(text)
  return value
}

/** The columns of a stock key. */
export const keyColumns = [
  'merchant_id',
  'card_type',
  'face_value_cents',
  'percent_off_bps',
  'is_low_risk',
] as const satisfies readonly (keyof StockKeyColumns)[]

/** A stock key as columns, which also make its `where`. */
export function toKeyColumns(key: StockKey): StockKeyColumns {
  return {
    merchant_id: key.merchantId,
    card_type: key.type,
    face_value_cents: key.faceValueCents,
    percent_off_bps: key.percentOffBps,
    is_low_risk: toFlag(key.isLowRisk),
  }
}

/** A stock key from its columns. */
export function fromKeyColumns(row: StockKeyColumns): StockKey {
  return {
    merchantId: row.merchant_id,
    faceValueCents: row.face_value_cents,
    percentOffBps: row.percent_off_bps,
    type: row.card_type,
    isLowRisk: fromFlag(row.is_low_risk),
  }
}
