import { type RawBuilder, sql } from 'kysely'

/** An invariant of the books. */
export interface Invariant {
  /** Permanent: operators and alerts refer to it. */
  readonly name: string
  /** The rule, in one sentence for an operator. */
  readonly rule: string
  /** The remedy for a violation. */
  readonly action: string
  /** Whether it holds only after a server has run, with its own password hashes, card vault and recurring jobs. */
  readonly needsServer?: boolean
  /** Selects the rows that break it: the id first, then the figures to compare. No column holds a secret. */
  readonly find: (facts: Facts) => RawBuilder<unknown>
}

/** The context of an audit. All times are milliseconds since the epoch. */
export interface Facts {
  readonly json: JsonSql
  readonly isPostgres: boolean
  readonly isProduction: boolean
  /** The real time. */
  readonly realNow: number
  /** An upper bound of service clock times in the books; a sandbox's clock may have been set back since. */
  readonly latest: number
  /** The id of the audit row that recorded the last replacement of a sandbox's data; 0 if none. */
  readonly replacedAt: number
  /** Whether no later row of the audit log has been archived. */
  readonly hasAllEvents: boolean
}

type Text = RawBuilder<unknown>
type Path = readonly (string | number)[]

/** JSON functions in the SQL of an engine. A value that is missing or of another type is null. */
export interface JsonSql {
  text(json: Text, ...path: Path): Text
  /** An integer. */
  number(json: Text, ...path: Path): Text
  /** 1 or 0. */
  flag(json: Text, ...path: Path): Text
  /** A source of rows for a `from`: one row for each item of a list, under an alias. */
  each(alias: string, json: Text, ...path: Path): Text
  /** The item of such a row, a record, as JSON. */
  item(alias: string): Text
  /** The item of such a row, a number or a text, as text. */
  itemText(alias: string): Text
  /** Its position in the list, from 0. */
  position(alias: string): Text
  /** Whether a text parses as a list or as a record. */
  isReadable(json: Text, kind: 'array' | 'object'): Text
}

const sqlitePath = (path: Path) =>
  sql.lit(`$${path.map((part) => (typeof part === 'number' ? `[${part}]` : `.${part}`)).join('')}`)

const extracted = (json: Text, path: Path) => sql`json_extract(${json}, ${sqlitePath(path)})`

export const sqliteJson: JsonSql = {
  text: (json, ...path) => extracted(json, path),
  // Cast, because SQLite builds no automatic index for a join by a column without a type.
  number: (json, ...path) =>
    sql`cast(case json_type(${json}, ${sqlitePath(path)}) when 'integer' then ${extracted(json, path)} end as bigint)`,
  flag: (json, ...path) => extracted(json, path),
  each: (alias, json, ...path) => sql`json_each(${json}, ${sqlitePath(path)}) as ${sql.ref(alias)}`,
  item: (alias) => sql.ref(`${alias}.value`),
  itemText: (alias) => sql`cast(${sql.ref(`${alias}.value`)} as text)`,
  position: (alias) => sql.ref(`${alias}.key`),
  isReadable: (json, kind) =>
    sql`(case when json_valid(${json}) then json_type(${json}) = ${sql.lit(kind)} else false end)`,
}

const postgresPath = (path: Path) => sql.lit(`{${path.join(',')}}`)

const value = (json: Text, path: Path) => sql`(cast(${json} as jsonb) #> ${postgresPath(path)})`

const valueText = (json: Text, path: Path) => sql`(cast(${json} as jsonb) #>> ${postgresPath(path)})`

export const postgresJson: JsonSql = {
  text: (json, ...path) => valueText(json, path),
  // As a bigint, so that a division is an integer division.
  number: (json, ...path) =>
    sql`case when ${valueText(json, path)} ~ '^-?[0-9]{1,18}$' then cast(${valueText(json, path)} as bigint) end`,
  flag: (json, ...path) => sql`case ${valueText(json, path)} when 'true' then 1 when 'false' then 0 end`,
  each: (alias, json, ...path) => sql`jsonb_array_elements(
    case jsonb_typeof(${value(json, path)}) when 'array' then ${value(json, path)} else '[]' end)
    with ordinality as ${sql.ref(alias)} (value, key)`,
  item: (alias) => sql.ref(`${alias}.value`),
  itemText: (alias) => valueText(sql.ref(`${alias}.value`), []),
  position: (alias) => sql`(${sql.ref(`${alias}.key`)} - 1)`,
  isReadable: (json, kind) => sql`(${json} is json ${sql.raw(kind)})`,
}

/** A number that differs from audit to audit: a parameter, so that the text of a statement never changes. */
export const given = (amount: number): Text => sql`cast(${amount} as bigint)`

/** A boolean that differs from database to database, as a parameter. */
export const truth = (isTrue: boolean): Text => sql`(${given(isTrue ? 1 : 0)} = 1)`

/** Some literals, for an `in`. */
export const oneOf = (values: readonly string[]): Text =>
  sql`(${sql.join(values.map((each) => sql.lit(each)))})`

/** A `union all` of several selects. */
export const allOf = (selects: readonly Text[]): Text => sql.join(selects, sql` union all `)
