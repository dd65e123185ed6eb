import { describe, expect, it } from 'vitest'
import type { JsonObject } from '../src/documents/json.ts'
import { createSampleWriter } from '../src/samples/with-samples.ts'

const requestBody = { content: { 'application/json': { schema: {} } } }
const post = { operationId: 'addNote', requestBody, responses: { '204': { description: 'Added' } } }
const document: JsonObject = {
  openapi: '3.1.1',
  info: { title: 'Shed', version: '1.0.0' },
  paths: { '/notes': { post } },
}
const write = createSampleWriter(document)

function sampleOf(label: string, body: unknown): string {
  return write({ operationId: 'addNote', body })?.find((sample) => sample.label === label)?.source ?? ''
}

const long = { text: 'Sharpen both of the saws, and the old plane', by: 'Ann "A" \\' }

describe.each([
  [
    'Go',
    `strings.NewReader(\`{
  "text": "Sharpen both of the saws, and the old plane",
  "by": "Ann \\"A\\" \\\\"
}\`)`,
  ],
  [
    'Java',
    `BodyPublishers.ofString("""
            {
              "text": "Sharpen both of the saws, and the old plane",
              "by": "Ann \\\\"A\\\\" \\\\\\\\"
            }""")`,
  ],
  [
    'C#',
    `new StringContent(
    """
    {
      "text": "Sharpen both of the saws, and the old plane",
      "by": "Ann \\"A\\" \\\\"
    }
    """);`,
  ],
  [
    'PHP',
    `CURLOPT_POSTFIELDS => '{
  "text": "Sharpen both of the saws, and the old plane",
  "by": "Ann \\\\"A\\\\" \\\\\\\\"
}',`,
  ],
  [
    'Ruby',
    `request.body = <<~'JSON'
  {
    "text": "Sharpen both of the saws, and the old plane",
    "by": "Ann \\"A\\" \\\\"
  }
JSON
`,
  ],
])('a long JSON body in %s', (label, text) => {
  it('is written as people write it', () => {
    expect(sampleOf(label, long)).toContain(text)
  })

  it.each([
    ['has a variable', { ...long, by: '${NAME}' }],
    ['is a text', `${long.text}${long.text}`],
    ['is short', { text: 'Sharp' }],
  ])('is one literal where it %s', (_case, body) => {
    expect(sampleOf(label, body)).not.toMatch(/"""|<<~|^ *\{$/m)
  })
})

describe('a long JSON body', () => {
  it('is one literal in Go where it has the quote of raw strings', () => {
    expect(sampleOf('Go', { ...long, by: '`' })).toContain('strings.NewReader("{\\"text\\"')
  })

  it('is one literal in C# where it has a separator of lines', () => {
    expect(sampleOf('C#', { ...long, by: '\u2028' })).toContain(String.raw`\u2028`)
  })
})
