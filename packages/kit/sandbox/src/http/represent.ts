import { isObject, writeJson, type Json, type JsonObject } from '@contract-kit/json-schema/json'
import { findKeyword, isValid } from '@contract-kit/json-schema/schemas'
import { essenceOf, type ApiMedia } from '@contract-kit/openapi'
import { sketchSchema } from '@contract-kit/resources/exchanges'
import { exampleOf, valueOf } from '../values/fit.ts'

/** Whether a media type is JSON; ranges such as `*\/*` count as JSON. */
export const isJsonMedia = (essence: string): boolean =>
  /[/+]json$/.test(essence) || essence === '*/*' || essence === 'application/*'

/** A concrete type for a range: `text/plain` for `text/*`. */
export function concreteType(mediaType: string): string {
  if (mediaType === '*/*' || mediaType === 'application/*') return 'application/json'
  const [main = '', sub] = mediaType.split('/')
  return sub === '*' ? `${main}/${plainTypes[main] ?? 'octet-stream'}` : mediaType
}

const plainTypes: Readonly<Record<string, string>> = { text: 'plain', image: 'png' }

/**
 * Writes a value in a media type other than JSON. Without a value, writes the documented example or a minimal valid body. `others` are all
 * media types of the response; its JSON defines the columns of a table.
 */
export function writeBody(
  media: ApiMedia,
  value: Json | undefined,
  others: readonly ApiMedia[] = [],
): string | Uint8Array {
  const { schema } = media
  const written = write(media, value, others)
  if (schema === undefined || typeof written !== 'string' || isValid(schema, written, response))
    return written
  const allowed = valueOf(schema)
  return typeof allowed === 'string' ? allowed : written
}

const response = { direction: 'response' } as const

function write(media: ApiMedia, value: Json | undefined, others: readonly ApiMedia[]): string | Uint8Array {
  const essence = essenceOf(concreteType(media.contentType))
  const example = media.examples[0]?.value ?? (media.schema && exampleOf(media.schema))
  const bytes = smallFiles[essence]
  if (bytes !== undefined) return bytes
  if (typeof value === 'string' && value !== '') return value
  const items = value === undefined ? undefined : Array.isArray(value) ? value : [value]
  if (items !== undefined && /^(?:text|application)\/csv$/.test(essence))
    return toCsv(items, typeof example === 'string' ? columnsIn(example) : columnsOf(others, items))
  const writeItems = writers[essence]
  if (items !== undefined && writeItems !== undefined) return writeItems(items)
  if (/^(?:application|text)\/xml$|\+xml$/.test(essence))
    return typeof example === 'string'
      ? example
      : `<?xml version="1.0" encoding="UTF-8"?>\n${toXml('response', value ?? null)}`
  if (typeof example === 'string' && example !== '') return example
  const shown = value ?? example
  if (shown !== undefined && shown !== '') return writeJson(shown)
  const isBinary = media.schema !== undefined && findKeyword(media.schema, 'format') === 'binary'
  return isBinary || !essence.startsWith('text/') ? new Uint8Array([0]) : 'example'
}

type Write = (items: readonly Json[]) => string

const toLines: Write = (items) => items.map((item) => `${writeJson(item)}\n`).join('')

/** Media types for sequences of values. */
const writers: Readonly<Record<string, Write>> = {
  'application/x-ndjson': toLines,
  'application/ndjson': toLines,
  'application/jsonl': toLines,
  'application/x-jsonlines': toLines,
  'application/jsonlines': toLines,
  // RFC 7464, 2.2: a record separator precedes each value.
  'application/json-seq': (items) => items.map((item) => `\u001E${writeJson(item)}\n`).join(''),
  'text/event-stream': toEvents,
}

/** One event per item, with its id, so clients can resume (HTML, 9.2). */
function toEvents(items: readonly Json[]): string {
  const events = items.map((item) => {
    const id = isObject(item) ? item['id'] : undefined
    const line = typeof id === 'string' || typeof id === 'number' ? `id: ${id}\n` : ''
    return `${line}data: ${writeJson(item)}\n\n`
  })
  // A stream without events sends a comment, because a body must not be empty.
  return events.length === 0 ? ': no events\n\n' : events.join('')
}

