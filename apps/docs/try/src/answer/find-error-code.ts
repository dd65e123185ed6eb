import type { Operation } from '../contract/operation.ts'
import type { ReceivedAnswer } from './outcome.ts'

/**
 * The code of an error: the header `x-error-code`. The mock names the first example of the status there, whichever it
 * answers with, so the example with the same body is preferred where the header's has another.
 */
export function findErrorCode(operation: Operation, answer: ReceivedAnswer): string | undefined {
  if (answer.status < 400) return undefined
  const named = answer.headers.find(([name]) => name === 'x-error-code')?.[1]
  const body = JSON.stringify(answer.body)
  const examples = operation.answers.get(String(answer.status))?.examples ?? []
  const alike = examples.filter(({ value }) => JSON.stringify(value) === body).map(({ name }) => name)
  const isMisnamed =
    named !== undefined &&
    examples.some(({ name }) => name === named) &&
    alike.length > 0 &&
    !alike.includes(named)
  return isMisnamed ? alike[0] : named
}
