import { followReference } from '../../../src/openapi/json.ts'
import type { DeclaredBody } from '../../../src/openapi/operations.ts'
import { findProblems } from '../schema/problems.ts'
import { kindOfBody } from './body.ts'
import type { FormField } from './form.ts'
import { toItems } from './parameters.ts'

/** What is said below a body, and how high its field is. */
export interface BodyHint {
  readonly rows: number
  readonly verdict: string
  /** The first problems; empty where there are none. */
  readonly problems: readonly string[]
}

const mostProblems = 8
const fewestRows = 4
const mostRows = 24

/** Why the server will reject a body, one sentence for each problem; none where the document allows it. */
export function findBodyProblems(document: unknown, body: DeclaredBody, text: string): readonly string[] {
  if (kindOfBody(document, body) !== 'json') return []
  const offset = findJsonError(text)
  if (offset !== undefined) {
    return [`Request body is not valid JSON: see line ${text.slice(0, offset).split('\n').length}`]
  }
  return body.schema === undefined ? [] : findProblems(document, body.schema, JSON.parse(text))
}

/** Why the server will reject the value of a field; undefined where the document allows it. */
export function findFieldProblem(
  document: unknown,
  field: Pick<FormField, 'name' | 'required' | 'schema'>,
  value: string,
): string | undefined {
  if (value.trim() === '') return field.required ? `${field.name} is required` : undefined
  const schema = followReference(document, field.schema)
  const types = typeof schema['type'] === 'string' ? [schema['type']] : []
  if (types.includes('array')) {
    const items = toItems(value.trim()).map((item) =>
      toTyped(followReference(document, schema['items']), item),
    )
    return findProblems(document, schema, items, field.name)[0]
  }
  if (types.includes('object')) return undefined
  return findProblems(document, schema, toTyped(schema, value.trim()), field.name)[0]
}

/** Text as the value that a schema means. */
function toTyped(schema: { readonly type?: unknown }, text: string): unknown {
  const { type } = schema
  if ((type === 'integer' || type === 'number') && text !== '' && Number.isFinite(Number(text)))
    return Number(text)
  return type === 'boolean' && /^(?:true|false)$/.test(text) ? text === 'true' : text
}

/** What to say about a body with these problems. */
export function toBodyHint(body: string, problems: readonly string[], isChecked: boolean): BodyHint {
  const lines = body.split('\n').length
  const count = `${lines} ${lines === 1 ? 'line' : 'lines'}`
  const rest = problems.length - mostProblems
  return {
    rows: Math.min(Math.max(lines, fewestRows), mostRows),
    verdict: problems.length === 0 && isChecked ? `${count}, as the document describes it` : count,
    problems: rest > 0 ? [...problems.slice(0, mostProblems), `and ${rest} more`] : problems,
  }
}

const blank = /[ \t\n\r]*/y
// Everything from the blank on, but the quotation mark and the backslash.
const text = /"(?:[ !#-[\]-\u{10ffff}]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"/uy
const plain = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/y

/** Where a text stops being JSON (RFC 8259), as an offset; `undefined` for JSON. Browsers often do not tell. */
export function findJsonError(json: string): number | undefined {
  let at = 0
  const skip = (pattern: RegExp): boolean => {
    pattern.lastIndex = at
    const found = pattern.exec(json)
    at += found?.[0].length ?? 0
    return found !== null
  }
  const take = (character: string): boolean => {
    skip(blank)
    if (json[at] !== character) return false
    at += 1
    return true
  }
  const takeList = (end: string, takeItem: () => boolean): boolean => {
    if (take(end)) return true
    while (takeItem()) {
      if (take(end)) return true
      if (!take(',')) return false
    }
    return false
  }
  const takeMember = (): boolean => {
    skip(blank)
    return skip(text) && take(':') && takeValue()
  }
  const takeValue = (): boolean => {
    if (take('{')) return takeList('}', takeMember)
    if (take('[')) return takeList(']', takeValue)
    return skip(text) || skip(plain)
  }
  const isValue = takeValue()
  skip(blank)
  return isValue && at === json.length ? undefined : at
}
