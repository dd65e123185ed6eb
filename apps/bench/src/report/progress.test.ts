import { describe, expect, it } from 'vitest'
import { createProgress } from './progress.ts'

function watch(isTTY: boolean) {
  const written: string[] = []
  let now = 0
  const stream = { isTTY, columns: 30, write: (text: string) => written.push(text) > 0 }
  return { written, pass: (ms: number) => void (now += ms), progress: createProgress(stream, () => now) }
}

describe('createProgress', () => {
  it('writes a line for each step, with the time that is left', () => {
    const { written, pass, progress } = watch(false)
    progress.step('start')
    progress.expect(3)
    progress.step('first')
    pass(65_000)
    progress.step('second')
    expect(written).toStrictEqual(['start\n', 'first\n', '2:10 left · second\n'])
  })

  it('knows that a step takes as long as several', () => {
    const { written, pass, progress } = watch(false)
    progress.expect(8)
    progress.step('warm up', 4)
    pass(40_000)
    progress.step('first')
    pass(10_000)
    progress.step('second')
    expect(written).toStrictEqual(['warm up\n', '0:40 left · first\n', '0:30 left · second\n'])
  })

  it('writes over one line of a terminal, no wider than it is', () => {
    const { written, progress } = watch(true)
    progress.step('a title that is longer than the terminal is wide')
    progress.end()
    expect(written).toStrictEqual(['\r\u001B[Ka title that is longer than t', '\r\u001B[K'])
  })
})
