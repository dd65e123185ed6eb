import { useEffect, useRef } from 'preact/hooks'
import { describeOutcome } from '../answer/describe-outcome.ts'
import { findNextSteps } from '../values/next-steps.ts'
import { AnswerContent } from './answer-content.tsx'
import { Markdown } from './markdown.tsx'
import type { BenchProps } from './bench-props.ts'

/** The answer to the request that was sent or chosen last: what it means, what to do, where it leads, what it holds. */
export function AnswerView({ bench }: BenchProps) {
  const exchange = bench.shown.value
  const section = useRef<HTMLElement>(null)
  // Under the form, on a narrow screen, an answer to the form would come unseen.
  useEffect(() => {
    const isAsked = exchange !== undefined && exchange.operation === bench.operation.peek()
    const top = section.current?.getBoundingClientRect().top ?? 0
    if (isAsked && top > innerHeight * 0.8) section.current?.scrollIntoView()
  }, [bench, exchange])

  const isWaiting = bench.inFlight.value !== undefined
  const description = exchange && describeOutcome(exchange.operation, exchange.outcome, exchange.target.kind)
  const steps =
    exchange?.outcome.kind === 'answer'
      ? findNextSteps(bench.operations, exchange.operation, exchange.outcome)
      : []
  return (
    <section class="answer" aria-labelledby="answer-title" aria-busy={isWaiting} ref={section}>
      <h2 id="answer-title">Answer</h2>
      <div role="status">
        {exchange === undefined || description === undefined ? (
          <p>{isWaiting ? 'Waiting …' : 'Nothing has been sent yet.'}</p>
        ) : (
          <>
            <p>
              <strong class={description.isSuccess ? 'verdict good' : 'verdict bad'}>
                {description.verdict}
              </strong>{' '}
              {exchange.operation.summary}, {Math.round(exchange.outcome.durationMs)} ms
            </p>
            <p>{description.meaning}</p>
            {description.messages.length > 0 && (
              <ul>
                {description.messages.map((message) => (
                  <li key={message}>{message}</li>
                ))}
              </ul>
            )}
            {description.advice !== '' && (
              <div class="advice">
                <Markdown text={description.advice} />
              </div>
            )}
          </>
        )}
      </div>
      {steps.length > 0 && (
        <p class="buttons">
          <span>Next:</span>
          {steps.map((step) => (
            <button
              key={`${step.operationId} ${step.description}`}
              type="button"
              title={step.description}
              onClick={() => bench.follow(step)}
            >
              {step.summary}
            </button>
          ))}
        </p>
      )}
      {exchange?.outcome.kind === 'answer' && (
        <AnswerContent key={exchange.id} operation={exchange.operation} answer={exchange.outcome} />
      )}
    </section>
  )
}
