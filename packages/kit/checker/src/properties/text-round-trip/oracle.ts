import { createHash } from 'node:crypto'
import { createFinding, type Finding } from '../../core/check.ts'
import { defineEvidence, judges, type PropertyRule } from '../../core/evidence.ts'
import type { ReadResponse, Exchange } from '../../core/exchange.ts'
import { changedItemRead, createdItemRead, oddTextRead } from '../../scenarios/evidence.ts'
import { isFileOf } from '@contract-kit/openapi/wire'
import { equalJson, findAt, isObject, type Json } from '@contract-kit/json-schema/json'
import { findKeyword, isValid, type SchemaNode } from '@contract-kit/json-schema/schemas'
import { essenceOf, findMedia } from '@contract-kit/openapi'
import { describeResponse } from '../../checks/exchanges/exchange-facts.ts'
import { showsAnother } from '../../compare/identity.ts'
import { losesCharacters } from '../../compare/same-values.ts'
import { accuseBoth, outcomeOf } from '../../compare/facts.ts'
import {
  commonFields,
  pairThings,
  readSent,
  readShown,
  describesNormalization,
  writesAsOneThing,
} from '../../compare/things.ts'

/** A text was put at a URL and read there with the same media type. */
export const textWritten = defineEvidence<{ write: Exchange; read: Exchange }>('text written and read')

/**
 * An accepted text is stored completely: it is not truncated at a length or at U+0000. Skipped if the text is masked or ends in an
 * ellipsis, if the description mentions such a change, or if the response schema has a shorter limit.
 * A text body is returned unchanged at its URL. A digest of an uploaded file is that of the sent bytes.
 */
export const textRoundTripRule: PropertyRule = {
  id: 'text-round-trip',
  title: 'Text is changed',
  severity: 'high',
  oracles: [
    judges(textWritten, ({ write, read }) => judgeText(write, read)),
    judges(createdItemRead, ({ create, read }) => judgeRead(create, read)),
    judges(changedItemRead, ({ change, read }) => judgeRead(change, read)),
    judges(oddTextRead, ({ write, read }) => judgeRead(write, read)),
  ],
  verify: (exchange) => {
    if (!isJudged(exchange) || exchange.case.request.method === 'GET') return []
    const digests = wrongDigests(exchange)
    if (digests.length > 0) {
      const message = `${describeResponse(exchange)} has another ${digests.join(', ')} than the bytes that were sent.`
      return [createFinding(textRoundTripRule, exchange, message)]
    }
    const names = cutNames(exchange, exchange)
    return names.length > 0 ? [createFinding(textRoundTripRule, exchange, describeCut(exchange, names))] : []
  },
}

const isJudged = (exchange: Exchange): boolean =>
  outcomeOf(exchange) === 'done' && exchange.bodyFailures.length === 0

const describeCut = (shown: Exchange, names: readonly string[]): string =>
  `${describeResponse(shown)} shows only a part of the text that was sent: ${names.join(', ')}.`

const judgeRead = (write: Exchange, read: Exchange): readonly Finding[] => {
  if (outcomeOf(write) !== 'done' || !isJudged(read)) return []
  const names = cutNames(write, read)
  if (names.length === 0) return []
  // The write was already reported, or the read shows another item.
  if (cutNames(write, write).length > 0 || showsAnother(read)) return []
  return accuseBoth(textRoundTripRule, [write, read], describeCut(read, names))
}

/** Names of sent texts, at any depth, of which only a part is shown; `the body` for a text body. */
const cutNames = (write: Exchange, shown: Exchange): readonly string[] => {
  const body = write.case.values?.body
  if (typeof body?.value === 'string')
    return shown !== write && isCutBody(write, body.value, shown) ? ['the body'] : []
  if (!writesAsOneThing(write)) return []
  const [sent, answered] = pairThings(readSent(write), readShown(shown)) ?? []
  if (sent === undefined || answered === undefined) return []
  // Truncated texts are rare, so descriptions are read only for those.
  if (!isCut(sent.value, answered.value)) return []
  return commonFields(sent, answered, write.case.request.method === 'POST')
    .filter(({ left, right, schemas }) => isCut(left, right) && mayBeShown(schemas, left))
    .map(({ name }) => name)
}

/** The length of digests in hexadecimal digits, by common name. */
const DIGESTS: Readonly<Record<string, number>> = { md5: 32, sha1: 40, sha256: 64, sha512: 128 }

/** Names of digests in the response to an upload that do not match the uploaded bytes. */
const wrongDigests = (write: Exchange): readonly string[] => {
  const content = uploadedBy(write)
  if (content === undefined) return []
  const sent = write.case.values?.body?.value
  const returned = readShown(write).flatMap(({ value }) => Object.entries(value))
  // A server may return a digest that the client sent.
  const isOwn = (name: string): boolean => sent !== undefined && isObject(sent) && Object.hasOwn(sent, name)
  return returned.flatMap(([name, digest]) => {
    const algorithm = name.toLowerCase().replaceAll(/[-_]/g, '')
    const length = Object.hasOwn(DIGESTS, algorithm) ? DIGESTS[algorithm] : undefined
    if (isOwn(name) || typeof digest !== 'string' || digest.length !== length || /[^\da-f]/i.test(digest))
      return []
    const right = createHash(algorithm).update(content).digest('hex')
    return digest.toLowerCase() === right ? [] : [name]
  })
}

