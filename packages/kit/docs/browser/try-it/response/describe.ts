import { equalJson, writeJson } from '@contract-kit/json-schema/json'
import { essenceOf, findMedia, findResponse } from '@contract-kit/openapi/open'
import { isJsonType } from '@contract-kit/openapi/wire'
import { toText } from '../../../src/openapi/json.ts'
import { findMessages } from '../../../src/openapi/messages.ts'
import type { Operation } from '../../../src/openapi/operations.ts'
import type { TryItOptions } from '../../../src/try-it-options.ts'
import { findProblems } from '../request/problems.ts'
import { readExpression } from '../values/expressions.ts'
import type { Outcome, ReceivedResponse } from './send.ts'
import type { Secrets } from './secrets.ts'

/** The description of an outcome. */
export interface OutcomeDescription {
  /** A short label for the history: `201`, `400 out_of_stock`, `no response`. */
  readonly verdict: string
  /** Markdown: the document's description of the status. Without a response: the reason, as plain text. */
  readonly meaning: string
  /** Error messages of the service. */
  readonly messages: readonly string[]
  /** Markdown: how to resolve the problem; empty if there is no advice. */
  readonly advice: string
  /** The URL of a page about the error; undefined if there is none. */
  readonly errorPage: string | undefined
  readonly isSuccess: boolean
}

/**
 * Describes the outcome of a request with the texts of the document. A mock never replays, whatever its example headers contain.
 */
export function describeOutcome(
  operation: Operation,
  outcome: Outcome,
  options: TryItOptions,
  isMock: boolean,
): OutcomeDescription {
  if (outcome.kind === 'none') {
    return {
      verdict: 'no response',
      meaning: outcome.reason,
      messages: [],
      advice: outcome.advice,
      errorPage: undefined,
      isSuccess: false,
    }
  }
  const { status, headers, body } = outcome
  const code = findErrorCode(operation, outcome, options.errorCode)
  const isReplayed =
    !isMock &&
    options.replayHeader !== undefined &&
    headers.some(
      ([name, value]) => name.toLowerCase() === options.replayHeader?.toLowerCase() && value === 'true',
    )
  return {
    verdict: [status, code].filter((part) => part !== undefined).join(' '),
    meaning:
      findResponse(operation, status)?.description ??
      'The document declares no such status for this operation.',
    messages: status < 400 ? [] : findMessages(body),
    advice: [
      options.advice?.[`${status} ${code}`] ?? options.advice?.[String(status)],
      isReplayed ? replayed : undefined,
    ]
      .filter((part) => part !== undefined)
      .join(' '),
    errorPage: options.errorPages?.[`${status} ${code}`],
    isSuccess: status < 400,
  }
}

const replayed =
  'This is the stored response to the first request with this idempotency key; the service did not repeat the request. Press New to send it with a new key.'

/**
 * Returns the error code that `expression` selects. A mock always returns the name of the first example there. If the response
 * body equals only other examples, the name of the first of them is returned.
 */
export function findErrorCode(
  operation: Operation,
  response: ReceivedResponse,
  expression = '$response.body#/code',
): string | undefined {
  if (response.status < 400) return undefined
  const named = toText(readExpression(expression, response)[0]) || undefined
  const examples = (findResponse(operation, response.status)?.media ?? []).flatMap((one) => one.examples)
  const alike = examples.filter(({ value }) => equalJson(value, response.body)).map(({ name }) => name)
  const isMisnamed =
    named !== undefined &&
    examples.some(({ name }) => name === named) &&
    alike.length > 0 &&
    !alike.includes(named)
  return isMisnamed ? alike[0] : named
}

/** Returns how a response differs from the document, one sentence per difference; undefined if it cannot be checked. */
export function findResponseProblems(
  operation: Operation,
  { status, headers, text, body, bytes }: ReceivedResponse,
): readonly string[] | undefined {
  const declared = findResponse(operation, status)
  if (declared === undefined) return [`The document declares no status ${status} for this operation`]
  if (operation.method === 'HEAD' || (text === '' && bytes === undefined)) return undefined
  const type = essenceOf(headers.find(([name]) => name.toLowerCase() === 'content-type')?.[1] ?? '')
  if (declared.media.length === 0) return [`The document declares no body for status ${status}`]
  const media = findMedia(declared.media, type)
  if (media === undefined)
    return [`The document declares no body of type ${type === '' ? '(none)' : type} for status ${status}`]
  if (media.schema === undefined || !isJsonType(type)) return undefined
  return body === undefined
    ? ['Response body is not valid JSON']
    : findProblems(media.schema, body, 'Response body', 'response')
}

/** A header for display. */
export type ShownHeader = readonly [name: string, value: string]

/** A response for display. */
export interface ShownResponse {
  readonly text: string
  /** The headers that the document declares for this status. `otherHeaders` has the rest. */
  readonly declaredHeaders: readonly ShownHeader[]
  readonly otherHeaders: readonly ShownHeader[]
  /** Whether the response contains secrets, masked or not. */
  readonly hasSecrets: boolean
}

/** Formats a response for display, with indented JSON. Secrets are masked unless `isUnmasked` is true. */
export function showResponse(
  operation: Operation,
  response: ReceivedResponse,
  secrets: Secrets,
  isUnmasked: boolean,
): ShownResponse {
  const text = response.body === undefined ? response.text : writeJson(response.body, 2)
  const masked = {
    text: secrets.maskText(text),
    headers: response.headers.map(([name, value]): ShownHeader => [name, secrets.maskHeader(name, value)]),
  }
  const shown = isUnmasked ? { text, headers: response.headers } : masked
  const declared = findResponse(operation, response.status)?.headers ?? []
  const isDeclared = ([name]: ShownHeader): boolean =>
    declared.some((header) => header.name.toLowerCase() === name.toLowerCase())
  return {
    text: shown.text,
    declaredHeaders: shown.headers.filter(isDeclared),
    otherHeaders: shown.headers.filter((header) => !isDeclared(header)),
    hasSecrets:
      masked.text !== text ||
      masked.headers.some(([, value], index) => value !== response.headers[index]?.[1]),
  }
}
