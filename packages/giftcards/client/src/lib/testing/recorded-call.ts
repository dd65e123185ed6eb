import type { OperationId } from '@giftcards/contract'

/** One request as the fake received it, fit for a snapshot: tokens and passwords are replaced by `[redacted]`. */
export interface RecordedCall {
  readonly operationId: OperationId
  /** Path parameters by name, decoded. */
  readonly path: Readonly<Record<string, string>>
  /** Query parameters by name. */
  readonly query: Readonly<Record<string, string>>
  /** Headers by lower-case name. */
  readonly headers: Readonly<Record<string, string>>
  /** The parsed JSON body; the text where it is not JSON, `undefined` where there is none. */
  readonly body: unknown
}

const redacted = '[redacted]'

/** Reads a request that was sent to one operation. */
export async function toRecordedCall(
  operationId: OperationId,
  path: Readonly<Record<string, string>>,
  request: Request,
): Promise<RecordedCall> {
  return {
    operationId,
    path,
    query: Object.fromEntries(new URL(request.url).searchParams),
    headers: { ...Object.fromEntries(request.headers), ...redactedAuthorization(request.headers) },
    body: parseBody(await request.text()),
  }
}

function redactedAuthorization(headers: Headers): { authorization?: string } {
  return headers.has('authorization') ? { authorization: redacted } : {}
}

function parseBody(text: string): unknown {
  if (text === '') return undefined
  try {
    return JSON.parse(text, (key, value: unknown) => (key === 'password' ? redacted : value))
  } catch {
    return text
  }
}
