import { AnswerView } from './answer-view.tsx'
import type { BenchProps } from './bench-props.ts'
import { HistoryList } from './history-list.tsx'
import { OperationForm } from './operation-form.tsx'
import { OperationList } from './operation-list.tsx'
import { RequestPreview } from './request-preview.tsx'
import { SessionBar } from './session-bar.tsx'
import { TargetBar } from './target-bar.tsx'

/** The whole page: where requests go, the session, the operations, the form, the answer, the history. */
export function TryPage({ bench }: BenchProps) {
  return (
    <>
      <div class="bars">
        <TargetBar bench={bench} />
        <SessionBar bench={bench} />
      </div>
      <div class="bench">
        <OperationList bench={bench} />
        <OperationForm bench={bench} />
        <div class="results">
          <AnswerView bench={bench} />
          <RequestPreview bench={bench} />
          <HistoryList bench={bench} />
        </div>
      </div>
    </>
  )
}
