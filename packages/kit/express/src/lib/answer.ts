/** What is sent back: a status, a body that becomes JSON, and headers beside the common ones. */
export interface Answer {
  readonly status: number
  readonly body: unknown
  readonly headers?: Readonly<Record<string, string>>
}

/** A refusal in the one error shape: the body is exactly `{"message": messages}`, `code` goes to `x-error-code`. */
export interface Failure {
  readonly status: number
  readonly messages: readonly string[]
  readonly code: string
  readonly headers?: Readonly<Record<string, string>>
}

/** The response header that carries the machine-readable code of a failure (decision: errors). */
export const ERROR_CODE_HEADER = 'x-error-code'

/** Turns a failure into the answer that says it (spec 7). */
export function toFailureAnswer(failure: Failure): Answer {
  return {
    status: failure.status,
    body: { message: [...failure.messages] },
    headers: { ...failure.headers, [ERROR_CODE_HEADER]: failure.code },
  }
}
