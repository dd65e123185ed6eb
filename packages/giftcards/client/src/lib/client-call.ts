import { readHeaders } from './read-headers.ts'

/** An answer with what surrounds its body. */
export interface AnswerParts {
  readonly status: number
  readonly data: unknown
  readonly headers: object
  /** `x-request-id` of the answer: quote it when you ask for help. */
  readonly requestId: string | undefined
}

/** An answer as it came: nothing of it is read that nobody has asked for. */
export interface RawAnswer {
  readonly status: number
  readonly data: unknown
  readonly headers: Headers
  readonly readId: () => string | undefined
}

/** A call under way: a promise of the answer's body, from which the whole answer can be had as well. */
export interface ClientCall<Data, Answer> extends Promise<Data> {
  /** The body as `data`, with status, headers and request id. Rejects as the call itself does. */
  withResponse(): Promise<Answer>
}

const dataOf = ({ data }: RawAnswer): unknown => data

/** Makes a call of its answer under way. */
export function toClientCall(answer: Promise<RawAnswer>): ClientCall<unknown, AnswerParts> {
  const data = answer.then(dataOf) as ClientCall<unknown, AnswerParts>
  data.withResponse = () => {
    // Whoever asks for the answer hears of its failure there; the promise of the body must not report it too.
    data.catch(() => undefined)
    return answer.then(({ status, data: body, headers, readId }) => ({
      status,
      data: body,
      headers: readHeaders(headers),
      requestId: readId(),
    }))
  }
  return data
}
