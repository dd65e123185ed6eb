import { isDate, isDateTime, isDuration, isTime } from './format-date-time.ts'
import { isEmail, isIdnEmail } from './format-email.ts'
import { isIdnHostname } from './format-idn-hostname.ts'
import { isHostname, isIpv4, isIpv6 } from './format-network.ts'
import { isDouble, isFloat, isInt32, isInt64 } from './format-number.ts'
import { isJsonPointer, isRelativeJsonPointer } from './format-pointer.ts'
import { isIri, isIriReference, isUri, isUriReference, isUriTemplate } from './format-uri.ts'
import { findExpression } from './find-expression.ts'

const isUuid = (text: string): boolean => /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i.test(text)

/** Base64 of either alphabet (RFC 4648, 4 and 5), in lines or not, padded or not. */
const isBase64 = (text: string): boolean =>
  /^(?:[\w+/-]{4})*(?:[\w+/-]{2,3}={0,2})?$/.test(text.replaceAll(/\s/g, ''))

const textFormats: ReadonlyMap<string, (text: string) => boolean> = new Map([
  ['date', isDate],
  ['date-time', isDateTime],
  ['time', isTime],
  ['duration', isDuration],
  ['email', isEmail],
  ['idn-email', isIdnEmail],
  ['hostname', isHostname],
  ['idn-hostname', isIdnHostname],
  ['ipv4', isIpv4],
  ['ipv6', isIpv6],
  ['uri', isUri],
  ['uri-reference', isUriReference],
  ['iri', isIri],
  ['iri-reference', isIriReference],
  ['uri-template', isUriTemplate],
  ['uuid', isUuid],
  ['json-pointer', isJsonPointer],
  ['relative-json-pointer', isRelativeJsonPointer],
  ['regex', (text) => findExpression(text) !== undefined],
  ['byte', isBase64],
])

const numberFormats: ReadonlyMap<string, (value: number) => boolean> = new Map([
  ['int32', isInt32],
  ['int64', isInt64],
  ['float', isFloat],
  ['double', isDouble],
])

/** What kind of value a format says something about; undefined for a format that is not judged. */
export const kindOfFormat = (format: string): 'string' | 'number' | undefined => {
  if (textFormats.has(format)) return 'string'
  return numberFormats.has(format) ? 'number' : undefined
}

/**
 * Whether a value is of a format, by its RFC, generously: what a reasonable reader of the RFC may accept is accepted, so
 * that no server is accused for it. An unknown format accepts everything, and each format the values of other kinds.
 */
export const isFormat = (format: string, value: unknown): boolean => {
  if (typeof value === 'string') return textFormats.get(format)?.(value) ?? true
  if (typeof value === 'number') return numberFormats.get(format)?.(value) ?? true
  return true
}
