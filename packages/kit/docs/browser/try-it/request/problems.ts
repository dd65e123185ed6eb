import { findAt, type Json, parsePointer } from '@contract-kit/json-schema/json'
import { evaluate, type Direction, type Failure, type SchemaNode } from '@contract-kit/json-schema/schemas'
import type { ApiMedia } from '@contract-kit/openapi/open'
import { toList } from '../../../src/openapi/json.ts'
import { kindOfBody, parseJson, toFieldText } from '../../../src/openapi/operations.ts'
import type { FormField } from './form.ts'
import { toTyped, toValue } from './typed.ts'

/** The text below a body, and the height of its input in rows. */
export interface BodyHint {
  readonly rows: number
  readonly verdict: string
  /** The first problems; empty if there are none. */
  readonly problems: readonly string[]
}

const mostProblems = 8
const fewestRows = 4
const mostRows = 24

/** Returns why the server would reject a body, one sentence per problem; empty if the document allows it. */
export function findBodyProblems(body: ApiMedia, text: string): readonly string[] {
  if (kindOfBody(body) !== 'json') return []
  const value = parseJson(text)
  if (value === undefined) {
    const offset = findJsonError(text) ?? text.length
    return [`Request body is not valid JSON: see line ${text.slice(0, offset).split('\n').length}`]
  }
  return body.schema === undefined ? [] : findProblems(body.schema, value, 'Request body', 'request')
}

/** Returns why the server would reject the value of a field; undefined if the document allows it. */
export function findFieldProblem(
  { name, required, schema }: Pick<FormField, 'name' | 'required' | 'schema'>,
  text: string,
): string | undefined {
  const typed = text.trim()
  if (typed === '') return required ? `${name} is required` : undefined
  if (schema === undefined) return undefined
  return findProblems(schema, toTyped(schema, toValue(schema, typed)), name, 'request')[0]
}

/** Returns the schema violations of a value, one sentence each. For requests they are hints: only the server decides. */
export function findProblems(
  schema: SchemaNode,
  value: Json,
  name: string,
  direction: Direction,
): readonly string[] {
  const failures = explain(evaluate(schema, value, { direction }))
  return [
    ...new Set(
      failures.map(
        (failure) =>
          `${nameOf(name, failure.instancePointer)} ${failure.message}${listChoices(schema, failure)}`,
      ),
    ),
  ]
}

/** Replaces the failure of an alternative with the failures of its closest branch, the one with the fewest. */
function explain(failures: readonly Failure[]): readonly Failure[] {
  return failures.flatMap((failure) => {
    const [nearest = []] = failure.branches.toSorted((a, b) => a.length - b.length)
    return nearest.length === 0 ? [failure] : explain(nearest)
  })
}

/** Returns the name of a part for messages: `cards[0].amount`. Members of a body are named without the body. */
function nameOf(whole: string, pointer: string): string {
  const path = parsePointer(pointer)
    .map((token) => (/^\d+$/.test(token) ? `[${token}]` : `.${token}`))
    .join('')
  return path.startsWith('.') && whole.endsWith(' body') ? path.slice(1) : `${whole}${path}`
}

function listChoices({ set }: SchemaNode, { keyword, documentUri, schemaPointer }: Failure): string {
  if (keyword !== 'enum' && keyword !== 'const') return ''
  const listed = findAt(set.node(documentUri).schema, schemaPointer)
  const choices = keyword === 'const' ? [listed] : toList(listed)
  return `: ${choices.map((choice) => toFieldText(choice as Json)).join(', ')}`
}

/** Returns the hint for a body with these problems. */
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
// All characters from the space on, except the quotation mark and the backslash.
const text = /"(?:[ !#-[\]-\u{10ffff}]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"/uy
const plain = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/y

/** Returns the offset where a text stops being JSON (RFC 8259); `undefined` for valid JSON. Browsers often do not report it. */
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
