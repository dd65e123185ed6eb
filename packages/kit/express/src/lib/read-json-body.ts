import express from 'express'
import type { Failure } from './answer.ts'
import {
  invalidJson,
  payloadTooLarge,
  unsupportedEncoding,
  unsupportedMediaType,
  validationFailure,
} from './failures.ts'
import { parseJson } from './parse-json.ts'

/** What came as the body of a request. */
export type JsonBody =
  | { readonly kind: 'absent' }
  | { readonly kind: 'present'; readonly value: unknown }
  | { readonly kind: 'refused'; readonly failure: Failure }
  /** The client went away; nobody is left to answer. */
  | { readonly kind: 'aborted' }

/** Reads one body. */
export type ReadJsonBody = (request: express.Request, response: express.Response) => Promise<JsonBody>

/** Makes the reader: JSON in UTF-8 of at most `maxBytes`, never inflated; an empty body counts as none (decision: errors). */
export function createReadJsonBody(maxBytes: number): ReadJsonBody {
  const readRaw = express.raw({ type: () => true, limit: maxBytes, inflate: false })

  return async (request, response) => {
    const acceptable = isJsonInUtf8(request.headers['content-type'])
    if (!acceptable && Number(request.headers['content-length']) > 0) return refused(unsupportedMediaType)
    const fault = await new Promise<unknown>((resolve) => {
      readRaw(request, response, resolve)
    })
    if (fault !== undefined) return toOutcome(fault)
    // body-parser reads nothing of a request that broke off before its turn came: that is not the same as no body.
    if (!request.complete && (request.destroyed || !request.socket.readable)) return { kind: 'aborted' }
    const bytes: unknown = request.body
    if (!(bytes instanceof Uint8Array) || bytes.length === 0) return { kind: 'absent' }
    if (!acceptable) return refused(unsupportedMediaType)
    return toJsonBody(bytes)
  }
}

function toJsonBody(bytes: Uint8Array): JsonBody {
  const text = decodeUtf8(bytes)
  const parsed = text === undefined ? { kind: 'malformed' as const } : parseJson(text)
  if (parsed.kind === 'value') return { kind: 'present', value: parsed.value }
  if (parsed.kind === 'malformed') return refused(invalidJson)
  return refused(validationFailure(['Request body has too many values or is nested too deeply']))
}

/** Undefined for bytes that are not UTF-8: JSON has no other encoding (RFC 8259 8.1). */
function decodeUtf8(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return undefined
  }
}

function isJsonInUtf8(contentType: string | undefined): boolean {
  const [media = '', ...parameters] = (contentType ?? '').toLowerCase().split(';')
  const charset = parameters.map((one) => one.trim()).find((one) => one.startsWith('charset='))
  return media.trim() === 'application/json' && (charset === undefined || /^charset="?utf-8"?$/.test(charset))
}

/** body-parser names each of its faults in `type`. */
function toOutcome(fault: unknown): JsonBody {
  const type = typeof fault === 'object' && fault !== null && 'type' in fault ? fault.type : undefined
  if (type === 'entity.too.large') return refused(payloadTooLarge)
  if (type === 'encoding.unsupported') return refused(unsupportedEncoding)
  if (type === 'request.aborted') return { kind: 'aborted' }
  return refused(invalidJson)
}

const refused = (failure: Failure): JsonBody => ({ kind: 'refused', failure })
