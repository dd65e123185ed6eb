import type { Column, Columns } from './columns.ts'

type StoredIn<Of> = Of extends Column<infer Stored, infer _Value> ? Stored : never

/** A row of these columns. */
export type RowOf<Of> = { -readonly [Name in keyof Of]: StoredIn<Of[Name]> }

type ValueIn<Of> =
  NonNullable<Of extends { readonly types?: infer Types } ? Types : never> extends {
    readonly value: infer Value
  }
    ? Value
    : never

type CamelCase<Name> = Name extends `${infer First}_${infer Rest}`
  ? `${First}${Capitalize<CamelCase<Rest>>}`
  : Name

type FieldIn<Name, Of> =
  Of extends Column<infer _Stored, infer _Value, infer Field>
    ? string extends Field
      ? CamelCase<Name>
      : Field
    : never

/** The value that a row of these columns represents. */
export type FieldsOf<Of> = {
  readonly [Name in keyof Of as FieldIn<Name, Of[Name]> & string]: ValueIn<Of[Name]>
}

/** The prefixed columns of a joined table; all are null without a matching row. */
type Prefixed<Of, Prefix extends string> = {
  readonly [Name in keyof Of & string as `${Prefix}_${Name}`]: StoredIn<Of[Name]> | null
}

/** Converts values to rows of some columns, and back. */
export interface RowMapper<Table extends string, Of> {
  /** The column names, for statements. */
  readonly columns: readonly (keyof Of & string)[]
  /** Returns the row of a value; ignores other fields. */
  readonly toRow: (value: FieldsOf<Of>) => RowOf<Of>
  /** Returns the columns of the fields in a change. */
  toChange(change: { readonly [Field in keyof FieldsOf<Of>]?: FieldsOf<Of>[Field] | undefined }): Partial<
    RowOf<Of>
  >
  /** Returns the value of a row. */
  readonly fromRow: (row: Readonly<RowOf<Of>>) => FieldsOf<Of>
  /** The columns beside those of other tables: `merchants.name as merchant_name`. */
  prefixed<Prefix extends string>(prefix: Prefix): Joined<Table, Of, Prefix>
}

/** A table in a join. */
interface Joined<Table extends string, Of, Prefix extends string> {
  readonly columns: readonly {
    [Name in keyof Of & string]: `${Table}.${Name} as ${Prefix}_${Name}`
  }[keyof Of & string][]
  /** Returns the value of its row; `undefined` if there is none. Its first column is never null. */
  readonly fromRow: (row: Prefixed<Of, Prefix>) => FieldsOf<Of> | undefined
}

type Fields = Readonly<Record<string, unknown>>

/** Maps the columns of a table, or some of them. */
export function mapRows<Table extends string, Of extends Columns>(
  table: Table,
  columns: Of,
): RowMapper<Table, Of> {
  const mapped = Object.entries(columns).map(([name, { field = toCamelCase(name), codec }]) => ({
    name,
    field,
    encode: codec?.encode as ((value: unknown) => unknown) | undefined,
    decode: codec?.decode as ((stored: unknown) => unknown) | undefined,
  }))
  // Copied from a template, so that all values of a table share one hidden class.
  const empty: Record<string, unknown> = Object.fromEntries(mapped.map(({ field }) => [field, undefined]))
  const read = (row: Fields, names: readonly string[]): Fields => {
    const value = { ...empty }
    mapped.forEach(({ field, decode }, at) => {
      const stored = row[names[at]!]
      value[field] = decode === undefined ? stored : decode(stored)
    })
    return value
  }
  const write = (value: Fields, isWritten: (field: string) => boolean): Fields => {
    const row: Record<string, unknown> = {}
    for (const { name, field, encode } of mapped)
      if (isWritten(field)) row[name] = encode === undefined ? value[field] : encode(value[field])
    return row
  }
  const names = mapped.map(({ name }) => name)
  const mapper = {
    columns: names,
    toRow: (value: Fields) => write(value, () => true),
    toChange: (change: Fields) => write(change, (field) => change[field] !== undefined),
    fromRow: (row: Fields) => read(row, names),
    prefixed(prefix: string) {
      const aliases = names.map((name) => `${prefix}_${name}`)
      return {
        columns: names.map((name, at) => `${table}.${name} as ${aliases[at]}`),
        fromRow: (row: Fields) => (row[aliases[0]!] === null ? undefined : read(row, aliases)),
      }
    },
  }
  // The types of the fields follow from the columns, but the compiler cannot infer them through the loops.
  return mapper as unknown as RowMapper<Table, Of>
}

const toCamelCase = (name: string): string =>
  name.replace(/_([a-z])/g, (_match, letter: string) => letter.toUpperCase())
