import { isObject, type Json, own } from '@contract-kit/json-schema/json'
import { findKeyword } from '@contract-kit/json-schema/schemas'
import { essenceOf } from '@contract-kit/openapi'
import { type Sketch, type SketchPlace, sketchSchema, walkSketch } from '@contract-kit/resources/exchanges'
import { Refusal } from '../http/call.ts'
import { choicesOf } from '../document/states.ts'
import { bodyOutline } from '../document/writable.ts'
import { isJsonMedia } from '../http/represent.ts'
import type { Content } from '../state/item.ts'
import { afterwards, withBody, withInput } from './effects.ts'
import { everywhere, type FaultKind, type Site } from './fault.ts'
import { isRead } from './item-site.ts'

/** Returns the stored value for a sent one; undefined drops it. */
type Change = (value: Json, sketch: Sketch) => Json | undefined

/** Stores values incorrectly: `change` returns another value for those it affects. */
const spoiling = (
  id: string,
  title: string,
  isAt: (sketch: Sketch) => boolean,
  change: Change,
): FaultKind => ({
  id,
  class: 'values',
  title,
  advice: 'Return the sent value in a response, and describe no change of it.',
  find: ({ operation, plan: { role } }: Site) => {
    const outline = bodyOutline(operation)
    const isStored = role.name === 'create' || role.name === 'replace' || role.name === 'patch'
    if (!isStored || outline === undefined) return []
    const hasPlace = writtenPlaces(outline).some(({ sketch }) => isAt(sketch))
    return everywhere(
      hasPlace
        ? {
            behave: withInput((input) =>
              withBody(input, (body) => spoil(body, outline, isAt, change) as Readonly<Record<string, Json>>),
            ),
          }
        : undefined,
    )
  },
})

function spoil(
  value: Json,
  sketch: Sketch | undefined,
  isAt: (sketch: Sketch) => boolean,
  change: Change,
): Json | undefined {
  if (sketch === undefined) return value
  if (isAt(sketch)) return change(value, sketch)
  if (Array.isArray(value)) return value.map((item) => spoil(item, sketch.items(), isAt, change) ?? null)
  if (!isObject(value)) return value
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, held]): [string, Json][] => {
      const changed = spoil(held, sketch.fields().get(name)?.sketch, isAt, change)
      return changed === undefined ? [] : [[name, changed]]
    }),
  )
}

/** Stores a text or file incorrectly. */
const ofContent = (id: string, title: string, change: (bytes: Buffer) => Buffer): FaultKind => ({
  id,
  class: 'values',
  title,
  advice: 'Document an operation that returns the text or the file.',
  find: (site) =>
    everywhere(
      isRead(site) && site.operation.body?.media.some(({ contentType }) => isContent(contentType)) === true
        ? {
            behave: afterwards(({ created, changed }, { world }) => {
              for (const item of [...created, ...changed.map(({ after }) => after)]) {
                const { content } = item
                if (content === undefined) continue
                const bytes = bytesOf(content)
                const spoilt = change(bytes)
                if (!spoilt.equals(bytes)) world.store.put({ ...item, content: withBytes(content, spoilt) })
              }
            }),
          }
        : undefined,
    ),
})

/** Whether a body is or contains a text or file. */
const isContent = (contentType: string): boolean => {
  const essence = essenceOf(contentType)
  return !isJsonMedia(essence) && essence !== 'application/x-www-form-urlencoded'
}

const bytesOf = (content: Content): Buffer =>
  'text' in content ? Buffer.from(content.text) : Buffer.from(content.base64, 'base64')
const withBytes = (content: Content, bytes: Buffer): Content =>
  'text' in content
    ? { ...content, text: bytes.toString() }
    : { ...content, base64: bytes.toString('base64') }

/** The server fails on an unusual but valid value. */
const failingOn = (
  id: string,
  title: string,
  isAt: (sketch: Sketch) => boolean,
  isOdd: (value: Json) => boolean,
): FaultKind => ({
  id,
  class: 'values',
  title,
  advice: 'Give the operation an example of a request with such a value.',
  find: ({ operation }) => {
    const places = [
      ...operation.parameters.flatMap(({ in: location, schema }) =>
        location === 'query' && schema !== undefined ? walkSketch(sketchSchema(schema), () => true) : [],
      ),
      ...writtenPlaces(bodyOutline(operation)),
    ]
    const holdsOdd = (value: Json): boolean =>
      isOdd(value) || (typeof value === 'object' && value !== null && Object.values(value).some(holdsOdd))
    return everywhere(
      places.some(({ sketch }) => isAt(sketch))
        ? {
            behave:
              (run, { deviates }) =>
              (input, call) => {
                const sent = input.body instanceof Uint8Array ? undefined : input.body
                const values = [sent, ...Object.values(input.query)].filter((value) => value !== undefined)
                if (!values.some((value) => holdsOdd(value as Json))) return run(input, call)
                deviates()
                throw new Refusal(500, 'Something went wrong')
              },
          }
        : undefined,
    )
  },
})

