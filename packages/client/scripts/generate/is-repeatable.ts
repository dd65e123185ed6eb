import type { ListedOperation } from './list-operations.ts'

const saysNo = /\bnot safe to repeat\b|\beach repetition\b/i
const saysYes = /\bmay be repeated\b/i

/**
 * Whether a request that may already have been carried out can be sent again without doing the thing twice. The
 * description decides where it says so; otherwise the method does: all but POST (RFC 9110, section 9.2.2).
 */
export function isRepeatable({ method, operation }: ListedOperation): boolean {
  if (saysNo.test(operation.description)) return false
  return saysYes.test(operation.description) || method !== 'post'
}
