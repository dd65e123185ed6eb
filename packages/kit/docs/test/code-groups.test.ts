import { describe, expect, it } from 'vitest'
import { withFirstSamples } from '../src/site/code-groups.ts'
import { renderMarkdown } from '../src/site/markdown.ts'
import type { PageRequest, ToSamples } from '../src/site/requests.ts'

/** Returns samples that contain their request. */
const toSamples: ToSamples = (request) => [
  { lang: 'Shell', label: 'curl', source: `curl ${JSON.stringify(request)}\n` },
  { lang: 'TypeScript', label: 'Client', source: `call('${request.operationId}')\n` },
  { lang: 'C#', label: 'C#', source: `Call("${request.operationId}");\n` },
]

/** Returns the same samples, but with a client sample for only one operation. */
const withoutClient: ToSamples = (request) =>
  toSamples(request).filter(({ lang }) => request.operationId === 'addShip' || lang !== 'TypeScript')

const fences = (...blocks: readonly (readonly [info: string, code: string])[]): string =>
  blocks.map(([info, code]) => `\`\`\`${info}\n${code}\n\`\`\``).join('\n\n')

function render(markdown: string): string {
  const context = { toImage: () => '', warn: () => undefined, toSamples }
  return renderMarkdown(markdown, context).html
}

/** Returns the content of each tab's panel: the texts of its blocks and notes, in order. */
function panelsOf(html: string): Readonly<Record<string, readonly string[]>> {
  const [, ...panels] = html.split('<div role="tabpanel"')
  return Object.fromEntries(
    panels.map((panel) => {
      const [shown = ''] = panel.split('</div>')
      const [, label = ''] = /data-language="([^"]*)"/.exec(shown) ?? []
      const texts = Array.from(
        shown.matchAll(/<(?:code|p class="code-note")>([^]*?)<\/(?:code>\n?<\/pre|p)>/g),
        ([, text = '']) =>
          text
            .replaceAll(/<[^>]*>/g, '')
            .replaceAll('&quot;', '"')
            .replaceAll('&#x27;', "'")
            .trim(),
      )
      return [label, texts]
    }),
  )
}

const request = ['yaml request', 'operation: addShip'] as const

