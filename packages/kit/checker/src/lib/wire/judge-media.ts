import type { ApiMedia } from '../document/api-document.ts'
import { mediaKindOf } from './media-kind.ts'
import { judgePart } from './part-verdict.ts'
import type { PartsVerdict } from './parts-verdict.ts'
import { readForm } from './read-form.ts'
import { readJsonText } from './read-json-text.ts'
import { readMultipart } from './read-multipart.ts'
import type { Reading } from './reading.ts'
import { BODY, createFault, faultOf } from './request-fault.ts'
import { typesOfAny } from './schema-shape.ts'
import { stripReadOnly } from './strip-read-only.ts'
import { lenientCandidates, strictCandidates } from './text-candidates.ts'

/** Judges the text of a body against what the document says of its media type; `contentType` is the one it came with. */
export const judgeMedia = (media: ApiMedia, contentType: string, text: string): PartsVerdict => {
  const nodes = media.schema === undefined ? [] : [media.schema]
  switch (mediaKindOf(contentType)) {
    case 'json':
      return judgeJson(media, text)
    case 'form':
      return judgeReading(media, readForm(media, text))
    case 'multipart': {
      const reading = readMultipart(media, contentType, text)
      return reading === undefined
        ? unreadable(media, 'does not keep to its boundary')
        : judgeReading(media, reading)
    }
    case 'text': {
      const types = typesOfAny(nodes)
      return judgeReading(media, {
        strict: [strictCandidates(text, types)],
        lenient: () => lenientCandidates(text, types),
      })
    }
    case 'opaque':
      // Nothing is known of how the bytes carry a value, so nothing can be said against them.
      return { isValid: true, isInvalid: false, faults: [] }
  }
}

const unreadable = (media: ApiMedia, clause: string): PartsVerdict => ({
  isValid: false,
  isInvalid: true,
  faults: [createFault(BODY, 'syntax', media, clause)],
})

const judgeJson = (media: ApiMedia, text: string): PartsVerdict => {
  const parsed = readJsonText(text)
  if (parsed === undefined) return unreadable(media, 'is not JSON')
  const { value } = parsed
  const writable = media.schema === undefined ? value : stripReadOnly([media.schema], value)
  const verdict = judgeReading(media, { strict: [[value]], lenient: () => [writable] })
  if (!verdict.isValid || writable === value) return verdict
  // Whether readOnly properties are overlooked or refused is the server's choice (2020-12 Validation, 9.4).
  const fault = createFault(BODY, 'readOnly', media.schema ?? media, 'holds a property that is read only')
  return { isValid: false, isInvalid: false, faults: [fault] }
}

const judgeReading = ({ schema }: ApiMedia, reading: Reading): PartsVerdict => {
  const { isValid, isInvalid, failures } = judgePart(
    { required: true, schema, direction: 'request' },
    reading,
  )
  return { isValid, isInvalid, faults: failures.map((failure) => faultOf(BODY, failure)) }
}
