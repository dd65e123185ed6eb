import type { CardType, StockKey } from '@giftcards/marketplace'
import type { Generated } from 'kysely'

/** A column of a table: an empty object whose type names the type of the stored values. */
export interface Column<Value> {
  readonly value?: Value
}

const column = <Value>(): Column<Value> => ({})

/** A row of these columns. */
export type RowOf<Columns> = {
  -readonly [Name in keyof Columns]: Columns[Name] extends Column<infer Value> ? Value : never
}

export const integer = column<number>()

/** A number that the engine gives to a new row. */
export const identity = column<Generated<number>>()

export const text = column<string>()

/** Text that is always one of some values. */
export const textOf = <Value extends string>(): Column<Value> => column<Value>()

export const nullable = <Value>(_column: Column<Value>): Column<Value | null> => column<Value | null>()

/** Columns of a row of a left join, which are null if there is no such row. */
export type Nullable<Columns> = { readonly [Name in keyof Columns]: Columns[Name] | null }

/** Milliseconds since the epoch, by the service clock. */
export type Moment = number

export const moment = column<Moment>()

/** 0 or 1: SQLite has no booleans. */
export type Flag = number

export const flag = column<Flag>()

/** A boolean as it is stored. */
export function toFlag(value: boolean): Flag {
  return value ? 1 : 0
}

/** A boolean as it was stored. */
export function fromFlag(stored: Flag): boolean {
  return stored !== 0
}

declare const content: unique symbol

/** A `T` as JSON text, which is never queried by its content. */
export type JsonText<T> = string & { readonly [content]: T }

export const json = <T>(): Column<JsonText<T>> => column<JsonText<T>>()

/** A value as JSON text; `null` stays `null`, so that the column is. */
export function toJson<T extends object>(value: T): JsonText<T>
export function toJson<T extends object>(value: T | null): JsonText<T> | null
export function toJson<T extends object>(value: T | null): JsonText<T> | null {
  return value === null ? null : (JSON.stringify(value) as JsonText<T>)
}

/** A value that `toJson` stored; `null` if the column is. */
export function fromJson<T>(stored: JsonText<T>): T
export function fromJson<T>(stored: JsonText<T> | null): T | null
export function fromJson<T>(stored: JsonText<T> | null): T | null {
  if (stored === null) return null
  const value: T = JSON.parse(stored)
  return value
}

/** The columns of a stock key, in every table that has one. */
export const stockKey = {
  merchant_id: integer,
  card_type: textOf<CardType>(),
  face_value_cents: integer,
  percent_off_bps: integer,
  is_low_risk: flag,
}

export type StockKeyColumns = RowOf<typeof stockKey>

/** The names of these columns. */
export const keyColumns = Object.keys(stockKey) as readonly (keyof StockKeyColumns)[]

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