describe('a code block "yaml request"', () => {
  it('is a tab for each sample, the first of them selected', () => {
    const html = render(fences(request))
    expect(panelsOf(html)).toStrictEqual({
      curl: ['curl {"operationId":"addShip","responseHeaders":[]}'],
      Client: ["call('addShip')"],
      'C#': ['Call("addShip");'],
    })
    const tabs = Array.from(
      html.matchAll(/role="tab" id="([^"]+)" aria-controls="([^"]+)" aria-selected="(\w+)"/g),
    )
    expect(tabs.map(([, , , selected]) => selected)).toStrictEqual(['true', 'false', 'false'])
    for (const [, tab = '', panel = ''] of tabs) {
      expect(html).toContain(`role="tabpanel" id="${panel}" aria-labelledby="${tab}"`)
    }
  })

  it('passes on parameters, body and the headers that are kept', () => {
    const given: PageRequest[] = []
    const code = `operation: addShip
path: { port: '\${PORT}' }
body: { name: Ann }
keep: { SHIP: $response.body#/ships/0/id, TOKEN: $response.header.x-token }`
    const context = { toImage: () => '', warn: () => undefined }
    const { html } = renderMarkdown(fences(['yaml request', code]), {
      ...context,
      toSamples(one) {
        given.push(one)
        return toSamples(one)
      },
    })
    expect(given).toStrictEqual([
      {
        operationId: 'addShip',
        path: { port: '${PORT}' },
        body: { name: 'Ann' },
        responseHeaders: ['x-token'],
      },
    ])
    expect(panelsOf(html)['C#']?.at(-1)).toBe(
      'Keep ships[0].id of the response: export SHIP=…. Keep the response header x-token: export TOKEN=…',
    )
  })

  it('gives way to blocks in one of the languages, each with what it prints', () => {
    const html = render(
      fences(
        ['ts', 'await story()'],
        ['text output', 'told'],
        ['sh', 'script'],
        request,
        ['yaml request', 'operation: listShips'],
        ['json response', '[1]'],
      ),
    )
    expect(panelsOf(html)).toMatchObject({
      curl: ['script', '[1]'],
      Client: ['await story()', 'told'],
      'C#': ['Call("addShip");', 'Call("listShips");', '[1]'],
    })
  })

  it('names a block as the samples of other groups do, and in their order', () => {
    const context = { toImage: () => '', warn: () => undefined, toSamples: withoutClient }
    const list = fences(
      ['ts', 'await story()'],
      ['rust', 'story()'],
      ['yaml request', 'operation: listShips'],
    )
    const { html } = renderMarkdown(`${fences(request)}\n\nThen:\n\n${list}`, context)
    const [, , second = ''] = html.split('<div class="code-tabs">')
    expect(Object.keys(panelsOf(second))).toStrictEqual(['curl', 'Client', 'C#', 'Rust'])
    expect(panelsOf(second)).toMatchObject({ Client: ['await story()'], Rust: ['story()'] })
  })

  it('is a group of its own after a text, with ids of its own', () => {
    const html = render(`${fences(request)}\n\nThen:\n\n${fences(request)}`)
    const ids = Array.from(html.matchAll(/ id="([^"]+)"/g), ([, id]) => id)
    expect(ids).toHaveLength(12)
    expect(new Set(ids).size).toBe(12)
  })

  it('has the same tab for a block in a language that its own request has no sample in', () => {
    const context = { toImage: () => '', warn: () => undefined }
    const markdown = `${fences(request)}\n\nThen:\n\n${fences(['ts', 'await story()'], ['yaml request', 'operation: listShips'])}`
    const { html } = renderMarkdown(markdown, {
      ...context,
      toSamples: (one) =>
        toSamples(one).filter(({ label }) => one.operationId === 'addShip' || label !== 'Client'),
    })
    const labels = Array.from(html.matchAll(/role="tab"[^>]*>([^<]+)</g), ([, label]) => label)
    expect(labels).toStrictEqual(['curl', 'Client', 'C#', 'curl', 'Client', 'C#'])
    expect(panelsOf(html)).toMatchObject({ Client: ['await story()'] })
  })

  it('leaves other blocks alone', () => {
    expect(render(fences(['sh', 'a'], ['ts', 'b']))).not.toContain('role="tab"')
  })

  it.each([
    ['operation: addShip\nbuddy: {}', 'unknown member "buddy"'],
    ['operation: addShip\nkeep: { A: ships }', '"ships" is not a part of a response'],
  ])('is rejected: %s', (code, problem) => {
    expect(() => render(fences(['yaml request', code]))).toThrow(problem)
  })

  it('needs somebody who writes the samples', () => {
    const context = { toImage: () => '', warn: () => undefined }
    expect(() => renderMarkdown(fences(request), context)).toThrow('toSamples')
  })
})

describe('withFirstSamples', () => {
  it('writes a request in one language, and what is kept of it', () => {
    const markdown = `Before.\n\n${fences(['yaml request', 'operation: a\nkeep: { ID: $response.body#/id }'])}\n\nAfter.\n`
    expect(withFirstSamples(markdown, toSamples)).toBe(
      `Before.\n\n${fences(['sh', 'curl {"operationId":"a","responseHeaders":[]}'])}\n\nKeep \`id\` of the response: \`export ID=…\`\n\nAfter.\n`,
    )
  })

  it('writes no sample beside a block in that language', () => {
    const story = fences(['ts', 'await story()'], ['sh', 'script'])
    expect(withFirstSamples(`${story}\n\n${fences(request)}\n\nAfter.\n`, toSamples)).toBe(
      `${story}\n\nAfter.\n`,
    )
  })
})
