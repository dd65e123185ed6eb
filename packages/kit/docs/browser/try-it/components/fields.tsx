import { typesOf } from '../../../src/openapi/operations.ts'
import type { PartField } from '../request/body.ts'
import type { FormField } from '../request/form.ts'
import { findFieldProblem } from '../request/problems.ts'
import { toFragment } from '../address.ts'
import { findProducers, findSuggestions } from '../values/remembered.ts'
import { Markdown } from './markdown.tsx'
import type { TryItProps } from '../state.ts'

/** Shows a parameter: its input, description, suggestions from earlier responses, and problem. */
export function ParameterField({ tryIt, field }: TryItProps & { readonly field: FormField }) {
  const value = tryIt.filled.value.form.values[field.id] ?? ''
  const id = `field-${field.place}-${field.name}`
  const remembered = tryIt.memory.value.remembered[field.identity] ?? []
  const problem = findFieldProblem(field, value)
  const producers = findProducers(tryIt.operations, tryIt.operation.value, field)
  const set = (typed: string): void => tryIt.setValue(field.id, typed)
  const shared = { id, value, 'aria-describedby': `${id}-hint`, 'aria-invalid': problem !== undefined }
  return (
    <div class="field">
      <FieldLabel id={id} field={field} />
      {field.control === 'choice' ? (
        <Choice shared={shared} choices={field.choices} onChoose={set} />
      ) : (
        <span class="with-button">
          <TextInput
            shared={shared}
            isSecret={tryIt.secrets.isSecret(field.name)}
            list={`${id}-suggestions`}
            placeholder={toPlaceholder(field)}
            onType={set}
          />
          {field.control === 'key' && (
            <button type="button" onClick={() => tryIt.newIdempotencyKey()}>
              New<span class="unseen"> {field.name}</span>
            </button>
          )}
        </span>
      )}
      <datalist id={`${id}-suggestions`}>
        {[...remembered, ...field.choices].map((one) => (
          <option key={one} value={one} />
        ))}
      </datalist>
      <Suggestions name={field.name} values={findSuggestions(remembered, value)} onChoose={set} />
      <div class="hint" id={`${id}-hint`}>
        {problem !== undefined && <p class="problem">{problem}</p>}
        {field.place === 'cookie' && (
          <p>The browser sends its own cookies. Only the code samples contain this one.</p>
        )}
        <Markdown text={field.description} />
        {producers.length > 0 && remembered.length === 0 && (
          <p>
            Comes from the response of{' '}
            {producers.map(({ id: producer, summary }, index) => (
              <>
                {index > 0 && ', '}
                <a key={producer} href={toFragment(producer)}>
                  {summary}
                </a>
              </>
            ))}
            .
          </p>
        )}
      </div>
    </div>
  )
}

/** Shows a field of a form body as a text input, a list of choices, or a file input. */
export function BodyPartField({ tryIt, field }: TryItProps & { readonly field: PartField }) {
  const { draft, filled } = tryIt
  const value = filled.value.form.parts[field.name] ?? ''
  const id = `part-${field.name}`
  const files = draft.value.files[field.name] ?? []
  const isMissing = field.isFile && field.required && files.length === 0
  const problem = field.isFile
    ? isMissing
      ? `${field.name} is required`
      : undefined
    : findFieldProblem(field, value)
  const set = (typed: string): void =>
    tryIt.setDraft({ parts: { ...draft.value.parts, [field.name]: typed } })
  const shared = { id, 'aria-describedby': `${id}-hint`, 'aria-invalid': problem !== undefined }
  return (
    <div class="field">
      <FieldLabel id={id} field={field} />
      {field.isFile ? (
        <input
          {...shared}
          type="file"
          multiple={field.isList}
          onChange={(event) =>
            tryIt.setDraft({
              files: { ...draft.value.files, [field.name]: [...(event.currentTarget.files ?? [])] },
            })
          }
        />
      ) : field.choices.length > 0 && !field.isList ? (
        <Choice shared={{ ...shared, value }} choices={field.choices} onChoose={set} />
      ) : (
        <TextInput
          shared={{ ...shared, value }}
          isSecret={tryIt.secrets.isSecret(field.name)}
          placeholder={toPlaceholder(field)}
          onType={set}
        />
      )}
      <div class="hint" id={`${id}-hint`}>
        {problem !== undefined && <p class="problem">{problem}</p>}
        <Markdown text={field.description} />
      </div>
    </div>
  )
}

interface TextInputProps {
  readonly shared: { readonly id: string; readonly value: string }
  readonly isSecret: boolean
  /** The id of the `datalist` with suggestions. */
  readonly list?: string
  readonly placeholder?: string
  readonly onType: (typed: string) => void
}

/** A single-line input that hides secrets, without spell checking and autocompletion. */
export function TextInput({ shared, isSecret, list = '', placeholder = '', onType }: TextInputProps) {
  const common = { ...shared, spellcheck: false, autocomplete: 'off', placeholder }
  return isSecret ? (
    <input {...common} type="password" onInput={(event) => onType(event.currentTarget.value)} />
  ) : (
    <input {...common} type="text" list={list} onInput={(event) => onType(event.currentTarget.value)} />
  )
}

function FieldLabel({
  id,
  field,
}: {
  readonly id: string
  readonly field: { readonly name: string; readonly required: boolean }
}) {
  return (
    <label for={id}>
      {field.name} {field.required && <span class="required">required</span>}
    </label>
  )
}

interface ChoiceProps {
  readonly shared: object
  readonly choices: readonly string[]
  readonly onChoose: (choice: string) => void
}

function Choice({ shared, choices, onChoose }: ChoiceProps) {
  return (
    <select {...shared} onChange={(event) => onChoose(event.currentTarget.value)}>
      <option value="">None</option>
      {choices.map((choice) => (
        <option key={choice} value={choice}>
          {choice}
        </option>
      ))}
    </select>
  )
}

interface SuggestionsProps {
  readonly name: string
  readonly values: readonly string[]
  readonly onChoose: (value: string) => void
}

/** Shows ids from earlier responses, except the current value, as buttons that fill in the field. */
function Suggestions({ name, values, onChoose }: SuggestionsProps) {
  if (values.length === 0) return null
  return (
    <p class="buttons suggestions">
      <span>From responses:</span>
      {values.map((value) => (
        <button key={value} type="button" aria-label={`${value} as ${name}`} onClick={() => onChoose(value)}>
          {value}
        </button>
      ))}
    </p>
  )
}

/** Returns a placeholder that shows the syntax of a list or an object. */
function toPlaceholder({ schema }: Pick<FormField, 'schema'>): string {
  const types = typesOf(schema)
  if (types.includes('array')) return 'a, b, c'
  return types.includes('object') ? '{"name": "value"}' : ''
}
