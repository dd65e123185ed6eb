import { toBodyHint } from '../bench/body-hint.ts'
import { findBodyProblems } from '../bench/find-form-problems.ts'
import type { BenchProps } from './bench-props.ts'

/** The JSON body: one of the contract's examples to begin with, and what the contract says against it as it is typed. */
export function BodyEditor({ bench }: BenchProps) {
  const operation = bench.operation.value
  const body = bench.filled.value.form.body ?? ''
  const examples = operation.body?.examples ?? []
  const problems = findBodyProblems(bench.document, operation, body)
  const hint = toBodyHint(body, problems)
  return (
    <fieldset>
      <legend>Body</legend>
      <div class="field">
        <label for="body-example">Example</label>
        <select
          id="body-example"
          value={bench.draft.value.exampleName ?? examples[0]?.name ?? ''}
          onChange={(event) => bench.chooseExample(event.currentTarget.value)}
        >
          {examples.map(({ name, summary }) => (
            <option key={name} value={name}>
              {summary}
            </option>
          ))}
        </select>
      </div>
      <div class="field">
        <label for="body-text">JSON body</label>
        <textarea
          id="body-text"
          rows={hint.rows}
          spellcheck={false}
          autocomplete="off"
          wrap="off"
          value={body}
          aria-describedby="body-hint"
          aria-invalid={problems.length > 0}
          onInput={(event) => bench.setBody(event.currentTarget.value)}
        />
        <div class="hint" id="body-hint">
          <p>{hint.verdict}</p>
          {hint.problems.length > 0 && (
            <ul class="problem">
              {hint.problems.map((problem) => (
                <li key={problem}>{problem}</li>
              ))}
            </ul>
          )}
        </div>
      </div>
    </fieldset>
  )
}
