import type { ApiHeader } from '../document/api-document.ts'
import { evaluate, isValid } from '../schema/evaluate.ts'
import type { Failure } from '../schema/failure.ts'
import type { Json } from '../schema/json.ts'
import { readHeaderText } from './read-header-text.ts'
import { readJsonText } from './read-json-text.ts'
import type { Candidate } from './reading.ts'

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
