import type { Operation } from '../contract/operation.ts'
import { maskHeader, maskSecrets } from '../request/mask-secrets.ts'
import type { ReceivedAnswer } from './outcome.ts'
import { toPrettyText } from './to-pretty-text.ts'

/** One header as it is shown. */
export type ShownHeader = readonly [name: string, value: string]

/** An answer as a reader sees it. */
export interface ShownAnswer {
  readonly text: string
  /** The headers that the contract declares for this status, and the rest. */
  readonly declaredHeaders: readonly ShownHeader[]
  readonly otherHeaders: readonly ShownHeader[]
  /** True where something is masked, or would be. */
  readonly hasSecrets: boolean
}

/** An answer for the eye: tokens, card numbers, PINs and what barcodes hold are masked unless they are asked for. */
export function showAnswer(operation: Operation, answer: ReceivedAnswer, isUnmasked: boolean): ShownAnswer {
  const text = toPrettyText(answer)
  const masked = {
    text: maskSecrets(text),
    headers: answer.headers.map(([name, value]): ShownHeader => [name, maskHeader(name, value)]),
  }
  const shown = isUnmasked ? { text, headers: answer.headers } : masked
  const declared = operation.answers.get(String(answer.status))?.headers ?? []
  const isDeclared = ([name]: ShownHeader): boolean => declared.includes(name.toLowerCase())
  return {
    text: shown.text,
    declaredHeaders: shown.headers.filter(isDeclared),
    otherHeaders: shown.headers.filter((header) => !isDeclared(header)),
    hasSecrets:
      masked.text !== text || masked.headers.some(([, value], index) => value !== answer.headers[index]?.[1]),
  }
}
