import { brotliDecompressSync, gunzipSync, inflateRawSync, inflateSync, zstdDecompressSync } from 'node:zlib'
import { isNumber, type Json, tryJson } from '@contract-kit/json-schema/json'
import { essenceOf } from '@contract-kit/openapi'
import type { WireResponse } from '@contract-kit/openapi/wire'

/** Media types of responses that may stay open as long as there is more to send. */
const STREAMS = new Set([
  'text/event-stream',
  'application/x-ndjson',
  'application/jsonl',
  'application/json-seq',
  'multipart/x-mixed-replace',
])

/** A stream is read until it is quiet for this long, in milliseconds, … */
const QUIET_MS = 100
/** … or until this many bytes came. */
const ENOUGH_BYTES = 65_536
/** A response that decompresses to more bytes stays compressed. */
const MAX_BYTES = 64 * 1024 * 1024

/** Whether a response may stay open. The received part is then the response. */
const isStream = (contentType: string | null | undefined): boolean =>
  STREAMS.has((contentType ?? '').split(';')[0]?.trim().toLowerCase() ?? '')

/** Collects a body; of a stream, the part before it falls quiet. */
export class BodyReader {
  readonly #chunks: Uint8Array[] = []
  readonly #stop: (() => void) | undefined
  #size = 0
  #timer: NodeJS.Timeout | undefined

  /** `stop` is called once when a stream has sent enough; it must end the response. */
  constructor(contentType: string | null | undefined, stop: () => void) {
    this.#stop = isStream(contentType) ? stop : undefined
    this.#wait()
  }

  /** Takes the next part of the body. */
  add(chunk: Uint8Array): void {
    this.#chunks.push(chunk)
    this.#size += chunk.length
    if (this.#stop !== undefined && this.#size >= ENOUGH_BYTES) this.#stop()
    else this.#wait()
  }

  /** Everything that was received. */
  finish(): Uint8Array {
    clearTimeout(this.#timer)
    return Buffer.concat(this.#chunks)
  }

  #wait(): void {
    clearTimeout(this.#timer)
    if (this.#stop !== undefined) this.#timer = setTimeout(this.#stop, QUIET_MS)
  }
}

const DECODERS: ReadonlyMap<string, (bytes: Uint8Array) => Uint8Array> = new Map([
  ['gzip', (bytes: Uint8Array) => gunzipSync(bytes, { maxOutputLength: MAX_BYTES })],
  ['x-gzip', (bytes: Uint8Array) => gunzipSync(bytes, { maxOutputLength: MAX_BYTES })],
  ['br', (bytes: Uint8Array) => brotliDecompressSync(bytes, { maxOutputLength: MAX_BYTES })],
  ['zstd', (bytes: Uint8Array) => zstdDecompressSync(bytes, { maxOutputLength: MAX_BYTES })],
  ['deflate', (bytes: Uint8Array) => inflate(bytes)],
  ['identity', (bytes: Uint8Array) => bytes],
])

// RFC 9110, 8.4.1.2: zlib format; some servers send the bare deflate stream.
const inflate = (bytes: Uint8Array): Uint8Array => {
  try {
    return inflateSync(bytes, { maxOutputLength: MAX_BYTES })
  } catch {
    return inflateRawSync(bytes, { maxOutputLength: MAX_BYTES })
  }
}

/**
 * The body without its content codings (RFC 9110, 8.4). A body that cannot be decoded is returned unchanged, since a `fetch` that has
 * decoded a body still shows the header.
 */
export const decodeBody = (
  headers: WireResponse['headers'],
  body: Uint8Array,
  isCut: boolean,
): Uint8Array => {
  const codings = headers
    .filter(([name]) => name === 'content-encoding')
    .flatMap(([, value]) => value.split(','))
    .map((coding) => coding.trim().toLowerCase())
    .filter((coding) => coding !== '')
  if (codings.length === 0 || body.length === 0 || isCut) return body
  try {
    return codings.reduceRight((bytes, coding) => DECODERS.get(coding)?.(bytes) ?? bytes, body)
  } catch {
    return body
  }
}

/** The items of a sequential body, each with the ways in which it may be read. */
interface StreamItems {
  readonly items: readonly (readonly Json[])[]
  /** Whether a complete item is not JSON. */
  readonly isMalformed: boolean
}

/**
 * The items of a stream (OpenAPI 3.2, "Sequential Media Types"): lines of JSON, JSON text sequences (RFC 7464), server-sent events. A
 * stream may be cut anywhere, so its last item counts only if it is complete. Undefined for other media types.
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
    // A number at the cut may have lost digits, and any other partial value is no JSON.
    if (index === texts.length - 1 && (item === undefined || isNumber(item.value))) continue
    if (item === undefined) isMalformed = true
    else items.push([item.value])
  }
  return { items, isMalformed }
}

/**
 * Parses events with data as WHATWG HTML defines, "Server-sent events". That standard gives a default name and id to an event without them.
 * OpenAPI does not say whether these are part of the event, so each reading is returned.
 */
const readEvents = (text: string): readonly (readonly Json[])[] => {
  const lines = text.replace(/^\uFEFF/, '').split(/\r\n|\n|\r/)
  const events: (readonly Json[])[] = []
  let fields: Record<string, Json> = {}
  let lastId = ''
  // The piece after the last line break is incomplete.
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
