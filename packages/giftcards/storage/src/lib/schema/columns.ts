import type { CardType } from '@giftcards/marketplace'
import type { Generated } from 'kysely'

/**
 * A column of a table: how a value is stored, and the field of that value. The field is the name of the column in camel case unless
 * another one is given.
 */
export interface Column<Stored, Value = Stored, Field extends string = string> {
  /** Used only by types. */
  readonly types?: { readonly stored: Stored; readonly value: Value; readonly field: Field }
  readonly field?: Field
  /** Absent if values are stored as they are. */
  readonly codec?: Codec
}

/** Converts values to their stored form and back; the types are those of the column. */
interface Codec {
  readonly encode: (value: never) => unknown
  readonly decode: (stored: never) => unknown
}

/** Columns by name. */
export type Columns = Readonly<Record<string, Column<unknown, unknown>>>

const column = <Stored, Value = Stored>(codec?: Codec): Column<Stored, Value> =>
  codec === undefined ? {} : { codec }

export const integer = column<number>()

/** A number that the engine generates for a new row. */
export const identity = column<Generated<number>>()

export const text = column<string>()

/** Text restricted to a set of values. */
export const textOf = <Value extends string>(): Column<Value> => column<Value>()

/** The same column, but nullable. */
export function nullable<Stored, Value>({
  codec,
}: Column<Stored, Value>): Column<Stored | null, Value | null> {
  if (codec === undefined) return {}
  const { encode, decode } = codec
  return column({
    encode: (value) => (value === null ? null : encode(value)),
    decode: (stored) => (stored === null ? null : decode(stored)),
  })
}

/** The same column for a field of another name. */
export const named = <Stored, Value, Field extends string>(
  field: Field,
  { codec }: Column<Stored, Value>,
): Column<Stored, Value, Field> => ({ field, ...(codec && { codec }) })

/** Milliseconds since the epoch, by the service clock. */
export const moment = integer

/** A boolean as 0 or 1: SQLite has no booleans. */
export const flag = column<number, boolean>({
  encode: (value: boolean) => (value ? 1 : 0),
  decode: (stored: number) => stored !== 0,
})

declare const content: unique symbol

/** A `T` as JSON text, which is never queried by its content. */
export type JsonText<T> = string & { readonly [content]: T }

export const json = <T>(): Column<JsonText<T>, T> => column({ encode: JSON.stringify, decode: JSON.parse })

/** The columns of a stock key, in every table that has one. */
export const stockKey = {
  merchant_id: integer,
  card_type: named('type', textOf<CardType>()),
  face_value_cents: integer,
  percent_off_bps: integer,
  is_low_risk: flag,
}
