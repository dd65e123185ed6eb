import type { Json } from '../../json-schema/base/json.ts'
import { evaluate, isValid } from '../../json-schema/keywords/judge.ts'
import type { Failure } from '../../json-schema/keywords/rule.ts'
import type { ApiHeader } from '../../openapi/api-document.ts'
import { readHeaderText } from './read-parameters.ts'
import { type Candidate, readJsonText } from './reading.ts'

/** What the text of an answer's header may mean, the likeliest first: read as its types say, then trimmed and parsed as clients do. */
export const readHeader = (header: ApiHeader, text: string): readonly Json[] => {
  if (header.contentType !== undefined) {
    const parsed = readJsonText(text)
    return parsed === undefined ? [text] : [parsed.value]
  }
  const { strict } = readHeaderText(
    header.schema === undefined ? [] : [header.schema],
    header.explode,
    [text.trim()],
    'response',
  )
  const number = Number(text)
  const candidates: readonly Candidate[] = [
    ...strict.flat(),
    ...(text.trim() !== '' && Number.isFinite(number) ? [number] : []),
  ]
  return candidates.filter((candidate) => candidate !== undefined)
}

/** What a header of an answer breaks; nothing if any reading of it is valid. */
export const judgeHeader = (header: ApiHeader, text: string): readonly Failure[] => {
  const { schema } = header
  const candidates = readHeader(header, text)
  if (
    schema === undefined ||
    candidates.some((candidate) => isValid(schema, candidate, { direction: 'response' }))
  )
    return []
  return evaluate(schema, candidates[0], { direction: 'response' })
}
