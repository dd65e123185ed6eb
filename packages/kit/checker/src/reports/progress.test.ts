import { describe, expect, it } from 'vitest'
import type { Progress } from '../core/check-options.ts'
import { createProgressPrinter } from './progress.ts'

const progress = (more: Partial<Progress>): Progress => ({
  phase: 'coverage',
  subject: 'getPet',
  done: 0,
  total: 4,
  requests: 0,
  findings: 0,
  ...more,
})

const createSink = (columns?: number) => {
  const texts: string[] = []
  return { texts, write: (text: string) => texts.push(text), ...(columns === undefined ? {} : { columns }) }
}

describe('createProgressPrinter', () => {
  it('draws one line over and over and erases it', () => {
    const sink = createSink()
    const printer = createProgressPrinter(sink, true)
    printer.show(progress({ done: 1, requests: 1200, findings: 1 }))
    printer.end()
    expect(sink.texts).toStrictEqual([
      '\r\u001B[2K█████░░░░░░░░░░░░░░░ 1/4 · 1,200 requests · 1 finding · coverage getPet',
      '\r\u001B[2K',
    ])
  })

  it('keeps the line shorter than the terminal', () => {
    const sink = createSink(40)
    createProgressPrinter(sink, true).show(progress({ subject: 'x'.repeat(100) }))
    expect(sink.texts[0]?.replace('\r\u001B[2K', '')).toHaveLength(39)
  })

  it('takes a terminal of no width for an ordinary one', () => {
    const sink = createSink(0)
    createProgressPrinter(sink, true).show(progress({ subject: 'x'.repeat(100) }))
    expect(sink.texts[0]?.replace('\r\u001B[2K', '')).toHaveLength(79)
  })

  it('writes two plain lines for each phase', () => {
    const sink = createSink()
    const printer = createProgressPrinter(sink, false)
    printer.show(progress({}))
    printer.show(progress({ done: 2, requests: 30, findings: 1 }))
    printer.show(progress({ phase: 'fuzz', done: 2, requests: 30, findings: 1 }))
    printer.show(progress({ phase: 'fuzz', done: 4, requests: 31, findings: 1 }))
    printer.end()
    expect(sink.texts).toStrictEqual([
      'coverage: started\n',
      'coverage: done, 30 requests, 1 finding\n',
      'fuzz: started\n',
      'fuzz: done, 1 request, 0 findings\n',
    ])
  })

  it('writes nothing of a run that never began', () => {
    const sink = createSink()
    createProgressPrinter(sink, false).end()
    expect(sink.texts).toStrictEqual([])
  })
})
