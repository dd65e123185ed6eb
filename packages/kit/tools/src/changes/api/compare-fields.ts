import { type Json, type JsonObject, toObject, toText } from '../../documents/json.ts'
import type { Role } from '../change.ts'
import { type Comparison, describeDifference, isSame, rate, report, reportWording } from '../comparison.ts'
import { type Place, within } from '../place.ts'
import { judgeDeprecation, removalImpact } from '../policies.ts'
import { compareSchemas } from '../schemas/compare-schemas.ts'
import { typesOf } from '../schemas/keywords.ts'
import { readSchema } from '../schemas/read-schema.ts'
import { follow, type Side } from '../side.ts'

/** Parameters or headers, by their identity. */
export type Fields = ReadonlyMap<string, { readonly name: string; readonly field: JsonObject }>

/**
 * Compares parameters or headers. Sent fields must not get more requirements, and received fields must not be removed.
 */
export function compareFields(
  comparison: Comparison,
  role: Role,
  place: Place,
  kind: 'parameter' | 'header',
  [before, after]: readonly [Fields, Fields],
): void {
  const noun = kind === 'parameter' ? 'Parameter' : 'Header'
  for (const [key, { name, field }] of before) {
    const now = after.get(key)?.field
    const inside = within(place, `${kind} ${name}`)
    if (now !== undefined) compareField(comparison, role, inside, kind, field, now)
    else if (field['in'] !== 'path' || [...after.values()].every((other) => other.field['in'] !== 'path')) {
      const rule = kind === 'parameter' ? 'parameter-removed' : 'response-header-removed'
      const impact = removalImpact(field, comparison.policies)
      const what = `${noun} \`${name}\` was removed.`
      report(comparison, { impact, rule, place: inside, what, nodes: [field, undefined] })
    }
  }
  for (const [key, { name, field }] of after) {
    if (before.has(key)) continue
    // A new path parameter belongs to a new path, or replaces a renamed one.
    const isDemanded = role === 'sent' && field['required'] === true && field['in'] !== 'path'
    const what = isDemanded ? `${noun} \`${name}\` is new and required.` : `${noun} \`${name}\` is new.`
    const rated = rate(isDemanded, 'parameter-became-required')
    report(comparison, { ...rated, place: within(place, `${kind} ${name}`), what, nodes: [undefined, field] })
  }
}

function compareField(
  comparison: Comparison,
  role: Role,
  place: Place,
  kind: 'parameter' | 'header',
  before: JsonObject,
  after: JsonObject,
): void {
  const nodes = [before, after] as const
  compareRequired(comparison, role, place, kind, before, after)
  const problem = judgeDeprecation(before, after, comparison.policies)
  if (problem !== undefined) report(comparison, { impact: 'major', ...problem, place, nodes })
  for (const flag of ['deprecated', 'allowEmptyValue', 'allowReserved']) {
    const [old, young] = [before[flag] === true, after[flag] === true]
    if (old === young) continue
    const isBreaking = flag !== 'deprecated' && young === (role === 'received')
    const what = describeDifference(flag, before[flag], after[flag])
    const rated = rate(isBreaking, 'parameter-serialization-changed')
    report(comparison, { ...rated, place, what, nodes })
  }
  compareSerialization(comparison, role, place, before, after)
  reportWording(comparison, place, nodes, fieldKeys)
}

const fieldKeys: ReadonlySet<string> = new Set([
  'in',
  'name',
  'required',
  'deprecated',
  'allowEmptyValue',
  'allowReserved',
  'style',
  'explode',
  'schema',
  'content',
])

function compareRequired(
  comparison: Comparison,
  role: Role,
  place: Place,
  kind: 'parameter' | 'header',
  before: JsonObject,
  after: JsonObject,
): void {
  const [old, young] = [before['required'] === true, after['required'] === true]
  if (old === young) return
  const isBreaking = young === (role === 'sent')
  const name = toText(before['name']) || (place.parts.at(-1)?.replace('header ', '') ?? '')
  const noun = kind === 'parameter' ? 'Parameter' : 'Header'
  const what = young ? `${noun} \`${name}\` became required.` : `${noun} \`${name}\` may be missing now.`
  const rule = role === 'sent' ? 'parameter-became-required' : 'response-header-optional'
  report(comparison, { ...rate(isBreaking, rule), place, what, nodes: [before, after] })
}

