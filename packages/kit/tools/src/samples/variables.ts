import { splitPlaceholders, toPlaceholder } from '@contract-kit/openapi/wire'
import { writeJson } from '@contract-kit/json-schema/json'
import type { Json } from '../documents/json.ts'

/** A text with `${NAME}` marked as a variable. */
export function markText(text: string): string {
  return text.replaceAll(/\$\{([A-Z][A-Z0-9_]*)\}/g, (_, name: string) => toPlaceholder(name))
}

/** A value of JSON with the variables of its texts marked. */
export function markVariables(value: unknown): Json {
  if (typeof value === 'string') return markText(value)
  if (Array.isArray(value)) return value.map(markVariables)
  if (typeof value === 'number' || typeof value === 'bigint' || typeof value === 'boolean') return value
  if (typeof value !== 'object' || value === null) return null
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, markVariables(member)]))
}

/** Whether a text, or any text of a value, has a variable. */
export function hasVariables(value: Json): boolean {
  return splitPlaceholders(writeJson(value)).length > 1
}

/** A text as a language writes it. */
export interface TextSyntax {
  /** A text without variables as a literal. */
  readonly quote: (text: string) => string
  /** A variable as an expression. */
  readonly variable: (name: string) => string
  /** Between literals and variables. */
  readonly join: string
}

/** The text as an expression: a literal, or literals and variables that are joined. */
export function toExpression(text: string, syntax: TextSyntax): string {
  const parts = splitPlaceholders(text).map((part, index) => ({ part, isName: index % 2 === 1 }))
  if (parts.length === 1) return syntax.quote(text)
  return parts
    .filter(({ part, isName }) => isName || part !== '')
    .map(({ part, isName }) => (isName ? syntax.variable(part) : syntax.quote(part)))
    .join(syntax.join)
}

/** The text with each variable as `write` makes it, and the text around them as `escape` makes it. */
export function interpolate(
  text: string,
  escape: (text: string) => string,
  write: (name: string, after: string) => string,
): string {
  const parts = splitPlaceholders(text)
  return parts
    .map((part, index) => (index % 2 === 1 ? write(part, parts[index + 1] ?? '') : escape(part)))
    .join('')
}
