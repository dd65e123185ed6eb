import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib'
import { withHeaders, type Reply } from '../kernel/reply.ts'
import type { ServerRequest } from '../kernel/server-request.ts'
import type { House, On } from './house.ts'

const editText = (reply: Reply, change: (text: string) => string): Reply =>
  typeof reply.body === 'string' && /json/.test(reply.headers['content-type'] ?? '')
    ? { ...reply, body: change(reply.body) }
    : reply

const editObjects = (reply: Reply, change: (entries: [string, unknown][]) => [string, unknown][]): Reply => {
  const revive = (_name: string, value: unknown): unknown =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? Object.fromEntries(change(Object.entries(value)))
      : value
  return editText(reply, (text) => JSON.stringify(JSON.parse(text, revive)))
}

const withOffset = (time: string): string => {
  const later = new Date(Date.parse(time) + 3_600_000).toISOString()
  return later.replace('.000Z', '+01:00')
}

const amounts = /"(quantity|amount|unit_amount|nights|keys)":(-?\d+)(?=[,}])/g

const ownTimes = /_at":"(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ)"/g

const wordError = (reply: Reply, on: On): Reply => {
  if (on('errors-say-more'))
    return editText(reply, (text) =>
      text.replace(/^\{"error":\{/, '{"error":{"trace":"7f3a","docs":{"see":[1]},'),
    )
  if (on('missing-things-are-pages') && reply.status === 404)
    return {
      ...reply,
      headers: { ...reply.headers, 'content-type': 'text/html' },
      body: '<html><body><h1>404 Not Found</h1><hr>nginx</body></html>',
    }
  if (on('wrong-bodies-answer-400') && reply.status === 422)
    return { ...editText(reply, (text) => text.replace('unprocessable', 'bad_request')), status: 400 }
  return reply
}

const wordAnswer = (reply: Reply, on: On): Reply => {
  if (on('numbers-have-a-fraction')) return editText(reply, (text) => text.replaceAll(amounts, '"$1":$2.0'))
  if (on('numbers-have-an-exponent')) return editText(reply, (text) => text.replaceAll(amounts, '"$1":$2e0'))
  if (on('times-have-an-offset'))
    return editText(reply, (text) =>
      text.replaceAll(ownTimes, (_all, time: string) => `_at":"${withOffset(time)}"`),
    )
  if (on('properties-are-told-backwards')) return editObjects(reply, (entries) => entries.toReversed())
  if (on('signs-are-told-as-escapes'))
    return editText(reply, (text) =>
      text.replaceAll(/[^\x20-\x7e]/g, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`),
    )
  if (on('guests-tell-nulls'))
    return editObjects(reply, (entries) => {
      const isGuest = entries.some(([name]) => name === 'newsletter')
      return isGuest ? [['notes', null], ['address', null], ['birth_date', null], ...entries] : entries
    })
  return reply
}

/** Changes in responses that neither the document nor HTTP forbids. */
export const takeLiberties = (reply: Reply, request: ServerRequest, { on }: House): Reply => {
  if (reply.status >= 400) return wordError(reply, on)
  const { location, etag, 'content-type': type } = reply.headers
  if (on('media-types-name-a-charset') && type === 'application/json')
    return withHeaders(reply, { 'content-type': 'application/json; charset=utf-8' })
  if (on('locations-are-absolute') && location !== undefined)
    return withHeaders(reply, {
      location: `http://${request.headers.get('host') ?? 'stays.test'}${location}`,
    })
  if (on('tags-are-weak') && etag !== undefined) return withHeaders(reply, { etag: `W/${etag}` })
  if (on('answers-may-be-kept'))
    return withHeaders(reply, {
      'cache-control': 'private, no-cache',
      vary: 'accept, accept-encoding',
      age: '0',
    })
  return wordAnswer(reply, on)
}

const codings = [
  ['answers-are-gzipped', 'gzip', gzipSync],
  ['answers-are-brotlied', 'br', brotliCompressSync],
  ['answers-are-deflated', 'deflate', deflateSync],
] as const

const isWelcome = (coding: string, { headers }: ServerRequest): boolean =>
  (headers.get('accept-encoding') ?? coding).split(',').some((part) => [coding, '*'].includes(part.trim()))

/** Liberties with the wrapping of a response whose content is settled. */
export const pack = (reply: Reply, request: ServerRequest, { on }: House): Reply => {
  const { 'content-length': length, ...headers } = reply.headers
  const isChunked = on('answers-come-in-chunks') || (on('head-tells-no-length') && request.method === 'HEAD')
  if (isChunked && length !== undefined) return { ...reply, headers }
  const [, coding, compress] = codings.find(([id]) => on(id)) ?? []
  if (coding === undefined || compress === undefined) return reply
  if (typeof reply.body !== 'object' || !isWelcome(coding, request)) return reply
  const body = new Uint8Array(compress(reply.body))
  return {
    ...reply,
    headers: {
      ...headers,
      'content-length': String(body.length),
      'content-encoding': coding,
      vary: 'accept-encoding',
    },
    body,
  }
}
