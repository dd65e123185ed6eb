import type { ApiMedia, ApiOperation } from '../../document/api-document.ts'
import type { Exchange } from '../../run/exchange.ts'
import { acceptsType } from './accepts-type.ts'
import { declaredOperation } from './declared-operation.ts'
import { requestHeader } from './request-header.ts'

/**
 * Whether the request accepts none of the media types that the operation documents for its successful answers. An
 * operation that documents none can satisfy everyone.
 */
export const isUnacceptable = (exchange: Exchange): boolean => {
  const accept = requestHeader(exchange.case.request, 'accept')
  const operation = declaredOperation(exchange)
  if (accept === undefined || operation === undefined) return false
  const offered = offeredMedia(operation)
  return offered.length > 0 && !offered.some(({ contentType }) => canSatisfy(accept, contentType))
}

const offeredMedia = ({ responses }: ApiOperation): readonly ApiMedia[] => {
  const successes = [...responses.values()].filter(({ status }) => status.startsWith('2'))
  return (successes.length > 0 ? successes : [...responses.values()]).flatMap(({ media }) => media)
}

const canSatisfy = (accept: string, offered: string): boolean =>
  acceptsType(accept, offered) ||
  (offered.includes('*') && accept.split(',').some((range) => covers(offered, range)))

const covers = (wildcard: string, range: string): boolean => acceptsType(wildcard, range)
