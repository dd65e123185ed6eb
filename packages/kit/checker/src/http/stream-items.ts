import { isNumber, type Json, parseJson } from '../json-schema/base/json.ts'
import { essenceOf } from '../openapi/api-document.ts'

/** The items of a sequential body, each with the ways in which it may be read. */
export interface StreamItems {
  readonly items: readonly (readonly Json[])[]
  /** An item that came to its end is no JSON. */
  readonly isMalformed: boolean
}

/**
 * The items of a stream (OpenAPI 3.2, "Sequential Media Types"): lines of JSON, JSON text sequences (RFC 7464), server-sent events.
 * A stream may be cut anywhere, so what stands at its end counts only where it is whole. Undefined for other media types.
 */
export const readStreamItems = (contentType: string, text: string): StreamItems | undefined => {
  const essence = essenceOf(contentType)
  if (essence === 'text/event-stream') return { items: readEvents(text), isMalformed: false }
  if (/[/+]json-seq$/.test(essence)) return readTexts(text.split('\u001E'))
  return /\/(jsonl|x-jsonlines|x-ndjson|ndjson)$/.test(essence) ? readTexts(text.split('\n')) : undefined
}

const readTexts = (texts: readonly string[]): StreamItems => {
  const items: (readonly Json[])[] = []
  let isMalformed = false
  for (const [index, text] of texts.entries()) {
    if (text.trim() === '') continue
    const item = tryJson(text)
    // Cut off, a number may have lost digits, and anything else is no JSON.
    if (index === texts.length - 1 && (item === undefined || isNumber(item.value))) continue
    if (item === undefined) isMalformed = true
    else items.push([item.value])
  }
  return { items, isMalformed }
}

const tryJson = (text: string): { readonly value: Json } | undefined => {
  try {
    return { value: parseJson(text) }
  } catch {
    return undefined
  }
}

/**
 * Events with data, parsed as WHATWG HTML, "Server-sent events", says. Whether an event without a name or id has the ones that
 * this standard gives it is not said by OpenAPI, so each reading is given.
 */
const readEvents = (text: string): readonly (readonly Json[])[] => {
  const lines = text.replace(/^\uFEFF/, '').split(/\r\n|\n|\r/)
  const events: (readonly Json[])[] = []
  let fields: Record<string, Json> = {}
  let lastId = ''
  // The piece after the last line break has not come to its end.
  for (const line of lines.slice(0, -1)) {
    const at = line.includes(':') ? line.indexOf(':') : line.length
    const [name, value] = [line.slice(0, at), line.slice(at + 1).replace(/^ /, '')]
    if (line === '') {
      if (fields['data'] !== undefined)
        events.push([fields, { event: 'message', ...fields }, { event: 'message', id: lastId, ...fields }])
      fields = {}
    } else if (name === 'data') {
      fields['data'] = fields['data'] === undefined ? value : `${fields['data'] as string}\n${value}`
    } else if (name === 'retry') {
      if (/^\d+$/.test(value)) fields['retry'] = Number(value)
    } else if (name === 'event' || (name === 'id' && !value.includes('\0'))) {
      fields[name] = value
      if (name === 'id') lastId = value
    }
  }
  return events
}
