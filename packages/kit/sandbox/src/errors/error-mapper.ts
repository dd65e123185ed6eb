import { STATUS_CODES } from 'node:http'
import {
  type ErrorMapper,
  type OnBreach,
  operationOf,
  RequestError,
  ResponseBreachError,
} from '@contract-kit/express'
import type { ApiDocument } from '@contract-kit/openapi'
import type { Clock } from '../state/clock.ts'
import { Refusal } from '../http/call.ts'
import type { ErrorFacts } from './words.ts'
import type { WriteError } from './error-writer.ts'
import { isJsonMedia } from '../http/represent.ts'

/** Maps every error to its documented response. */
export const createErrorMapper =
  (write: WriteError, { operations, unread }: ApiDocument, clock: Clock): ErrorMapper =>
  (error, request, response) => {
    const { operationId = '' } = operationOf(response) ?? {}
    const { status, ...facts } = readError(error)
    const { reason = facts.message } = unread.find(({ id }) => id === operationId) ?? {}
    const path = request.originalUrl.replace(/\?.*$/s, '')
    const message = status === 501 ? reason : facts.message
    const operation = operations.find(({ id }) => id === operationId)
    const reply = write(operation, status, { ...facts, message, path, now: clock.now() })
    return { ...reply, body: reply.body }
  }

/**
 * Handles responses that break the document. A rejection with an undocumented status is sent unchanged, since the fault lies in the
 * document. Any other response becomes a 500 that describes the fault.
 */
export const createOnBreach =
  (errors: ErrorMapper): OnBreach =>
  (error, request, response) => {
    const isUndocumented = error.breaches.every(({ place }) => place === 'status')
    if (isUndocumented && error.status >= 400) return undefined
    const { status, headers, mediaType = 'application/json', body } = errors(error, request, response)
    const texts = Object.entries(headers ?? {}).map(([name, value]) => [name, String(value)])
    return {
      status,
      headers: { ...Object.fromEntries(texts), 'content-type': `${mediaType}; charset=utf-8` },
      body: typeof body === 'string' && !isJsonMedia(mediaType) ? body : JSON.stringify(body),
    }
  }

/**
 * Sends a response that breaks the document unchanged and warns once per operation. A document may omit a response, such as the one to an
 * invalid request; an error instead would hide the sandbox's result.
 */
export function warnOfBreaches(warn: (line: string) => void = console.warn): OnBreach {
  const warned = new Set<string>()
  return ({ message, operation, breaches }) => {
    if (breaches.every(({ place }) => place === 'status')) return undefined
    const { method, path } = operation
    if (!warned.has(`${method} ${path}`))
      warn(`No response to ${method} ${path} matches the document: ${message}`)
    warned.add(`${method} ${path}`)
    return undefined
  }
}

function readError(error: unknown): Omit<ErrorFacts, 'path' | 'now'> & { readonly status: number } {
  if (error instanceof RequestError) {
    const { status, code, headers, problems } = error
    const where = problems.map((one) => `${one.in} ${one.at} ${one.message}`.replaceAll(/\s+/g, ' '))
    const message = where.length === 0 ? error.message : `${error.message}: ${where.join('; ')}`
    return { status, code, message, headers, problems }
  }
  if (error instanceof Refusal) {
    const { status, message, headers } = error
    return { status, code: codeOf(status), message, headers }
  }
  // The message of a breach holds only names and rules of the document, no values.
  if (error instanceof ResponseBreachError) return { status: 500, code: codeOf(500), message: error.message }
  const status = error instanceof Error && 'status' in error ? Number(error.status) : 500
  if (error instanceof Error && status >= 400 && status < 500)
    return { status, code: codeOf(status), message: error.message || (STATUS_CODES[status] ?? 'Error') }
  return { status: 500, code: codeOf(500), message: 'Internal server error' }
}

/** The code of a status: `not_found` for 404. */
const codeOf = (status: number): string =>
  (STATUS_CODES[status] ?? 'error').toLowerCase().replaceAll(/[^a-z]+/g, '_')
