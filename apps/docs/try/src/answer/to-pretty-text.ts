import type { ReceivedAnswer } from './outcome.ts'

/** The body for reading: JSON is indented, anything else is as it came. */
export function toPrettyText(answer: ReceivedAnswer): string {
  return answer.body === undefined ? answer.text : JSON.stringify(answer.body, null, 2)
}
