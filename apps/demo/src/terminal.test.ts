import { describe, expect, it } from 'vitest'
import { createTerminal, type Terminal } from './terminal.ts'

function open(
  output: { readonly isTTY?: boolean; readonly columns?: number },
  env: Readonly<Record<string, string>> = {},
): { readonly terminal: Terminal; readonly written: () => string } {
  let text = ''
  const terminal = createTerminal({ ...output, write: (more) => (text += more) }, env)
  return { terminal, written: () => text }
}

describe('createTerminal', () => {
  it('writes plain lines into a pipe', () => {
    const { terminal, written } = open({})
    terminal.step('Open a cart.')
    terminal.wire('POST /v3/carts → 201 (3 ms)')
    terminal.progress('Processing')
    terminal.progress('Shipped')
    terminal.outcome('Done.')
    expect(written()).toBe(
      '\n1. Open a cart.\n   POST /v3/carts → 201 (3 ms)\n   Processing\n   Shipped\n   Done.\n',
    )
  })

  it('writes progress over itself before a person', () => {
    const { terminal, written } = open({ isTTY: true, columns: 12 })
    terminal.progress('Processing, 2 of 3')
    terminal.progress('Shipped')
    terminal.outcome('Done.')
    expect(written()).toBe('   Processi\r\u001B[2K   Shipped\r\u001B[2K   Done.\n')
  })

  it('keeps within a window that is made smaller', () => {
    let text = ''
    const output = { isTTY: true, columns: 80, write: (more: string) => (text += more) }
    const terminal = createTerminal(output, {})
    output.columns = 12
    terminal.progress('Processing, 2 of 3')
    expect([text, terminal.columns]).toStrictEqual(['   Processi', 12])
  })

  it.each([
    ['a person', true, {}, true, true],
    ['a pipe', false, {}, false, false],
    ['a person with NO_COLOR', true, { NO_COLOR: '1' }, true, false],
    ['a person with an empty NO_COLOR', true, { NO_COLOR: '' }, true, true],
    ['a dumb terminal', true, { TERM: 'dumb' }, false, false],
  ])('knows whether %s sees progress and colors', (_who, isTTY, env, isLive, isColoured) => {
    expect(open({ isTTY }, env).terminal).toMatchObject({ isLive, isColoured })
  })

  it('takes an unknown width for eighty columns', () => {
    expect(open({ isTTY: true, columns: 0 }).terminal.columns).toBe(80)
  })
})
