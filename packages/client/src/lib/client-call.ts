/** An answer with what surrounds its body. */
export interface AnswerParts {
  readonly status: number
  readonly data: unknown
  readonly headers: object
  /** `x-request-id` of the answer: quote it when you ask for help. */
  readonly requestId: string | undefined
}

/** A call under way: a promise of the answer's body, from which the whole answer can be had as well. */
export interface ClientCall<Data, Answer> extends Promise<Data> {
  /** The body as `data`, with status, headers and request id. Rejects as the call itself does. */
  withResponse(): Promise<Answer>
}

/** Makes a call of its answer under way. */
export function toClientCall(answer: Promise<AnswerParts>): ClientCall<unknown, AnswerParts> {
  const data = answer.then((parts) => parts.data)
  return Object.assign(data, {
    withResponse: () => {
      // Whoever asks for the answer hears of its failure there; the promise of the body must not report it too.
      data.catch(() => undefined)
      return answer
    },
  })
}
