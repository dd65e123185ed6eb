import { useSignal } from '@preact/signals'
import type { ReceivedAnswer } from '../answer/outcome.ts'
import { toPrettyText } from '../answer/to-pretty-text.ts'
import type { Operation } from '../contract/operation.ts'
import { maskHeader, maskSecrets } from '../request/mask-secrets.ts'
import { HeaderTable } from './header-table.tsx'

interface AnswerContentProps {
  readonly operation: Operation
  readonly answer: ReceivedAnswer
}

/** Body and headers of an answer. Tokens, card numbers and PINs are shown on demand alone. */
export function AnswerContent({ operation, answer }: AnswerContentProps) {
  const isUnmasked = useSignal(false)
  const text = toPrettyText(answer)
  const headers = answer.headers.map(
    ([name, value]) => [name, isUnmasked.value ? value : maskHeader(name, value)] as const,
  )
  const hasSecrets =
    maskSecrets(text) !== text || answer.headers.some(([name, value]) => maskHeader(name, value) !== value)
  const declared = operation.answers.get(String(answer.status))?.headers ?? []
  const others = headers.filter(([name]) => !declared.includes(name))
  return (
    <>
      {hasSecrets && (
        <label class="inline">
          <input
            type="checkbox"
            checked={isUnmasked.value}
            onChange={(event) => (isUnmasked.value = event.currentTarget.checked)}
          />
          Show masked values
        </label>
      )}
      {text !== '' && (
        <pre tabIndex={0} aria-label="Body of the answer">
          <code>{isUnmasked.value ? text : maskSecrets(text)}</code>
        </pre>
      )}
      <h3>Headers</h3>
      <HeaderTable
        label="Headers of the contract"
        headers={headers.filter(([name]) => declared.includes(name))}
      />
      <details>
        <summary>Other headers ({others.length})</summary>
        <HeaderTable label="Other headers" headers={others} />
      </details>
    </>
  )
}
