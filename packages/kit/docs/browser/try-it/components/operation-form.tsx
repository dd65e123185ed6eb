import { useEffect, useRef } from 'preact/hooks'
import { type CredentialChoice, namesOf } from '../auth/credentials.ts'
import { BodyEditor } from './body-editor.tsx'
import { ParameterField } from './fields.tsx'
import { Markdown } from './markdown.tsx'
import type { TryItProps } from '../state.ts'

/** The chosen operation: what it does, a form for its next request, and the button that sends it. */
export function OperationForm({ tryIt, reference }: TryItProps & { readonly reference: string }) {
  const operation = tryIt.operation.value
  const heading = useRef<HTMLHeadingElement>(null)
  const shown = useRef(operation.id)
  useEffect(() => {
    if (shown.current !== operation.id) heading.current?.focus()
    shown.current = operation.id
  }, [operation.id])

  const { fields } = tryIt.filled.value
  const parameters = fields.filter(({ place }) => place === 'path' || place === 'query')
  const headers = fields.filter(({ place }) => place === 'header' || place === 'cookie')
  const isBusy = tryIt.inFlight.value !== undefined
  return (
    <section class="operation" aria-labelledby="operation-title">
      <h2 id="operation-title" tabIndex={-1} ref={heading}>
        {operation.summary}
      </h2>
      <p class="path">
        <span class="method">{operation.method}</span> <code>{operation.path}</code>{' '}
        <a href={`${reference}#operation/${encodeURIComponent(operation.id)}`}>Reference</a>
      </p>
      <Markdown text={operation.description} />
      <form
        aria-labelledby="operation-title"
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          if (!isBusy) void tryIt.send()
        }}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
          event.preventDefault()
          event.currentTarget.requestSubmit()
        }}
      >
        {parameters.length > 0 && (
          <fieldset>
            <legend>Parameters</legend>
            {parameters.map((field) => (
              <ParameterField key={`${operation.id} ${field.id}`} tryIt={tryIt} field={field} />
            ))}
          </fieldset>
        )}
        <BodyEditor key={operation.id} tryIt={tryIt} />
        {headers.length > 0 && (
          <fieldset>
            <legend>Headers</legend>
            {headers.map((field) => (
              <ParameterField key={`${operation.id} ${field.id}`} tryIt={tryIt} field={field} />
            ))}
          </fieldset>
        )}
        {operation.security.length > 0 && <SecurityChoice key={`security ${operation.id}`} tryIt={tryIt} />}
        <p class="buttons actions">
          <button type="submit" class="main" disabled={isBusy}>
            Send
          </button>
          {isBusy && (
            <button type="button" onClick={() => tryIt.cancel()}>
              Cancel
            </button>
          )}
          <button type="button" onClick={() => tryIt.startAgain()}>
            Start again
          </button>
        </p>
      </form>
    </section>
  )
}

const choices: readonly { readonly choice: CredentialChoice; readonly label: string }[] = [
  { choice: 'stored', label: 'As given above' },
  { choice: 'none', label: 'None' },
  { choice: 'invalid', label: 'Invalid, issued by nobody' },
]

/** Which credentials go along; the wrong ones show what the service says to them. */
function SecurityChoice({ tryIt }: TryItProps) {
  const { security } = tryIt.operation.value
  const { requirement, choices: chosen } = tryIt.draft.value
  const chosenOne = security[requirement]
  const names = chosenOne === undefined ? [] : namesOf(chosenOne)
  return (
    <fieldset>
      <legend>Authorization</legend>
      {security.length > 1 && (
        <div class="field">
          <label for="security-requirement">With</label>
          <select
            id="security-requirement"
            value={requirement}
            onChange={(event) => tryIt.setDraft({ requirement: Number(event.currentTarget.value) })}
          >
            {security.map((one, index) => (
              <option key={index} value={index}>
                {namesOf(one).join(' and ')}
              </option>
            ))}
          </select>
        </div>
      )}
      {names.map((name) => (
        <div key={name} class="field">
          <label for={`security-${name}`}>{name}</label>
          <select
            id={`security-${name}`}
            value={chosen[name] ?? 'stored'}
            onChange={(event) => {
              const found = choices.find(({ choice }) => choice === event.currentTarget.value)
              if (found !== undefined) tryIt.setDraft({ choices: { ...chosen, [name]: found.choice } })
            }}
          >
            {choices.map(({ choice, label }) => (
              <option key={choice} value={choice}>
                {label}
              </option>
            ))}
          </select>
          {(chosen[name] ?? 'stored') === 'stored' && isEmpty(tryIt, name) && (
            <p class="hint problem">
              {tryIt.options.session?.scheme === name
                ? 'There is no token yet: open a session.'
                : `There are no credentials yet: give them at ${name} above.`}
            </p>
          )}
        </div>
      ))}
    </fieldset>
  )
}

function isEmpty(tryIt: TryItProps['tryIt'], name: string): boolean {
  const { value, secret, token } = tryIt.getCredential(name)
  const kind = tryIt.schemes.find((scheme) => scheme.name === name)?.kind
  if (kind === 'apiKey') return value === ''
  return kind === 'basic' ? value === '' && secret === '' : kind !== 'other' && token === ''
}
