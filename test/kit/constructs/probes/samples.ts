import { runInThisContext } from 'node:vm'
import { withSamples } from '@contract-kit/tools/samples'
import type { Construct, Data, Wire } from '../construct.ts'
import { serveConstruct } from './express.ts'
import { type Finding, judge, type Lab, silent, toResponse } from './lab.ts'
import { differenceOf } from './wire.ts'

const printNothing = (): void => undefined

type Fetch = (url: string, init?: RequestInit) => Promise<Response>

/** Generates the samples, and runs the one for `fetch`. */
export async function probeSamples(construct: Construct, lab: Lab): Promise<Finding> {
  const { id, document, wire, reply, credentials, isInvented } = construct
  const skipped: string[] = []
  const options = {
    languages: ['curl', 'fetch'],
    credentials,
    onSkipped: (sentence: string) => void skipped.push(sentence),
  }
  const sources = findSamples(withSamples(document as never, options))
  const words = skipped.find((sentence) => sentence.startsWith(id))
  if (sources.length < 2) return words === undefined ? silent('there is no sample') : { cell: 'named', words }
  const source = sources.find((one) => !one.includes('/other'))
  if (source === undefined)
    return words === undefined ? silent('there is no sample') : { cell: 'named', words }
  let sent: Wire | undefined
  const capture: Fetch = async (url, init) => {
    const request = new Request(url, init)
    const { pathname, search } = new URL(url)
    sent = {
      method: request.method,
      target: pathname + search,
      headers: Object.fromEntries(request.headers),
      body: await request.text(),
    }
    return toResponse(reply)
  }
  const run = runInThisContext(`(async (fetch, console) => {\n${source}\n})`) as (
    fetch: Fetch,
    console: object,
  ) => Promise<void>
  await run(capture, { log: printNothing, dir: printNothing })
  if (sent === undefined) return silent('the sample sends nothing')
  if (!isInvented) return judge(differenceOf(wire, sent))
  const { app } = await serveConstruct(construct, reply)
  lab.serve(app)
  const { 'content-type': type = '' } = sent.headers ?? {}
  const response = await lab.send({ ...sent, headers: type === '' ? {} : { 'content-type': type } })
  return judge(
    response.status !== reply.status &&
      `the sample is refused: ${response.status} ${response.body} ${JSON.stringify(sent)}`,
  )
}

/** Returns all `fetch` samples of a document. */
function findSamples(node: unknown): readonly string[] {
  if (typeof node !== 'object' || node === null) return []
  return Object.entries(node).flatMap(([key, value]) =>
    key === 'x-codeSamples' && Array.isArray(value)
      ? value.flatMap((sample: Data) => (sample['label'] === 'fetch' ? [String(sample['source'])] : []))
      : findSamples(value),
  )
}
