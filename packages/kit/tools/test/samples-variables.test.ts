import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import type { JsonObject } from '../src/documents/json.ts'
import { createSampleWriter, type RequestOfOperation, sampleLanguages } from '../src/samples/with-samples.ts'

const document: JsonObject = parse(`openapi: 3.1.1
info: { title: Shed, version: 1.0.0 }
servers: [{ url: 'http://127.0.0.1:9' }]
components: { securitySchemes: { token: { type: http, scheme: bearer } } }
paths:
  /tools/{tool}/notes:
    post:
      operationId: addNote
      security: [{ token: [] }]
      parameters:
        - { name: tool, in: path, required: true, schema: { type: string } }
        - { name: Idempotency-Key, in: header, example: a, schema: { type: string } }
      requestBody:
        content: { application/json: { schema: { type: object }, example: { text: Sharp } } }
      responses: { 201: { description: Added, content: { application/json: { schema: {} } } } }
`)

const client = { module: '@shed/client', create: 'createShedClient' }
const write = createSampleWriter(document, { client, credentials: { token: '${TOKEN}' } })

const samplesOf = (request: Omit<RequestOfOperation, 'operationId'>): Readonly<Record<string, string>> =>
  Object.fromEntries(
    (write({ operationId: 'addNote', ...request }) ?? []).map(({ label, source }) => [label, source]),
  )

describe('createSampleWriter', () => {
  const samples = samplesOf({
    path: { tool: '${TOOL}' },
    body: { text: "It's ${NAME}", id: '${ID}' },
    responseHeaders: ['x-note'],
  })

  it.each([
    [
      'curl',
      `"http://127.0.0.1:9/tools/$TOOL/notes"`,
      `"Authorization: Bearer $TOKEN"`,
      `--data-raw '{"text":"It'\\''s '"$NAME"'","id":"'"$ID"'"}'`,
      '--include',
    ],
    [
      'fetch',
      'fetch(`http://127.0.0.1:9/tools/${process.env.TOOL}/notes`',
      'Authorization: `Bearer ${process.env.TOKEN}`',
      "text: `It's ${process.env.NAME}`,",
      'id: `${process.env.ID}`,',
      "response.headers.get('x-note')",
    ],
    [
      'Python',
      'import os',
      '"http://127.0.0.1:9/tools/" + os.environ["TOOL"] + "/notes"',
      '"Authorization": "Bearer " + os.environ["TOKEN"]',
      `json={"text": "It's " + os.environ["NAME"], "id": os.environ["ID"]}`,
      'print(response.headers["x-note"])',
    ],
    [
      'Go',
      '\t"os"\n\t"strings"\n',
      '"http://127.0.0.1:9/tools/" + os.Getenv("TOOL") + "/notes"',
      '"Bearer " + os.Getenv("TOKEN")',
      'fmt.Println(response.Header.Get("x-note"))',
    ],
    [
      'Java',
      '"http://127.0.0.1:9/tools/" + System.getenv("TOOL") + "/notes"',
      '"Bearer " + System.getenv("TOKEN")',
      'response.headers().firstValue("x-note")',
    ],
    [
      'C#',
      '"http://127.0.0.1:9/tools/" + Environment.GetEnvironmentVariable("TOOL") + "/notes"',
      '"Bearer " + Environment.GetEnvironmentVariable("TOKEN")',
      'response.Headers.GetValues("x-note")',
    ],
    [
      'PHP',
      `'http://127.0.0.1:9/tools/' . getenv('TOOL') . '/notes'`,
      `'Authorization: Bearer ' . getenv('TOKEN')`,
      'CURLOPT_HEADER => true',
    ],
    [
      'Ruby',
      '"http://127.0.0.1:9/tools/#{ENV.fetch("TOOL")}/notes"',
      '"Bearer #{ENV.fetch("TOKEN")}"',
      'puts response["x-note"]',
    ],
  ])('reads variables of the environment in %s', (label, ...texts) => {
    for (const text of texts) expect(samples[label]).toContain(text)
  })

  it('writes no client with a variable, which has no type', () => {
    expect(Object.keys(samples)).toHaveLength(sampleLanguages.length - 1)
    expect(samplesOf({ path: { tool: 'saw' } })['TypeScript client']).toContain("tool: 'saw'")
  })

  it('takes the body of the document where none is given, and no parameter that is optional', () => {
    const { curl } = samplesOf({ path: { tool: 'saw' } })
    expect(curl).toContain(`--data-raw '{"text":"Sharp"}'`)
    expect(curl).not.toContain('Idempotency-Key')
    expect(samplesOf({ path: { tool: 'saw' }, header: { 'x-more': 'b' } })['curl']).toContain(
      "-H 'x-more: b'",
    )
  })

  it('leaves a text of the document alone that looks like a variable', () => {
    const { curl } = samplesOf({ path: { tool: '$TOOL {TOOL} ${tool}' } })
    expect(curl).toContain("'http://127.0.0.1:9/tools/%24TOOL%20%7BTOOL%7D%20%24%7Btool%7D/notes'")
  })

  it('knows its operations and their parameters', () => {
    expect(write({ operationId: 'nothing' })).toBeUndefined()
    expect(() => samplesOf({ path: { tool: 'saw', size: 1 } })).toThrow('addNote has no parameter "size"')
  })
})
