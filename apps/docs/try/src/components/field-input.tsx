import { findFieldProblem } from '../bench/find-form-problems.ts'
import { findProducers } from '../contract/find-producers.ts'
import type { FormField } from '../request/form-fields.ts'
import { Markdown } from './markdown.tsx'
import { OfferButtons } from './offer-buttons.tsx'
import type { BenchProps } from './bench-props.ts'

interface FieldInputProps extends BenchProps {
  readonly field: FormField
}

/** One field: its value, what it is for, values from earlier answers to choose from, and what is wrong with it. */
export function FieldInput({ bench, field }: FieldInputProps) {
  const value = bench.filled.value.form.values[field.id] ?? ''
  const id = `field-${field.place}-${field.name}`
  const remembered = bench.memory.value.remembered[field.identity] ?? []
  const problem = findFieldProblem(bench.document, field, value)
  const producers = findProducers(bench.operations, bench.operation.value, field)
  const set = (typed: string): void => bench.setValue(field.id, typed)
  const shared = {
    id,
    value,
    'aria-describedby': `${id}-hint`,
    'aria-invalid': problem !== undefined,
  }
  return (
    <div class="field">
      <label for={id}>
        {field.name} {field.required && <span class="required">required</span>}
      </label>
      {field.control === 'choice' ? (
        <select {...shared} onChange={(event) => set(event.currentTarget.value)}>
          <option value="">None</option>
          {field.choices.map((choice) => (
            <option key={choice} value={choice}>
              {choice}
            </option>
          ))}
        </select>
      ) : (
        <span class="with-button">
          <input
            {...shared}
            type="text"
            list={`${id}-offers`}
            spellcheck={false}
            autocomplete="off"
            onInput={(event) => set(event.currentTarget.value)}
          />
          {field.control === 'key' && (
            <button type="button" onClick={() => bench.newIdempotencyKey()}>
              New<span class="unseen"> {field.name}</span>
            </button>
          )}
        </span>
      )}
      <datalist id={`${id}-offers`}>
        {[...remembered, ...field.choices].map((offer) => (
          <option key={offer} value={offer} />
        ))}
      </datalist>
      <OfferButtons name={field.name} offers={remembered} value={value} onChoose={set} />
      <div class="hint" id={`${id}-hint`}>
        {problem !== undefined && <p class="problem">{problem}</p>}
        <Markdown text={field.description} />
        {producers.length > 0 && remembered.length === 0 && (
          <p>
            Comes from the answer of{' '}
            {producers.map(({ id: producer, summary }, index) => (
              <>
                {index > 0 && ', '}
                <a key={producer} href={`#${producer}`}>
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
