import type { ChangeCheck } from '../change-check.ts'
import { segmentsOf } from '../pointer.ts'

/** A parameter or header is written in a media type, such as JSON, and no longer as its style says. */
export const mediaTypeGiven: ChangeCheck = {
  id: 'media-type-given',
  verify({ typeName, kind, path }) {
    if (typeName !== 'MediaTypesMap' || kind !== 'added') return undefined
    const [holder] = segmentsOf(path).slice(-3)
    return holder === 'parameters' || holder === 'headers' ? 'It is written in a media type now.' : undefined
  },
}