/** The bytes of a body, or of its only file, if its media type must be stored unchanged. */
const uploadedBy = ({ case: { operation, request, values } }: Exchange): string | Uint8Array | undefined => {
  const { contentType = '', value } = values?.body ?? {}
  const type = essenceOf(contentType)
  if (type === 'application/octet-stream' && typeof value === 'string') return request.body
  if (type !== 'multipart/form-data' || value === undefined || !isObject(value)) return undefined
  const media = findMedia(operation?.body?.media ?? [], contentType)
  const [file, ...others] = Object.entries(value).filter(([name]) => isFileOf(media, name))
  return others.length === 0 && typeof file?.[1] === 'string' ? file[1] : undefined
}

/**
 * Whether a read at the URL of a text returns only a part of it. The response to the write need not contain it: its content is the result
 * of the action (RFC 9110, 15.3.1).
 */
const isCutBody = (write: Exchange, sent: string, { response, case: { request } }: Exchange): boolean => {
  const [type, parameters = ''] = (response.contentType ?? '').split(/;(.*)/s)
  const isSame = essenceOf(type ?? '') === essenceOf(write.case.values?.body?.contentType ?? '')
  const isUtf8 = !/charset/i.test(parameters) || /utf-?8/i.test(parameters)
  // If the media types are undocumented, the server may return an object instead of the text.
  if (response.json !== undefined && typeof response.json !== 'string') return false
  const shown = response.json ?? response.text
  return (
    isSame &&
    isUtf8 &&
    request.target === write.case.request.target &&
    (isCut(sent, shown) || losesCharacters(sent, shown))
  )
}

const isCut = (sent: Json, shown: Json | undefined): boolean => {
  if (shown === undefined) return false
  if (typeof sent === 'string') return typeof shown === 'string' && isCutText(sent, shown)
  if (Array.isArray(sent))
    return (
      Array.isArray(shown) &&
      shown.length === sent.length &&
      sent.some(
        (item, at) => isCut(item, shown[at]) && !sent.some((other) => equalJson(other, shown[at] ?? null)),
      )
    )
  return (
    isObject(sent) &&
    isObject(shown) &&
    Object.keys(sent).some((name) => Object.hasOwn(shown, name) && isCut(sent[name] ?? null, shown[name]))
  )
}

/** The missing end must contain a letter or digit, because servers may trim blanks and symbols. */
const isCutText = (sent: string, shown: string): boolean => {
  if (sent === shown) return false
  const [whole, part] = [tidied(sent), tidied(shown)]
  if (part === '' || part.length >= whole.length || !whole.startsWith(part)) return false
  return !/(\.\.\.|…|\*{2,}|•{2,})$/.test(shown) && /[\p{L}\p{N}]/u.test(whole.slice(part.length))
}

const tidied = (text: string): string => text.normalize('NFC').replaceAll(/\s+/g, ' ').trim().toLowerCase()

/** Whether the response may show a plain text unchanged, and the document mentions no change. */
const mayBeShown = (schemas: readonly SchemaNode[], sent: Json): boolean =>
  !describesNormalization(schemas) &&
  schemas.every(
    (node) =>
      findKeyword(node, 'format') === undefined &&
      (isValid(node, sent, { direction: 'response' }) || isValid(node, sent, { direction: 'request' })),
  )

/**
 * Compares blanks, line ends and non-ASCII letters only if the document promises to return the text exactly. Compares other characters
 * always.
 */
const judgeText = (written: Exchange, read: Exchange): readonly Finding[] => {
  const sent = written.case.values?.body
  if (typeof sent?.value !== 'string' || outcomeOf(written) !== 'done' || !isJudged(read)) return []
  if (essenceOf(read.response.contentType ?? '') !== essenceOf(sent.contentType)) return []
  const text = decode(read.response)
  const isKept = promisesExactly([read, written]) ? text === sent.value : plain(text) === plain(sent.value)
  const message = `${describeResponse(read)} differs from the text that was written.`
  return isKept ? [] : accuseBoth(textRoundTripRule, [written, read], message)
}

/** Decodes with the charset of the response, else as UTF-8. */
const decode = ({ body, contentType = '', text }: ReadResponse): string => {
  const charset = /;\s*charset="?([\w-]+)/i.exec(contentType)?.[1] ?? 'utf-8'
  try {
    return new TextDecoder(charset, { ignoreBOM: true }).decode(body)
  } catch {
    return text
  }
}

/** Removes blanks, non-ASCII letters, and their common replacements. */
const plain = (text: string): string => text.replaceAll(/[^!-~]|\?/g, '')

const EXACTLY =
  /\b(exactly|verbatim|unchanged|unaltered|letter for letter|byte for byte|as (it|they) (was|were) (sent|written|put|uploaded))\b/i

const promisesExactly = (exchanges: readonly Exchange[]): boolean =>
  exchanges.some(({ document, case: { operation }, documented }) =>
    [operation, documented].some((place) => {
      const returned = place && findAt(document.raw, place.pointer)
      const text = isObject(returned) ? returned['description'] : undefined
      return typeof text === 'string' && EXACTLY.test(text)
    }),
  )
