import type { Request, Response } from 'express'
import { bodyLimit, type SeenBody } from './masking.ts'

/** The captured bodies of an exchange. */
export interface Capture {
  /** Undefined if the server read none. */
  request(): SeenBody | undefined
  response(): SeenBody | undefined
  /** Whether the body of the request is kept from its first byte to its last. */
  isWhole(): boolean
}

/** Collects the bodies of an exchange, up to the limit of the log. */
export function captureBodies(request: Request, response: Response): Capture {
  const sent = createCollector()
  const received = createCollector()
  const { 'content-length': length = '0', 'transfer-encoding': coding } = request.headers
  const hasBody = length !== '0' || coding !== undefined
  const listening = hasBody ? listenAlong(request, sent.add) : undefined
  copyWrites(response, received.add, () => {
    if (Number(length) <= bodyLimit) listening?.begin()
  })
  return {
    request: sent.body,
    // A response to HEAD has no body, even if data is written to it.
    response: () => (request.method === 'HEAD' ? undefined : received.body()),
    isWhole() {
      const { bytes = 0, kept } = sent.body() ?? {}
      if (bytes !== (kept?.length ?? 0) || !request.complete) return false
      return coding !== undefined || bytes === Number(length)
    },
  }
}

interface Collector {
  readonly add: (chunk: Uint8Array) => void
  readonly body: () => SeenBody | undefined
}

function createCollector(): Collector {
  const chunks: Uint8Array[] = []
  let kept = 0
  let bytes = 0
  return {
    add(chunk) {
      bytes += chunk.length
      if (kept >= bodyLimit) return
      chunks.push(chunk)
      kept += chunk.length
    },
    // A copy, since a chunk may be part of a far larger buffer.
    body: () => (bytes === 0 ? undefined : { kept: Buffer.concat(chunks, Math.min(kept, bodyLimit)), bytes }),
  }
}

/**
 * Adds a data listener when another one is added: added first, it would start the stream too early. `begin` adds it for a request
 * whose response ends before its body is read. Node reads and discards the rest of such a body anyway.
 */
function listenAlong(request: Request, add: (chunk: Uint8Array) => void): { begin(): void } {
  const begin = (): void => {
    request.off('newListener', onListener)
    if (request.listeners('data').includes(add)) return
    request.on('data', add)
  }
  const onListener = (event: string | symbol): void => {
    if (event === 'data') begin()
  }
  request.on('newListener', onListener)
  return { begin }
}

type Write = (...args: unknown[]) => unknown

/** Replaces `write` and `end` of one response, like compression middleware. */
function copyWrites(response: Response, add: (chunk: Uint8Array) => void, beforeEnd: () => void): void {
  const write = response.write.bind(response) as Write
  const end = response.end.bind(response) as Write
  const copy = ([chunk, encoding]: readonly unknown[]): void => {
    if (chunk instanceof Uint8Array) add(chunk)
    else if (typeof chunk === 'string')
      add(Buffer.from(chunk, typeof encoding === 'string' ? (encoding as BufferEncoding) : 'utf8'))
  }
  response.write = ((...args: unknown[]) => {
    copy(args)
    return write(...args)
  }) as Response['write']
  response.end = ((...args: unknown[]) => {
    copy(args)
    beforeEnd()
    return end(...args)
  }) as Response['end']
}