/** The places of a body, including inner objects, that a client may set. */
const writtenPlaces = (outline: Sketch | undefined): readonly SketchPlace[] =>
  outline === undefined
    ? []
    : walkSketch(outline, ({ depth }) => depth < 3).filter(({ isReadOnly }) => !isReadOnly)

/** Rejects valid texts because the length is not counted in code points (JSON Schema 2020-12, Validation, 6.3.1). */
const countingIn = (id: string, title: string, lengthOf: (text: string) => number): FaultKind => ({
  id,
  class: 'values',
  title,
  advice:
    'Give the texts of requests a `maxLength`, and document the response to an invalid request (400 or 422).',
  find: ({ operation }) => {
    const outline = bodyOutline(operation)
    const status = [400, 422].find((one) => operation.responses.has(String(one)))
    const limits = [...(outline?.fields() ?? [])].flatMap(([name, { sketch }]) => {
      const limit = sketch.nodes
        .map((node) => findKeyword(node, 'maxLength'))
        .find((one) => typeof one === 'number')
      return limit === undefined ? [] : [{ name, limit }]
    })
    return everywhere(
      status === undefined || limits.length === 0
        ? undefined
        : {
            behave:
              (run, { deviates }) =>
              (input, call) => {
                const body = input.body ?? null
                const long = limits.find(({ name, limit }) => {
                  const value = isObject(body) ? own(body, name) : undefined
                  return typeof value === 'string' && lengthOf(value) > limit
                })
                if (long === undefined) return run(input, call)
                deviates()
                throw new Refusal(status, `${long.name} is too long`)
              },
          },
    )
  },
})

const has = ({ nodes }: Sketch, ...keywords: readonly string[]): boolean =>
  nodes.some((node) => keywords.some((keyword) => findKeyword(node, keyword) !== undefined))

/** An unrestricted text property. */
const isFreeText = (sketch: Sketch): boolean =>
  sketch.types.has('string') && !has(sketch, 'enum', 'const', 'format', 'pattern')
const hasFormat =
  (format: string) =>
  ({ nodes }: Sketch): boolean =>
    nodes.some((node) => findKeyword(node, 'format') === format)
const isType =
  (type: string) =>
  (sketch: Sketch): boolean =>
    sketch.types.has(type) && !has(sketch, 'const')
const onText =
  (change: (text: string) => string | undefined) =>
  (value: Json): Json | undefined =>
    typeof value === 'string' ? change(value) : value
const onList =
  (change: (items: readonly Json[]) => readonly Json[]) =>
  (value: Json): Json =>
    Array.isArray(value) ? [...change(value)] : value

