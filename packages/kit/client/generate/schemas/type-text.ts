import { writeJson } from '@contract-kit/json-schema/json'
import { quote, quoteKey, unionLines } from '../text.ts'

/** The text of a type, and how tightly it binds. */
export interface Type {
  readonly text: string
  readonly binds: 'or' | 'and' | 'prefix' | 'tight'
  /** The members of a union, for a declaration that needs more than one line. */
  readonly parts?: readonly string[]
}

const strength = { or: 0, and: 1, prefix: 2, tight: 3 } as const

export function tight(text: string): Type {
  return { text, binds: 'tight' }
}

export const unknownType = tight('unknown')
export const nullType = tight('null')

/**
 * Returns the text of a type, in parentheses if it binds less tightly than required.
 */
function within(type: Type, binds: Type['binds']): string {
  return strength[type.binds] < strength[binds] ? `(${type.text})` : type.text
}

/** Returns a union without duplicates. `unknown` absorbs all other types. */
export function unionOf(types: readonly Type[]): Type {
  if (types.some(({ text }) => text === 'unknown')) return unknownType
  const texts = types.flatMap((type) =>
    type.binds === 'or' && type.parts !== undefined ? type.parts : [within(type, 'prefix')],
  )
  const parts = [...new Set(texts)].filter((text, _, all) => text !== 'never' || all.length === 1)
  const [only] = parts
  if (only === undefined) return tight('never')
  if (parts.length === 1) return types.find(({ text }) => text === only) ?? tight(only)
  return { text: parts.join(' | '), binds: 'or', parts }
}

/** Returns an intersection without duplicates. `unknown` adds nothing to it. */
export function intersectionOf(types: readonly Type[]): Type {
  const telling = types.filter(({ text }) => text !== 'unknown')
  const [only] = telling
  if (only === undefined) return unknownType
  if (new Set(telling.map(({ text }) => text)).size === 1) return only
  return { text: [...new Set(telling.map((type) => within(type, 'prefix')))].join(' & '), binds: 'and' }
}

export function arrayOf(items: Type, isReadonly: boolean): Type {
  const text = `${within(items, 'tight')}[]`
  return isReadonly ? { text: `readonly ${text}`, binds: 'prefix' } : tight(text)
}

export function tupleOf(
  items: readonly { readonly type: Type; readonly isRequired: boolean }[],
  rest: Type | undefined,
  isReadonly: boolean,
): Type {
  const parts = items.map(({ type, isRequired }) => (isRequired ? type.text : `${within(type, 'tight')}?`))
  if (rest !== undefined) parts.push(`...${arrayOf(rest, false).text}`)
  const text = `[${parts.join(', ')}]`
  return isReadonly ? { text: `readonly ${text}`, binds: 'prefix' } : tight(text)
}

/** Returns the type of one JSON value. */
export function literalType(value: unknown): Type {
  if (typeof value === 'string') return tight(quote(value))
  if (Array.isArray(value)) return tight(`[${value.map((item) => literalType(item).text).join(', ')}]`)
  if (typeof value !== 'object' || value === null) return tight(writeJson(value))
  const members = Object.entries(value).map(
    ([key, member]) => `${quoteKey(key)}: ${literalType(member).text}`,
  )
  return tight(members.length === 0 ? 'Record<string, never>' : `{ ${members.join('; ')} }`)
}

/** One member of an interface or object type. */
export interface MemberText {
  readonly doc: readonly string[]
  readonly text: string
}

/** Returns the lines of members between braces. */
export function memberLines(members: readonly MemberText[]): readonly string[] {
  return members.flatMap(({ doc, text }) => [...doc, text])
}

/** Returns an object type, on one line if it is short and has no doc comments. */
export function objectType(members: readonly MemberText[], indent: string): Type {
  const line = `{ ${members.map(({ text }) => text.trim()).join('; ')} }`
  const isShort = line.length <= 80 && !line.includes('\n') && members.every(({ doc }) => doc.length === 0)
  return tight(isShort ? line : ['{', ...memberLines(members), `${indent}}`].join('\n'))
}

/** Returns `export type Name = …`, with one line per member for a long union. */
export function typeDeclaration(name: string, type: Type): string {
  return unionLines(`export type ${name} = `, type.parts ?? [type.text]).join('\n')
}
