import { brotliDecompressSync, gunzipSync, inflateRawSync, inflateSync } from 'node:zlib'
import type { WireResponse } from './wire-request.ts'

/** Media types of responses that may stay open for as long as there is something to tell. */
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
/** A response that unpacks to more is left packed. */
const MAX_BYTES = 64 * 1024 * 1024

/** Whether a response may stay open: then what came so far is the response. */
export const isStream = (contentType: string | null | undefined): boolean =>
  STREAMS.has((contentType ?? '').split(';')[0]?.trim().toLowerCase() ?? '')

/** Collects a body; of a stream as much as comes before it falls quiet. */
export class BodyReader {
  readonly #chunks: Uint8Array[] = []
  readonly #stop: (() => void) | undefined
  #size = 0
  #timer: NodeJS.Timeout | undefined

  /** `stop` is called once where a stream has told enough; it must end the response. */
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

  /** All that came. */
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
 * The body without its content codings (RFC 9110, 8.4). What cannot be decoded is returned as it came: a `fetch` that
 * has decoded a body still shows the header.
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
