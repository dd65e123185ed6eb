import { describe, expect, it } from 'vitest'
import type { Json } from '@contract-kit/json-schema/json'
import { checkContract } from '../runner/contract-run.ts'

const noteDocument = {
  openapi: '3.1.0',
  info: { title: 'Notes', version: '1' },
  paths: {
    '/notes': {
      post: {
        operationId: 'addNote',
        requestBody: {
          required: true,
          content: {
            'application/json': {
              schema: {
                type: 'object',
                required: ['text'],
                properties: {
                  text: { type: 'string', maxLength: 300 },
                  tags: { type: 'array', items: { type: 'string' } },
                },
              },
            },
          },
        },
        responses: { 204: { description: 'Kept.' }, 400: { description: 'Refused.' } },
      },
    },
  },
} as const

type Note = { readonly text?: unknown; readonly tags?: Json }

const breaksOnLongText = ({ text }: Note): boolean => typeof text === 'string' && text.length >= 5

/**
 * Fuzzes a server that crashes on notes for which `breaks` is true. Returns the request that shows the fault, and the requests and resets
 * in their order.
 */
const fuzz = async (breaks: (note: Note, sinceReset: number) => boolean) => {
  const story: string[] = []
  let sinceReset = 0
  const { findings } = await checkContract({
    document: noteDocument,
    phases: ['fuzz'],
    seed: 4,
    reset: () => {
      story.push('reset')
      sinceReset = 0
    },
    fetch: async (request) => {
      sinceReset += 1
      const text = await request.text()
      let note: Note = {}
      try {
        note = JSON.parse(text) as Note
      } catch {
        return new Response(null, { status: 400 })
      }
      const isBroken = breaks(note ?? {}, sinceReset)
      story.push(isBroken ? 'crash' : 'fine')
      return new Response(null, { status: isBroken ? 500 : typeof note?.text === 'string' ? 204 : 400 })
    },
  })
  const crash = findings.find(({ check }) => check === 'not-a-server-error')
  return { story, shown: JSON.parse(crash?.reproduce.request?.body ?? 'null') as Note | null }
}

describe('shrinkDraft', () => {
  it('shows a fault by the smallest request that has it', async () => {
    const { shown } = await fuzz(breaksOnLongText)
    expect(String(shown?.text)).toHaveLength(5)
    expect(Object.keys(shown ?? {})).toStrictEqual(['text'])
  })

  it('resets the server before each attempt', async () => {
    const { story } = await fuzz(breaksOnLongText)
    const attempts = story.slice(story.indexOf('crash') + 1).slice(0, 10)
    expect(attempts.filter((_event, index) => index % 2 === 0)).toStrictEqual(Array(5).fill('reset'))
    expect(attempts.filter((_event, index) => index % 2 === 1)).not.toContain('reset')
  })

  it('keeps the first request where a smaller one shows the fault no more', async () => {
    let crashes = 0
    const { shown } = await fuzz((note) => breaksOnLongText(note) && (crashes += 1) === 1)
    expect(String(shown?.text).length).toBeGreaterThanOrEqual(5)
  })
})