export const valueFaults: readonly FaultKind[] = [
  spoiling(
    'text-cut',
    'Long texts are truncated',
    isFreeText,
    onText((text) => Array.from(text).slice(0, 16).join('')),
  ),
  spoiling(
    'text-trimmed',
    'Spaces around texts are trimmed',
    isFreeText,
    onText((text) => text.trim()),
  ),
  spoiling(
    'text-lower-case',
    'Texts are converted to lower case',
    isFreeText,
    onText((text) => text.toLowerCase()),
  ),
  spoiling(
    'text-ascii-only',
    'Non-ASCII letters are replaced',
    isFreeText,
    onText((text) => text.replaceAll(/\P{ASCII}/gu, '?')),
  ),
  spoiling(
    'text-normalized',
    'Letters and accents are composed (Unicode NFC)',
    isFreeText,
    onText((text) => text.normalize('NFC')),
  ),
  spoiling(
    'text-without-emoji',
    'Characters beyond the basic plane, such as emoji, are lost',
    isFreeText,
    onText((text) => text.replaceAll(/[\u{10000}-\u{10ffff}]/gu, '')),
  ),
  spoiling(
    'text-escaped',
    'Texts are escaped for HTML',
    isFreeText,
    onText((text) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')),
  ),
  spoiling(
    'text-cut-at-null',
    'Texts end at U+0000',
    isFreeText,
    onText((text) => text.split('\0')[0] ?? ''),
  ),
  spoiling(
    'empty-text-lost',
    'An empty text is treated as no value',
    isFreeText,
    onText((text) => (text === '' ? undefined : text)),
  ),
  spoiling('number-rounded', 'Decimals are rounded', isType('number'), (value) =>
    typeof value === 'number' ? Math.round(value) : value,
  ),
  spoiling(
    'number-as-float',
    'Large numbers lose digits',
    (sketch) => isType('integer')(sketch) || isType('number')(sketch),
    (value) => (typeof value === 'number' ? Math.fround(value) : value),
  ),
  spoiling(
    'zero-lost',
    'Zero is treated as no value',
    (sketch) => isType('integer')(sketch) || isType('number')(sketch),
    (value) => (value === 0 ? undefined : value),
  ),
  spoiling('false-lost', '`false` is treated as no value', isType('boolean'), (value) =>
    value === false ? undefined : value,
  ),
  spoiling(
    'null-lost',
    'null is treated as no value',
    (sketch) => sketch.types.has('null'),
    (value) => (value === null ? undefined : value),
  ),
  spoiling('empty-list-lost', 'An empty list is treated as no value', isType('array'), (value) =>
    Array.isArray(value) && value.length === 0 ? undefined : value,
  ),
  spoiling(
    'list-sorted',
    'Lists are stored in another order',
    isType('array'),
    onList((items) => items.toReversed()),
  ),
  spoiling(
    'list-without-repeats',
    'Duplicate items of a list are removed',
    isType('array'),
    onList((items) => [...new Map(items.map((item) => [JSON.stringify(item), item])).values()]),
  ),
  spoiling(
    'list-cut',
    'Only the first item of a list is stored',
    isType('array'),
    onList((items) => items.slice(0, 1)),
  ),
  spoiling(
    'zone-lost',
    'The offset of a time is dropped',
    hasFormat('date-time'),
    onText((text) => text.replace(/[+-]\d\d:\d\d$/, 'Z')),
  ),
  spoiling(
    'time-of-day-lost',
    'The time of a day is lost',
    hasFormat('date-time'),
    onText((text) => text.replace(/T.*$/, 'T00:00:00Z')),
  ),
  spoiling(
    'fraction-lost',
    'The fraction of a second is lost',
    hasFormat('date-time'),
    onText((text) => text.replace(/\.\d+/, '')),
  ),
  spoiling(
    'choice-forgotten',
    'The first listed value is stored, regardless of the sent one',
    (sketch) => has(sketch, 'enum'),
    (value, sketch) => choicesOf(sketch.nodes)[0] ?? value,
  ),
  ofContent('content-cut', 'The last byte of a text or a file is lost', (bytes) => bytes.subarray(0, -1)),
  ofContent('content-trimmed', 'Space at the end of a text or a file is lost', (bytes) => {
    const text = bytes.toString('latin1')
    return bytes.subarray(0, text.trimEnd().length)
  }),
  ofContent('content-as-text', 'A text or a file is decoded as ASCII', (bytes) =>
    Buffer.from(bytes.map((byte) => (byte > 127 ? 63 : byte))),
  ),
  spoiling(
    'date-shifted',
    'Dates are a day earlier',
    hasFormat('date'),
    onText((text) => {
      const time = Date.parse(text)
      return Number.isNaN(time) ? text : new Date(time - 86_400_000).toISOString().slice(0, 10)
    }),
  ),
  failingOn(
    'fails-on-null',
    'null causes a 500',
    ({ types }) => types.has('null'),
    (value) => value === null,
  ),
  failingOn(
    'fails-on-empty-list',
    'An empty list causes a 500',
    (sketch) => isType('array')(sketch) && !has(sketch, 'minItems'),
    (value) => Array.isArray(value) && value.length === 0,
  ),
  failingOn(
    'fails-on-empty-text',
    'An empty text causes a 500',
    (sketch) => isFreeText(sketch) && !has(sketch, 'minLength'),
    (value) => value === '',
  ),
  failingOn(
    'fails-on-odd-text',
    'A percent sign or an apostrophe causes a 500',
    isFreeText,
    (value) => typeof value === 'string' && /[%']/.test(value),
  ),
  countingIn('text-counted-in-bytes', 'The length of a text is counted in bytes', (text) =>
    Buffer.byteLength(text),
  ),
  countingIn(
    'text-counted-in-utf-16',
    'The length of a text is counted in UTF-16 units',
    ({ length }) => length,
  ),
]
