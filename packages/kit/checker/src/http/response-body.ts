import { brotliDecompressSync, gunzipSync, inflateRawSync, inflateSync, zstdDecompressSync } from 'node:zlib'
import { isNumber, type Json, tryJson } from '@contract-kit/json-schema/json'
import { essenceOf } from '@contract-kit/openapi'
import type { WireResponse } from '@contract-kit/openapi/wire'

/** Media types of responses that may stay open while there is more to send. */
const STREAMS = new Set([
  'text/event-stream',
  'application/x-ndjson',
  'application/jsonl',
  'application/json-seq',
  'multipart/x-mixed-replace',
])

/** A stream is read until it is quiet for this many milliseconds, … */
const QUIET_MS = 100
/** … or until this many bytes were received. */
const ENOUGH_BYTES = 65_536
/** The maximum decompressed size; a larger body stays compressed. */
const MAX_BYTES = 64 * 1024 * 1024

/** Whether a response may stay open. Only its received part is then judged. */
const isStream = (contentType: string | null | undefined): boolean =>
  STREAMS.has((contentType ?? '').split(';')[0]?.trim().toLowerCase() ?? '')

/** Collects a body, or the part of a stream before it becomes quiet. */
export class BodyReader {
  readonly #chunks: Uint8Array[] = []
  readonly #stop: (() => void) | undefined
  #size = 0
  #timer: NodeJS.Timeout | undefined

  /** `stop` is called once when enough of a stream was received; it must end the response. */
  constructor(contentType: string | null | undefined, stop: () => void) {
    this.#stop = isStream(contentType) ? stop : undefined
    this.#wait()
  }

  /** Adds the next chunk. */
  add(chunk: Uint8Array): void {
    this.#chunks.push(chunk)
    this.#size += chunk.length
    if (this.#stop !== undefined && this.#size >= ENOUGH_BYTES) this.#stop()
    else this.#wait()
  }

  /** Returns all received bytes. */
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
 * Decodes the content codings of a body (RFC 9110, 8.4). Returns an undecodable body unchanged, because `fetch` may have decoded it and
 * kept the header.
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

/** The items of a sequential body, each with its possible interpretations. */
interface StreamItems {
  readonly items: readonly (readonly Json[])[]
  /** Whether a complete item is not JSON. */
  readonly isMalformed: boolean
}

/**
 * The items of a stream (OpenAPI 3.2, "Sequential Media Types"): JSON lines, JSON text sequences (RFC 7464), server-sent events. An
 * incomplete last item is ignored, because a stream may be cut anywhere. Undefined for other media types.
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
    // A truncated number may have lost digits; other partial values are invalid JSON.
    if (index === texts.length - 1 && (item === undefined || isNumber(item.value))) continue
    if (item === undefined) isMalformed = true
    else items.push([item.value])
  }
  return { items, isMalformed }
}

/**
 * Parses events with data as in WHATWG HTML, "Server-sent events". The standard defines a default name and id. OpenAPI does not say whether
 * these belong to the event, so all interpretations are returned.
 */
const readEvents = (text: string): readonly (readonly Json[])[] => {
  const lines = text.replace(/^\uFEFF/, '').split(/\r\n|\n|\r/)
  const events: (readonly Json[])[] = []
  let fields: Record<string, Json> = {}
  let lastId = ''
  // The part after the last line break is incomplete.
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
