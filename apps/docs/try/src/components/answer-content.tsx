import { useSignal } from '@preact/signals'
import type { ReceivedAnswer } from '../answer/outcome.ts'
import { showAnswer } from '../answer/show-answer.ts'
import type { Operation } from '../contract/operation.ts'
import { HeaderTable } from './header-table.tsx'

interface AnswerContentProps {
  readonly operation: Operation
  readonly answer: ReceivedAnswer
}

/** Body and headers of an answer. Tokens, card numbers and PINs are shown on demand alone. */
export function AnswerContent({ operation, answer }: AnswerContentProps) {
  const isUnmasked = useSignal(false)
  const shown = showAnswer(operation, answer, isUnmasked.value)
  return (
    <>
      {shown.hasSecrets && (
        <label class="inline">
          <input
            type="checkbox"
            checked={isUnmasked.value}
            onChange={(event) => (isUnmasked.value = event.currentTarget.checked)}
          />
          Show masked values
        </label>
      )}
      {shown.text !== '' && (
        <pre tabIndex={0} aria-label="Body of the answer">
          <code>{shown.text}</code>
        </pre>
      )}
      <h3>Headers</h3>
      <HeaderTable label="Headers of the contract" headers={shown.declaredHeaders} />
      <details>
        <summary>Other headers ({shown.otherHeaders.length})</summary>
        <HeaderTable label="Other headers" headers={shown.otherHeaders} />
      </details>
    </>
  )
}
