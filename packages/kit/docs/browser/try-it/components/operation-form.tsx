import { useEffect, useRef, useState } from 'preact/hooks'
import { type CredentialChoice, namesOf } from '../auth/credentials.ts'
import type { FormField } from '../request/form.ts'
import { BodyEditor } from './body-editor.tsx'
import { ParameterField } from './fields.tsx'
import { Markdown, readFirstBlock } from './markdown.tsx'
import type { TryItProps } from '../state.ts'

/** Shows the selected operation: its description, the form for the next request, and the Send button. */
export function OperationForm({ tryIt, reference }: TryItProps & { readonly reference: string }) {
  const operation = tryIt.operation.value
  const heading = useRef<HTMLHeadingElement>(null)
  const shown = useRef(operation.id)
  useEffect(() => {
    if (shown.current !== operation.id) heading.current?.focus()
    shown.current = operation.id
  }, [operation.id])

  const { fields } = tryIt.filled.value
  const needed = fields.filter(isNeeded)
  const others = fields.filter((field) => !isNeeded(field))
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
      <Description key={`description ${operation.id}`} text={operation.description} />
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
        <FieldGroup tryIt={tryIt} title="Parameters" fields={needed.filter((field) => !isHeader(field))} />
        <BodyEditor key={operation.id} tryIt={tryIt} />
        <FieldGroup tryIt={tryIt} title="Headers" fields={needed.filter(isHeader)} />
        {others.length > 0 && (
          <OptionalFields key={`optional ${operation.id}`} tryIt={tryIt} fields={others} />
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

/** Shows the first block of a description and collapses the rest, so that the form stays close. */
function Description({ text }: { readonly text: string }) {
  const first = readFirstBlock(text.trim())
  const others = text.trim().slice(first.length)
  return (
    <>
      <Markdown text={first} />
      {others !== '' && (
        <details class="more">
          <summary>More about this operation</summary>
          <Markdown text={others} />
        </details>
      )}
    </>
  )
}

const isHeader = ({ place }: FormField): boolean => place === 'header' || place === 'cookie'

/** Whether a field is always shown: required parameters, and the key that makes a retry safe. */
const isNeeded = ({ required, parameter, control }: FormField): boolean =>
  (required && parameter !== undefined) || control === 'key'

interface FieldsProps extends TryItProps {
  readonly fields: readonly FormField[]
}

function FieldGroup({ tryIt, title, fields }: FieldsProps & { readonly title: string }) {
  if (fields.length === 0) return null
  const operation = tryIt.operation.value.id
  return (
    <fieldset>
      <legend>{title}</legend>
      {fields.map((field) => (
        <ParameterField key={`${operation} ${field.id}`} tryIt={tryIt} field={field} />
      ))}
    </fieldset>
  )
}

/** Shows the remaining fields, collapsed until one of them has a value. An unchanged `Content-Type` does not count. */
function OptionalFields({ tryIt, fields }: FieldsProps) {
  const { values } = tryIt.filled.value.form
  const isFilled = fields.some(({ id, required, example }) => {
    const value = values[id] ?? ''
    return value !== '' && !(required && value === example)
  })
  const [isOpen, setOpen] = useState(isFilled)
  useEffect(() => {
    if (isFilled) setOpen(true)
  }, [isFilled])
  return (
    <details class="optional" open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        Optional fields <small>{fields.map(({ name }) => name).join(', ')}</small>
      </summary>
      <FieldGroup tryIt={tryIt} title="Parameters" fields={fields.filter((field) => !isHeader(field))} />
      <FieldGroup tryIt={tryIt} title="Headers" fields={fields.filter(isHeader)} />
    </details>
  )
}

const choices: readonly { readonly choice: CredentialChoice; readonly label: string }[] = [
  { choice: 'stored', label: 'As given above' },
  { choice: 'none', label: 'None' },
  { choice: 'invalid', label: 'An invalid one' },
]

/** Selects the credentials to send. Invalid or missing ones show how the service rejects them. */
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
                ? 'No token yet: open a session above.'
                : `No credentials yet: enter them under ${name} above.`}
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
