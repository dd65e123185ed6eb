import { useSignal } from '@preact/signals'
import { useEffect, useMemo, useRef } from 'preact/hooks'
import { describeOutcome, findResponseProblems, showResponse } from '../response/describe.ts'
import type { ReceivedResponse } from '../response/send.ts'
import { findNextSteps } from '../values/next-steps.ts'
import { Markdown } from './markdown.tsx'
import type { Exchange, TryItProps } from '../state.ts'

/** Shows the response to the last sent or selected request: its meaning, advice, next steps, body and headers. */
export function ResponseView({ tryIt }: TryItProps) {
  const exchange = tryIt.shown.value
  const section = useRef<HTMLElement>(null)
  // On a narrow screen the response is below the form, outside the visible area.
  useEffect(() => {
    const isAsked = exchange !== undefined && exchange.operation === tryIt.operation.peek()
    const top = section.current?.getBoundingClientRect().top ?? 0
    if (isAsked && top > innerHeight * 0.8) section.current?.scrollIntoView()
  }, [tryIt, exchange])

  const isWaiting = tryIt.inFlight.value !== undefined
  return (
    <section class="response" aria-labelledby="response-title" aria-busy={isWaiting} ref={section}>
      <h2 id="response-title">Response</h2>
      <div role="status">
        {exchange === undefined ? (
          <p>{isWaiting ? 'Waiting …' : 'Nothing has been sent yet.'}</p>
        ) : (
          <OutcomeText tryIt={tryIt} exchange={exchange} />
        )}
      </div>
      {exchange?.outcome.kind === 'response' && (
        <>
          <NextSteps tryIt={tryIt} exchange={exchange} response={exchange.outcome} />
          <ResponseContent key={exchange.id} tryIt={tryIt} exchange={exchange} response={exchange.outcome} />
        </>
      )}
    </section>
  )
}

interface ExchangeProps extends TryItProps {
  readonly exchange: Exchange
}

interface ResponseProps extends ExchangeProps {
  readonly response: ReceivedResponse
}

function OutcomeText({ tryIt, exchange }: ExchangeProps) {
  const { operation, outcome, isMock } = exchange
  const { verdict, isSuccess, meaning, messages, advice, errorPage } = describeOutcome(
    operation,
    outcome,
    tryIt.options,
    isMock,
  )
  return (
    <>
      <p>
        <strong class={isSuccess ? 'verdict good' : 'verdict bad'}>{verdict}</strong> {operation.summary},{' '}
        {Math.round(outcome.durationMs)} ms
      </p>
      {outcome.kind === 'none' ? <p>{meaning}</p> : <Markdown text={meaning} />}
      {messages.length > 0 && (
        <ul>
          {messages.map((message) => (
            <li key={message}>{message}</li>
          ))}
        </ul>
      )}
      {advice !== '' && (
        <div class="advice">
          <Markdown text={advice} />
        </div>
      )}
      {errorPage !== undefined && (
        <p>
          <a href={errorPage}>About this error</a>
        </p>
      )}
    </>
  )
}

function NextSteps({ tryIt, exchange, response }: ResponseProps) {
  const source = { ...response, sent: exchange.draft.typed }
  const steps = findNextSteps(tryIt.operations, exchange.operation, source)
  if (steps.length === 0) return null
  return (
    <p class="buttons">
      <span>Next:</span>
      {steps.map((step) => (
        <button
          key={`${step.operationId} ${step.description}`}
          type="button"
          title={step.description}
          onClick={() => tryIt.follow(step)}
        >
          {step.summary}
        </button>
      ))}
    </p>
  )
}

/** Shows the body and headers of a response. Secrets are masked by default. */
function ResponseContent({ tryIt, exchange, response }: ResponseProps) {
  const isUnmasked = useSignal(false)
  const { operation } = exchange
  const shown = showResponse(operation, response, tryIt.secrets, isUnmasked.value)
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
      <ResponseProblems exchange={exchange} response={response} />
      {response.bytes !== undefined && response.bytes.size > 0 && (
        <Download bytes={response.bytes} name={operation.id} />
      )}
      {shown.text !== '' && (
        <pre tabIndex={0} aria-label="Response body">
          <code>{shown.text}</code>
        </pre>
      )}
      <h3>Headers</h3>
      <HeaderTable label="Declared headers" headers={shown.declaredHeaders} />
      <details>
        <summary>Other headers ({shown.otherHeaders.length})</summary>
        <HeaderTable label="Other headers" headers={shown.otherHeaders} />
      </details>
    </>
  )
}

const mostProblems = 8

/** Shows whether the response matches the document. */
function ResponseProblems({ exchange, response }: Omit<ResponseProps, 'tryIt'>) {
  const problems = useMemo(() => findResponseProblems(exchange.operation, response), [exchange, response])
  if (problems === undefined) return null
  if (problems.length === 0) return <p class="hint">The response matches the document.</p>
  return (
    <div class="hint problem">
      <p>The response differs from the document:</p>
      <ul>
        {problems.slice(0, mostProblems).map((problem) => (
          <li key={problem}>{problem}</li>
        ))}
        {problems.length > mostProblems && <li>and {problems.length - mostProblems} more</li>}
      </ul>
    </div>
  )
}

/** Offers a binary body as a file. */
function Download({ bytes, name }: { readonly bytes: Blob; readonly name: string }) {
  const address = useMemo(() => URL.createObjectURL(bytes), [bytes])
  useEffect(() => () => URL.revokeObjectURL(address), [address])
  return (
    <p>
      {bytes.type === '' ? 'Bytes' : bytes.type}, {bytes.size} bytes.{' '}
      <a href={address} download={name}>
        Save
      </a>
    </p>
  )
}

interface HeaderTableProps {
  readonly headers: readonly (readonly [name: string, value: string])[]
  readonly label: string
}

/** Shows response headers, one per row; nothing if there are none. */
function HeaderTable({ headers, label }: HeaderTableProps) {
  if (headers.length === 0) return null
  return (
    <table aria-label={label}>
      <thead>
        <tr>
          <th scope="col">Name</th>
          <th scope="col">Value</th>
        </tr>
      </thead>
      <tbody>
        {headers.map(([name, value]) => (
          <tr key={name}>
            <th scope="row">{name}</th>
            <td>{value}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
