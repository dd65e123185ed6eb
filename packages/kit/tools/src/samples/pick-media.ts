import { type ApiMedia, type ApiOperation, type ApiResponse, essenceOf } from '@contract-kit/openapi'
import { isJsonType } from '@contract-kit/openapi/wire'

/** The media type that samples show: JSON before forms, forms before texts, else the first. */
export function pickMedia(media: readonly ApiMedia[]): ApiMedia | undefined {
  const preferences = [
    isJsonType,
    (type: string) => essenceOf(type).includes('form'),
    (type: string) => essenceOf(type).startsWith('text/'),
    () => true,
  ]
  return preferences
    .map((isPreferred) => media.find(({ contentType }) => isPreferred(contentType)))
    .find((found) => found !== undefined)
}

/** The response with the lowest status of success, or `default` where no success is declared. */
export function firstSuccess({ responses }: ApiOperation): ApiResponse | undefined {
  const [success] = [...responses.values()]
    .filter(({ status }) => status.startsWith('2'))
    .toSorted((first, second) => first.status.localeCompare(second.status))
  return success ?? responses.get('default')
}
