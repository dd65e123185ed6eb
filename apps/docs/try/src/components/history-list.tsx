import { describeOutcome } from '../answer/describe-outcome.ts'
import type { BenchProps } from './bench-props.ts'

/** Every request sent from this page, the newest first; one click shows it again as it was sent. */
export function HistoryList({ bench }: BenchProps) {
  return (
    <section class="history" aria-labelledby="history-title">
      <h2 id="history-title">Sent from this page</h2>
      {bench.exchanges.value.length === 0 ? (
        <p>Kept until the page is left, and nowhere else.</p>
      ) : (
        <ol reversed>
          {bench.exchanges.value.map((exchange) => {
            const { verdict, isSuccess } = describeOutcome(
              exchange.operation,
              exchange.outcome,
              exchange.target.kind,
            )
            return (
              <li key={exchange.id}>
                <button
                  type="button"
                  aria-current={bench.shown.value === exchange ? 'true' : undefined}
                  onClick={() => bench.load(exchange)}
                >
                  <span class={isSuccess ? 'verdict good' : 'verdict bad'}>{verdict}</span>{' '}
                  {exchange.operation.summary} <small>{exchange.target.kind}</small>
                </button>
              </li>
            )
          })}
        </ol>
      )}
    </section>
  )
}