/** A header line and one row per item; lines end with CRLF (RFC 4180, 2). */
function toCsv(items: readonly Json[], documented: readonly string[]): string {
  const rows = items.map((item) => (isObject(item) ? item : { value: item }))
  const columns = documented.length > 0 ? documented : [...new Set(rows.flatMap((row) => Object.keys(row)))]
  const lines = [
    columns.map(toCell),
    ...rows.map((row) => columns.map((column) => toCell(valueIn(row, column)))),
  ]
  return lines.map((cells) => `${cells.join(',')}\r\n`).join('')
}

/** The columns of a documented table. */
const columnsIn = (example: string): readonly string[] =>
  readCells(example.trimStart().split(/\r?\n/, 1)[0] ?? '')

/** The properties of the items in the JSON of the same response, including optional ones, so the columns are stable. */
function columnsOf(media: readonly ApiMedia[], [row]: readonly Json[]): readonly string[] {
  const schema = media.find(({ contentType }) => isJsonMedia(essenceOf(contentType)))?.schema
  if (schema === undefined) return []
  const sketch = sketchSchema(schema)
  const lists = [sketch, ...[...sketch.fields().values()].map((field) => field.sketch)]
  const outlines = [...lists.flatMap((list) => list.items() ?? []), sketch].map((one) => [
    ...one.fields().keys(),
  ])
  const names = isObject(row) ? Object.keys(row) : []
  return outlines.find((columns) => columns.length > 0 && names.every((name) => columns.includes(name))) ?? []
}

/** The cells of one line. */
const readCells = (line: string): readonly string[] =>
  [...line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g)].map(([, quoted, plain = '']) =>
    quoted === undefined ? plain.trim() : quoted.replaceAll('""', '"'),
  )

const plain = (name: string): string => name.replaceAll(/[^\p{L}\p{N}]/gu, '').toLowerCase()

/** The value of a column, by name or by a path such as `address.city`. Names ignore case and separators. */
function valueIn(row: JsonObject, column: string): Json {
  const own = Object.entries(row).find(([name]) => plain(name) === plain(column))?.[1]
  if (own !== undefined) return own
  const [first = '', ...rest] = column.split('.')
  const inner = row[first]
  return rest.length > 0 && isObject(inner) ? valueIn(inner, rest.join('.')) : null
}

function toCell(value: Json): string {
  const text = value === null ? '' : typeof value === 'string' ? value : writeJson(value)
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** Elements named after the properties; an array repeats its element. */
function toXml(name: string, value: Json): string {
  const tag = /^[A-Za-z_][\w.-]*$/.test(name) ? name : 'value'
  if (Array.isArray(value)) return `<${tag}>${value.map((item) => toXml('item', item)).join('')}</${tag}>`
  if (!isObject(value)) return `<${tag}>${value === null ? '' : escapeXml(String(value))}</${tag}>`
  const parts = Object.entries(value).map(([inner, part]) =>
    Array.isArray(part) ? part.map((item) => toXml(inner, item)).join('') : toXml(inner, part),
  )
  return `<${tag}>${parts.join('')}</${tag}>`
}

const escapeXml = (text: string): string =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll(/[^\P{Cc}\t\n\r]/gu, '')

const fromBase64 = (text: string): Uint8Array => new Uint8Array(Buffer.from(text, 'base64'))

const pdf = `%PDF-1.1
1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj
2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj
3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 99 99]>>endobj
`

/** The cross-reference table; without it, readers must repair the file (ISO 32000-1, 7.5.4). */
function withTable(objects: string): string {
  const offsets = [...objects.matchAll(/^\d+ 0 obj/gm)].map(
    ({ index }) => `${String(index).padStart(10, '0')} 00000 n \n`,
  )
  const size = offsets.length + 1
  return `${objects}xref\n0 ${size}\n0000000000 65535 f \n${offsets.join('')}trailer<</Size ${size}/Root 1 0 R>>\nstartxref\n${objects.length}\n%%EOF\n`
}

/** Minimal valid files: an image of one transparent pixel, a document with one empty page, an empty archive. */
const smallFiles: Readonly<Record<string, Uint8Array>> = {
  'image/png': fromBase64(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  ),
  'image/gif': fromBase64('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7'),
  'application/pdf': new Uint8Array(Buffer.from(withTable(pdf), 'latin1')),
  'application/zip': fromBase64('UEsFBgAAAAAAAAAAAAAAAAAAAAAAAA=='),
}
