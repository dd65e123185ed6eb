import { essenceOf } from '../document/find-response.ts'
import type { ApiMedia, ApiOperation } from '../document/api-document.ts'
import type { Sketch } from './sketch.ts'
import { sketchSchema } from './sketch-schema.ts'

/** The JSON media type among several; undefined where there is none. */
export const findJsonMedia = (media: readonly ApiMedia[]): ApiMedia | undefined =>
  media.find(({ contentType }) => /[/+]json$/.test(essenceOf(contentType))) ??
  media.find(({ contentType }) => ['*/*', 'application/*'].includes(essenceOf(contentType)))

/** The outline of what an operation answers when it succeeds; undefined where the document describes no JSON body. */
export const answerSketch = (operation: ApiOperation): Sketch | undefined => {
  const successes = [...operation.responses.values()]
    .filter(({ status }) => status.startsWith('2'))
    .toSorted((left, right) => (left.status < right.status ? -1 : 1))
  for (const { media } of [
    ...successes,
    ...[operation.responses.get('default')].filter((each) => each !== undefined),
  ]) {
    const schema = findJsonMedia(media)?.schema
    if (schema !== undefined) return sketchSchema(schema)
  }
  return undefined
}
