import type { ApiMedia } from '@contract-kit/openapi/open'
import { bodiesOf, kindOfBody, summaryOf } from '../../../src/openapi/operations.ts'
import { listPartFields } from '../request/body.ts'
import { findBody, findExample } from '../request/form.ts'
import { findBodyProblems, toBodyHint } from '../request/problems.ts'
import { BodyPartField } from './fields.tsx'
import type { TryItProps } from '../state.ts'

/** Edits the request body. Depending on its media type, the input is a text with examples, form fields, or a file. */
export function BodyEditor({ tryIt }: TryItProps) {
  const operation = tryIt.operation.value
  const body = findBody(operation, tryIt.draft.value)
  if (body === undefined) return null
  const kind = kindOfBody(body)
  const bodies = bodiesOf(operation)
  return (
    <fieldset>
      <legend>Body</legend>
      {bodies.length > 1 && (
        <div class="field">
          <label for="body-type">Media type</label>
          <select
            id="body-type"
            value={body.contentType}
            onChange={(event) => tryIt.chooseMediaType(event.currentTarget.value)}
          >
            {bodies.map(({ contentType }) => (
              <option key={contentType} value={contentType}>
                {contentType}
              </option>
            ))}
          </select>
        </div>
      )}
      {(kind === 'json' || kind === 'text') && <TextBody tryIt={tryIt} body={body} />}
      {(kind === 'form' || kind === 'multipart') &&
        listPartFields(body).map((field) => (
          <BodyPartField key={`${body.contentType} ${field.name}`} tryIt={tryIt} field={field} />
        ))}
      {kind === 'file' && (
        <div class="field">
          <label for="body-file">File</label>
          <input
            id="body-file"
            type="file"
            onChange={(event) => tryIt.setDraft({ files: { '': [...(event.currentTarget.files ?? [])] } })}
          />
        </div>
      )}
    </fieldset>
  )
}

/** Edits a text body, starting from an example of the document. Problems are shown while the user types. */
function TextBody({ tryIt, body }: TryItProps & { readonly body: ApiMedia }) {
  const text = tryIt.filled.value.form.body
  const { examples } = body
  const isJson = kindOfBody(body) === 'json'
  const problems = findBodyProblems(body, text)
  const hint = toBodyHint(text, problems, isJson && body.schema !== undefined)
  return (
    <>
      {examples.length > 0 && (
        <div class="field">
          <label for="body-example">Example</label>
          <select
            id="body-example"
            value={findExample(examples, tryIt.draft.value)?.name ?? ''}
            onChange={(event) => tryIt.chooseExample(event.currentTarget.value)}
          >
            {examples.map((example) => (
              <option key={example.name} value={example.name}>
                {summaryOf(example)}
              </option>
            ))}
          </select>
        </div>
      )}
      <div class="field">
        <label for="body-text">{isJson ? 'JSON body' : 'Text body'}</label>
        <textarea
          id="body-text"
          rows={hint.rows}
          spellcheck={false}
          autocomplete="off"
          wrap="off"
          value={text}
          aria-describedby="body-hint"
          aria-invalid={problems.length > 0}
          onInput={(event) => tryIt.setBody(event.currentTarget.value)}
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
    </>
  )
}
