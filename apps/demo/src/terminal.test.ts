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

  it('has colours before a person only', () => {
    expect(open({ isTTY: true }).terminal.isColoured).toBe(true)
    expect(open({}).terminal.isColoured).toBe(false)
  })

  it('honours NO_COLOR unless it is empty', () => {
    const { terminal, written } = open({ isTTY: true }, { NO_COLOR: '1' })
    terminal.step('Open a cart.')
    expect(written()).toBe('\n1. Open a cart.\n')
    expect(terminal.isLive).toBe(true)
    expect(open({ isTTY: true }, { NO_COLOR: '' }).terminal.isColoured).toBe(true)
  })

  it('takes a dumb terminal for a pipe', () => {
    const { terminal } = open({ isTTY: true }, { TERM: 'dumb' })
    expect([terminal.isLive, terminal.isColoured]).toStrictEqual([false, false])
  })

  it('takes an unknown width for eighty columns', () => {
    expect(open({ isTTY: true, columns: 0 }).terminal.columns).toBe(80)
  })
})
