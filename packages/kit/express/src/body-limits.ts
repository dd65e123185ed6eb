import { RequestError } from './errors.ts'

/** The limits of request bodies. */
export interface BodyLimits {
  /** Bytes; 256 KiB by default. */
  readonly bytes?: number
  /** How deep JSON may be nested; 64 by default. */
  readonly depth?: number
  /** How many values JSON may have; 10,000 by default. An error for each would otherwise multiply a small body. */
  readonly values?: number
}

export type Limits = Required<BodyLimits>

/** A body, or a part of it, that is beyond the limit of bytes. */
export const tooLarge = (): RequestError => new RequestError('body_too_large', 'Request body is too large')

/** JSON or a form beyond the other limits. */
export const tooComplex = (): RequestError =>
  new RequestError('validation_failed', 'Request body has too many values or is nested too deeply', {
    problems: [
      { in: 'body', at: '', message: 'has too many values or is nested too deeply', keyword: 'limits' },
    ],
  })

/** A request whose connection has broken. */
export const aborted = (): RequestError =>
  new RequestError('request_aborted', 'Request ended before its body did')
