import { isObject, own, writeJson, type Json } from '@contract-kit/json-schema/json'
import { findReferenced, isValid, schemasAt, type SchemaNode } from '@contract-kit/json-schema/schemas'
import type { ApiMedia } from '@contract-kit/openapi'
import { sketchSchema, type Sketch, type SketchField } from '@contract-kit/resources/exchanges'
import { wordsOf } from '@contract-kit/resources/words'
import { exampleOf, fitValue } from '../values/fit.ts'
import { placeOf, problemMap, sourceOf, tokensOf } from './places.ts'
import { fieldNames, messages, statuses, textFor, titleOf, type ErrorPart } from './text.ts'
import { chooseExample, closenessOf, type ErrorFacts } from './words.ts'

/**
 * Builds an error body in its documented shape. Messages and numbers describe the error; codes and titles come from the documented example
 * if it matches the status. Values known only from the example are omitted unless the schema requires them.
 */
export function errorBody(
  media: ApiMedia | undefined,
  status: number,
  facts: ErrorFacts,
  isExact: boolean,
): Json {
  const schema = media?.schema
  const part = { ...facts, status }
  if (media === undefined || schema === undefined)
    return { type: 'about:blank', title: titleOf(status), status, detail: facts.message }
  const example = exampleFor(media, schema, part, isExact)
  const candidates = branchesOf(schema).map((node) => {
    const value = fitValue(node, fill(sketchSchema(node), part, example, 0) ?? example ?? {})
    const text = writeJson(value)
    const says = Number(text.includes(writeJson(facts.message).slice(1, -1)))
    const valid = Number(isValid(schema, value, { direction: 'response' }))
    const lists = (facts.problems ?? []).filter(({ message }) => text.includes(writeJson(message))).length
    return {
      value,
      score: valid * 1000 + says * 100 + lists * 10 + Math.min(9, closenessOf(value, facts, status)),
    }
  })
  const [best] = candidates.toSorted((one, other) => other.score - one.score)
  if (best !== undefined && best.score >= 1000) return best.value
  return fitValue(schema, fill(sketchSchema(schema), part, example, 0) ?? example ?? {})
}

/** The example whose code and title apply to this error; undefined if there is none. */
function exampleFor(
  media: ApiMedia,
  schema: SchemaNode,
  part: ErrorPart,
  isExact: boolean,
): Json | undefined {
  const chosen = chooseExample(media.examples, part, part.status)?.value ?? exampleOf(schema)
  if (chosen === undefined) return undefined
  const shown = isObject(chosen) ? (own(chosen, 'status') ?? own(chosen, 'statusCode')) : undefined
  if (typeof shown === 'number') return shown === part.status ? chosen : undefined
  return isExact && media.examples.length > 0 ? chosen : undefined
}

/** The alternatives of a schema; the schema itself if it has none. */
function branchesOf(schema: SchemaNode): readonly SchemaNode[] {
  const node = findReferenced(schema) ?? schema
  const lists = ['oneOf', 'anyOf'].map((keyword) => schemasAt(node, keyword))
  return lists.find(({ length }) => length > 1) ?? [schema]
}

/** Fills an outline with the facts of an error, by property name. */
function fill(sketch: Sketch, part: ErrorPart, example: Json | undefined, depth: number): Json | undefined {
  if (depth > 4) return undefined
  if (sketch.types.has('array') && !sketch.types.has('object')) {
    const items = sketch.items()
    const item = items && fill(items, part, Array.isArray(example) ? example[0] : undefined, depth + 1)
    return item === undefined ? undefined : [item]
  }
  const fields = sketch.fields()
  if (fields.size === 0) return isText(sketch) ? part.message : undefined
  const names = new Set([...fields.keys()].map(plain))
  const body: Record<string, Json> = {}
  for (const [name, field] of fields) {
    const shown = own(example, name)
    const value = fillField(plain(name), field, part, shown, names, depth)
    if (value !== undefined) body[name] = value
    else if (field.isRequired && shown !== undefined) body[name] = shown
  }
  return body
}

const plain = (name: string): string => wordsOf(name).join('')

const lists = new Set(
  'errors error details detail violations problems issues fielderrors fields invalidparams invalidparameters invalidfields validationerrors messages causes suberrors innererrors validation'.split(
    ' ',
  ),
)

const isText = ({ types, fields }: Sketch): boolean =>
  (types.size === 0 || types.has('string')) && fields().size === 0

function fillField(
  key: string,
  field: SketchField,
  part: ErrorPart,
  example: Json | undefined,
  names: ReadonlySet<string>,
  depth: number,
): Json | undefined {
  const { sketch } = field
  const { types } = sketch
  if (key === 'success' || key === 'ok') return types.has('boolean') ? false : undefined
  if (types.has('array') && !isText(sketch)) return fillList(key, field, part, example, names, depth)
  if (sketch.fields().size > 0) {
    // JSON:API gives the location of a problem as an object.
    if (key === 'source' && part.problem === undefined && !field.isRequired) return undefined
    if (lists.has(key) && isMeta(key) && !field.isRequired) return undefined
    return key === 'source' && part.problem !== undefined
      ? sourceOf(sketch, part.problem)
      : fill(sketch, part, example, depth + 1)
  }
  const map = lists.has(key) ? problemMap(sketch, part.problems ?? []) : undefined
  if (map !== undefined) return map
  if ((types.has('integer') || types.has('number')) && statuses.has(key)) return part.status
  return isText(sketch) ? textFor(key, field, part, example, names) : undefined
}

/** Objects with details that only the real API knows. */
const isMeta = (key: string): boolean => key === 'details' || key === 'fields'

/** The list of problems of a request. If no other property holds the message, lists the error itself. */
function fillList(
  key: string,
  { sketch, isRequired }: SketchField,
  part: ErrorPart,
  example: Json | undefined,
  names: ReadonlySet<string>,
  depth: number,
): Json | undefined {
  const items = sketch.items()
  const { problem, problems = [] } = part
  if (items === undefined) return undefined
  if (problem !== undefined) {
    // FastAPI gives the location as a list: `["body", "name"]`.
    const isPlace = key === 'loc' || fieldNames.has(key)
    return isPlace ? [problem.in, ...tokensOf(problem)] : undefined
  }
  if (!lists.has(key)) return undefined
  const shown = Array.isArray(example) ? example[0] : undefined
  if (problems.length > 0) {
    return problems.flatMap((one) => {
      if (isText(items)) return [`${placeOf(one)} ${one.message}`.trim()]
      const facts = { ...part, problem: one, message: one.message }
      return fill(items, facts, undefined, depth + 1) ?? []
    })
  }
  const isShownElsewhere = [...names].some((name) => name !== key && (messages.has(name) || name === 'title'))
  if (isShownElsewhere) return isRequired ? [] : undefined
  const item = isText(items) ? part.message : fill(items, part, shown, depth + 1)
  return item === undefined ? undefined : [item]
}
