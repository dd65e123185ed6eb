import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:http'
import process from 'node:process'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type JsonObject, nodeAt, toObject, toText } from '../src/documents/json.ts'
import { withSamples } from '../src/samples/with-samples.ts'
import { hostile, hostileShed } from './hostile-shed.ts'
import { createFolder } from './project.ts'

const run = promisify(execFile)

interface Received {
  readonly line: string
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly body: Buffer
}

let received: Received[] = []
let status = 200
const server = createServer((request, response) => {
  const chunks: Buffer[] = []
  request
    .on('data', (chunk: Buffer) => chunks.push(chunk))
    .on('end', () => {
      const { method = '', url = '', headers } = request
      received.push({ line: `${method} ${url}`, headers, body: Buffer.concat(chunks) })
      response.statusCode = method === 'DELETE' ? 204 : status
      response.setHeader('content-type', 'application/json')
      response.end(method === 'DELETE' ? undefined : '{"from":"the shed"}')
    })
})
let sampled: JsonObject
beforeAll(async () => {
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const address = server.address()
  const port = typeof address === 'object' ? address?.port : undefined
  sampled = withSamples(hostileShed, {
    baseUrl: `http://127.0.0.1:${port}/api`,
    credentials: { member: "tok'en" },
  })
})
afterAll(() => server.close())

/** Runs the sample of one operation in a new folder, and returns its output. */
async function execute(label: 'curl' | 'fetch', pointer: string): Promise<string> {
  const samples = nodeAt(sampled, `${pointer}/x-codeSamples`)
  const sample = Array.isArray(samples) ? samples.find((one) => nodeAt(one, '/label') === label) : undefined
  const source = toText(toObject(sample)['source'])
  const folder = await createFolder({ 'photo.png': 'contents of photo.png', 'sample.mjs': source })
  received = []
  const [program, ...args] =
    label === 'curl'
      ? (['bash', '--norc', '-euc', source] as const)
      : ([process.execPath, 'sample.mjs'] as const)
  const { stdout } = await run(program, args, {
    cwd: folder,
    env: { PATH: process.env['PATH'] },
  })
  return stdout
}

/** Parses the form that a program sent, as a server does. */
function readForm({ headers, body }: Received): Promise<FormData> {
  const type = String(headers['content-type'])
  return new Response(new Uint8Array(body), { headers: { 'content-type': type } }).formData()
}

function only(): Received {
  const [first, ...others] = received
  if (first === undefined || others.length > 0) throw new Error(`${received.length} requests were received`)
  return first
}

describe.each(['curl', 'fetch'] as const)('samples in %s', (label) => {
  it('send parameters of every place and style', async () => {
    expect(await execute(label, '#/paths/~1tools~1{tool-id}/get')).toContain('the shed')
    const { line, headers } = only()
    const url = new URL(line.slice('GET '.length), 'http://shed.example')
    expect(line).toMatch(/^GET /)
    expect(decodeURIComponent(url.pathname)).toBe("/api/tools/o'hara/7 ü")
    expect(url.pathname.split('/')).toHaveLength(4)
    expect([...url.searchParams]).toStrictEqual([
      ['tag', 'a b'],
      ['tag', 'c&d'],
      ['filter[size]', 'big'],
      ['filter[max-age]', '3'],
      ['ids', '1,2'],
    ])
    expect(headers).toMatchObject({
      accept: 'application/json',
      authorization: "Bearer tok'en",
      cookie: 'shelf=left%3Bright',
      'x-note': `it's "$5" \\ #{n}`,
    })
  })

  it('send no credentials where none are needed, and read no body of 204', async () => {
    await execute(label, '#/paths/~1tools~1{tool-id}/delete')
    expect(only().line).toMatch(/^DELETE /)
    expect(only().headers.authorization).toBeUndefined()
  })

  it('keep a JSON body as it is', async () => {
    await execute(label, '#/paths/~1tools~1{tool-id}/put')
    expect(only().headers['content-type']).toBe('application/json')
    expect(JSON.parse(only().body.toString())).toStrictEqual({
      note: hostile,
      'kebab-key': [1.5, true, null],
      __proto__x: {},
    })
  })

  it('keep a text as it is', async () => {
    await execute(label, '#/paths/~1notes/post')
    expect(only().body.toString()).toBe(hostile)
    expect(only().headers).toMatchObject({
      'content-type': 'text/plain',
      authorization: `Basic ${btoa('YOUR_NAME:YOUR_PASSWORD')}`,
    })
  })

  it('encode a form', async () => {
    await execute(label, '#/paths/~1forms/post')
    expect([...new URLSearchParams(only().body.toString())]).toStrictEqual([
      ['a b', hostile],
      ['list', 'x'],
      ['list', 'y'],
    ])
    expect(only().headers['content-type']).toMatch(/^application\/x-www-form-urlencoded\b/)
    expect(only().line).toBe('POST /api/forms?badge=YOUR_API_KEY')
    expect(only().headers.cookie).toBe('stamp=YOUR_API_KEY')
  })

  it('send a file and a field as multipart', async () => {
    await execute(label, '#/paths/~1photos/post')
    const form = await readForm(only())
    const note = form.get('note')
    if (typeof note !== 'string') throw new Error('The note is no text')
    // The form parser keeps the line endings that were sent.
    expect(note.replaceAll('\r\n', '\n')).toBe(hostile)
    const photo = form.get('photo')
    if (!(photo instanceof File)) throw new Error('The photo is no file')
    expect([photo.name, photo.type, await photo.text()]).toStrictEqual([
      'photo.png',
      'image/png',
      'contents of photo.png',
    ])
  })

  it('make up a valid body where there is no example', async () => {
    await execute(label, '#/paths/~1made-up/post')
    expect(JSON.parse(only().body.toString())).toMatchObject({
      size: expect.toSatisfy((size: number) => size >= 3),
    })
  })

  it('fail where the status is an error', async () => {
    status = 400
    try {
      await expect(execute(label, '#/paths/~1made-up/post')).rejects.toThrow(/400/)
    } finally {
      status = 200
    }
  })
})
