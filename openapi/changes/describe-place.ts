import { segmentsOf } from './pointer.ts'
import type { FoundChange } from './found-change.ts'

/** Where a change is, for a person: `POST /v3/carts, answer 200, cards[].cost (schema CartCard)`. */
export function describePlace(change: FoundChange): string {
  const [root = '', ...rest] = segmentsOf(change.path)
  if (root !== 'paths') return [root, ...rest].join(' ') || 'the document'
  const [path = '', method, ...inner] = rest
  const isOperation = method !== undefined && methods.has(method)
  const subject = isOperation ? `${method.toUpperCase()} ${path}` : path
  const parts = partsOf(isOperation ? inner : rest.slice(1), change)
  return [subject, ...parts].join(', ') + describeSchema(change)
}

const methods: ReadonlySet<string> = new Set(['get', 'put', 'post', 'delete', 'patch', 'head', 'options'])

/** What stands before the schema, each with its name, then the way through the schema in one piece. */
function partsOf(segments: readonly string[], change: FoundChange): readonly string[] {
  const [first, second, ...rest] = segments
  if (first === undefined) return []
  if (first === 'requestBody') return ['request body', ...partsOf(segments.slice(1), change)]
  if (second !== undefined) {
    if (first === 'responses') return [`answer ${second}`, ...partsOf(rest, change)]
    if (first === 'headers') return [`header ${second}`, ...partsOf(rest, change)]
    if (first === 'parameters') return [describeParameter(change), ...partsOf(rest, change)]
    if (first === 'content') return partsOf(rest, change)
  }
  if (first === 'schema') {
    const way = wayThrough(segments.slice(1))
    return way === '' ? [] : [way]
  }
  return [segments.join(' ')]
}

/** A parameter is a number in the pointer; the name is in the component's pointer, where it is one. */
function describeParameter({ base, revision }: FoundChange): string {
  const [, kind, name] = segmentsOf((revision ?? base)?.pointer ?? '')
  return kind === 'parameters' && name !== undefined ? `parameter ${name}` : 'a parameter'
}

/** `cards[].cost`; a choice is told apart, `couponData, variant 1: type`. */
function wayThrough([first, ...rest]: readonly string[]): string {
  if (first === undefined) return ''
  if (first === '$ref') return wayThrough(rest)
  const [second, ...others] = rest
  if (first === 'items') return join('[]', wayThrough(rest))
  if (first === 'additionalProperties') return join('{}', wayThrough(rest))
  if (second === undefined) return first
  if (first === 'properties') return join(second, wayThrough(others))
  if (!choices.has(first)) return [first, ...rest].join(' ')
  const variant = `variant ${Number(second) + 1}`
  return others.length === 0 ? variant : `${variant}: ${wayThrough(others)}`
}

const choices: ReadonlySet<string> = new Set(['oneOf', 'anyOf', 'allOf'])

function join(before: string, after: string): string {
  if (after === '' || /^[[{]/.test(after)) return before + after
  return after.startsWith('variant ') ? `${before}, ${after}` : `${before}.${after}`
}

function describeSchema({ base, revision }: FoundChange): string {
  const [, kind, name] = segmentsOf((revision ?? base)?.pointer ?? '')
  return kind === 'schemas' && name !== undefined ? ` (schema ${name})` : ''
}
