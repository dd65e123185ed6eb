import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buildSite } from '@contract-kit/docs'
import type { Construct, Data, Wire } from '../construct.ts'
import { type Finding, isAbout, judge } from './lab.ts'
import { differenceOf } from './wire.ts'

/**
 * Builds the site. Looks for the words of the construct in its Markdown and its Postman collection, and compares the request
 * in the collection. Does not check the page that Redoc renders in a browser.
 */
export async function probeDocs(construct: Construct): Promise<Finding> {
  const { document, shows, wire, base, credentials, isInvented } = construct
  const folder = mkdtempSync(join(tmpdir(), 'constructs-'))
  try {
    const outDir = join(folder, 'site')
    const { warnings, notes } = await buildSite({ documents: [{ document }], outDir })
    const read = (name: string): string => readFileSync(join(outDir, name), 'utf8')
    const collection = read('reference.postman_collection.json')
    const text = read('reference.md') + collection
    const named = [...notes, ...warnings].find((sentence) => isAbout(sentence, construct))
    if (named !== undefined) return { cell: 'named', words: named }
    const lost = ['Probe it', '/other', ...shows].find((word) => !text.includes(word))
    const sent = findRequest(JSON.parse(collection) as Data, base)
    const isCompared = !isInvented && Object.keys(credentials).length === 0
    return judge(
      warnings[0],
      lost !== undefined && `nothing shows ${lost}`,
      sent === undefined && 'the collection lacks the request',
      isCompared && sent !== undefined && differenceOf(withoutBody(wire), sent),
    )
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Postman encodes the bodies, so they are not compared. */
const withoutBody = ({ method, target, headers }: Wire): Wire => ({
  target,
  ...(method && { method }),
  ...(headers?.['content-type']?.startsWith('multipart/') !== true && headers && { headers }),
})

/** Returns the request of the construct from the collection, without its body. */
function findRequest(collection: Data, base: string): Wire | undefined {
  const items = [collection, ...itemsBelow(collection)]
  const found = items.find(({ name, request }) => name === 'Probe it' && request !== undefined)
  const request = found?.['request'] as PostmanRequest | undefined
  if (request === undefined) return undefined
  const { raw, variable = [] } = request.url
  const filled = variable.reduce((text, { key, value }) => text.replace(`/:${key}`, `/${value}`), raw)
  const variables = collection['variable'] as readonly Pair[]
  const url = variables.reduce(
    (text, { key, value }) => text.replace(`{{${key}}}`, key === 'baseUrl' ? base : value),
    filled,
  )
  return {
    method: request.method,
    target: url.replace('http://api.test', ''),
    headers: Object.fromEntries(request.header.map(({ key, value }) => [key, value])),
  }
}

interface PostmanRequest {
  readonly method: string
  readonly header: readonly Pair[]
  readonly url: { readonly raw: string; readonly variable?: readonly Pair[] }
}

interface Pair {
  readonly key: string
  readonly value: string
}

const itemsBelow = ({ item }: Data): readonly Data[] =>
  Array.isArray(item) ? item.flatMap((one: Data) => [one, ...itemsBelow(one)]) : []
