import { RequestError } from './errors.ts'

/** The limits of request bodies. */
export interface BodyLimits {
  /** Bytes; 256 KiB by default. */
  readonly bytes?: number
  /** The maximum nesting depth of JSON; 64 by default. */
  readonly depth?: number
  /** The maximum number of JSON values; 10,000 by default. It limits the number of errors that a small body can cause. */
  readonly values?: number
}

export type Limits = Required<BodyLimits>

/** A body or a part that exceeds the byte limit. */
export const tooLarge = (): RequestError => new RequestError('body_too_large', 'Request body is too large')

/** JSON or a form that exceeds the limits of depth or size. */
export const tooComplex = (): RequestError =>
  new RequestError('validation_failed', 'Request body has too many values or is nested too deeply', {
    problems: [
      { in: 'body', at: '', message: 'has too many values or is nested too deeply', keyword: 'limits' },
    ],
  })

/** A request whose connection was closed early. */
export const aborted = (): RequestError =>
  new RequestError('request_aborted', 'Request ended before its body did')