/** Compares the serialization of a value, by style or media type, and its schema. */
function compareSerialization(
  comparison: Comparison,
  role: Role,
  place: Place,
  before: JsonObject,
  after: JsonObject,
): void {
  const nodes = [before, after] as const
  const [old, young] = [before['content'], after['content']]
  if ((old === undefined) !== (young === undefined)) {
    const what =
      old === undefined ? 'It is written in a media type now.' : 'It is not written in a media type any more.'
    report(comparison, { impact: 'major', rule: 'media-type-given', place, what, nodes })
    return
  }
  if (old !== undefined) return compareContent(comparison, role, place, toObject(old), toObject(young))
  const { base, revision } = comparison
  const isWritten = isStructured(base, before) || isStructured(revision, after)
  const [was, is] = [styleOf(before), styleOf(after)]
  if (was.style !== is.style || (isWritten && was.explode !== is.explode)) {
    const what = `It was written in the style ${describeStyle(was)} and is written in ${describeStyle(is)}.`
    report(comparison, { impact: 'major', rule: 'parameter-serialization-changed', place, what, nodes })
  }
  compareSchemas({ comparison, role, mediaType: '' }, place, before['schema'], after['schema'])
}

/** Whether a value has several parts, which a style joins. */
function isStructured(side: Side, { schema }: JsonObject): boolean {
  const types = typesOf(readSchema(side, schema))
  return types.has('array') || types.has('object')
}

interface Style {
  readonly style: string
  readonly explode: boolean
}

/** OpenAPI 3.1.1, section 4.8.12.2.2. */
function styleOf({ in: place, style: given, explode }: JsonObject): Style {
  const style =
    typeof given === 'string' ? given : place === 'query' || place === 'cookie' ? 'form' : 'simple'
  return { style, explode: typeof explode === 'boolean' ? explode : style === 'form' }
}

const describeStyle = ({ style, explode }: Style): string => `\`${style}\`${explode ? ', exploded' : ''}`

/** Compares media types. A removed one may be covered by a remaining range, such as `text/*`. */
export function compareContent(
  comparison: Comparison,
  role: Role,
  place: Place,
  before: JsonObject,
  after: JsonObject,
): void {
  const [old, young] = [byMediaType(before), byMediaType(after)]
  for (const [type, media] of old) {
    const now = young.get(type) ?? covering(young, type)
    if (now !== undefined) compareMedia(comparison, role, place, type, media, now)
    else {
      const what = `The media type \`${type}\` was removed.`
      report(comparison, {
        impact: 'major',
        rule: 'media-type-removed',
        place,
        what,
        nodes: [media, undefined],
      })
    }
  }
  for (const [type, media] of young) {
    if (old.has(type)) continue
    const was = covering(old, type)
    if (was !== undefined) compareMedia(comparison, role, place, type, was, media)
    else {
      const what = `The media type \`${type}\` is new.`
      report(comparison, { impact: 'minor', rule: 'compatible', place, what, nodes: [undefined, media] })
    }
  }
}

/** Media types are the same in any case and with any white space (RFC 9110, section 8.3.1). */
function byMediaType(content: JsonObject): ReadonlyMap<string, Json> {
  return new Map(
    Object.entries(content).map(([type, media]) => [type.toLowerCase().replaceAll(' ', ''), media]),
  )
}

function covering(content: ReadonlyMap<string, Json>, type: string): Json | undefined {
  const [main] = type.split('/')
  return content.get(type.split(';')[0] ?? '') ?? content.get(`${main}/*`) ?? content.get('*/*')
}

function compareMedia(
  comparison: Comparison,
  role: Role,
  place: Place,
  mediaType: string,
  before: Json,
  after: Json,
): void {
  const { base, revision } = comparison
  const [old, young] = [follow(base, before), follow(revision, after)]
  const context = { comparison, role, mediaType }
  compareSchemas(context, place, old['schema'], young['schema'])
  compareSchemas(context, within(place, 'each item'), old['itemSchema'], young['itemSchema'])
  for (const field of ['encoding', 'prefixEncoding', 'itemEncoding']) {
    if (isSame(old[field], young[field])) continue
    const what = describeDifference(field, old[field], young[field])
    report(comparison, { impact: 'major', rule: 'encoding-changed', place, what, nodes: [old, young] })
  }
  reportWording(comparison, place, [old, young], mediaFields)
}

const mediaFields: ReadonlySet<string> = new Set([
  'schema',
  'itemSchema',
  'encoding',
  'prefixEncoding',
  'itemEncoding',
])
