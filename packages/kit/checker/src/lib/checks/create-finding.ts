import { createHash } from 'node:crypto'
import { appendTokens } from '../schema/json-pointer.ts'
import type { Exchange } from '../run/exchange.ts'
import type { Check, Finding } from './check.ts'

/** The pointer to the statement an exchange is judged by, where a check has no better one: the operation, else the path. */
export const placeOfExchange = ({ case: { operation, path } }: Exchange): string =>
  operation?.pointer ?? appendTokens('/paths', path)

/** The identity of a fault: readable in front, so that a replay knows the operation, a digest of the place behind. */
export const keyOf = (check: string, subject: string, pointer: string, discriminator = ''): string => {
  const digest = createHash('sha256')
    .update([check, subject, pointer, discriminator].join('\n'))
    .digest('hex')
  return `${check}:${subject}:${digest.slice(0, 8)}`
}

/** Makes a finding; its key depends on the check, the operation and the place alone, so one fault has one key in every run. */
export const createFinding = (
  check: Pick<Check, 'id'>,
  exchange: Exchange,
  message: string,
  pointer: string = placeOfExchange(exchange),
  discriminator = '',
): Finding => {
  const operationId = exchange.case.operation?.id ?? null
  return {
    check: check.id,
    operationId,
    pointer,
    message,
    key: keyOf(check.id, operationId ?? exchange.case.path, pointer, discriminator),
  }
}
