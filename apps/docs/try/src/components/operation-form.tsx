import { useEffect, useRef } from 'preact/hooks'
import { BodyEditor } from './body-editor.tsx'
import { FieldInput } from './field-input.tsx'
import { Markdown } from './markdown.tsx'
import { TokenChoice } from './token-choice.tsx'
import type { BenchProps } from './bench-props.ts'

/** The chosen operation: what it does, a form for its next request, and the button that sends it. */
export function OperationForm({ bench }: BenchProps) {
  const operation = bench.operation.value
  const heading = useRef<HTMLHeadingElement>(null)
  const shown = useRef(operation.id)
  useEffect(() => {
    if (shown.current !== operation.id) heading.current?.focus()
    shown.current = operation.id
  }, [operation.id])

  const { fields } = bench.filled.value
  const inAddress = fields.filter(({ place }) => place !== 'header')
  const headers = fields.filter(({ place }) => place === 'header')
  const isBusy = bench.inFlight.value !== undefined
  return (
    <section class="operation" aria-labelledby="operation-title">
      <h2 id="operation-title" tabIndex={-1} ref={heading}>
        {operation.summary}
      </h2>
      <p class="path">
        <span class="method">{operation.method}</span> <code>{operation.path}</code>
      </p>
      <Markdown text={operation.description} />
      <form
        aria-labelledby="operation-title"
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          if (!isBusy) void bench.send()
        }}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
          event.preventDefault()
          event.currentTarget.requestSubmit()
        }}
      >
        {inAddress.length > 0 && (
          <fieldset>
            <legend>Parameters</legend>
            {inAddress.map((field) => (
              <FieldInput key={`${operation.id} ${field.id}`} bench={bench} field={field} />
            ))}
          </fieldset>
        )}
        {operation.body !== undefined && <BodyEditor key={operation.id} bench={bench} />}
        <fieldset>
          <legend>Headers</legend>
          {headers.map((field) => (
            <FieldInput key={`${operation.id} ${field.id}`} bench={bench} field={field} />
          ))}
          {operation.takesToken && <TokenChoice bench={bench} />}
        </fieldset>
        <p class="buttons actions">
          <button type="submit" class="main" disabled={isBusy}>
            Send
          </button>
          {isBusy && (
            <button type="button" onClick={() => bench.cancel()}>
              Cancel
            </button>
          )}
          <button type="button" onClick={() => bench.startAgain()}>
            Start again
          </button>
        </p>
      </form>
    </section>
  )
}
