import process from 'node:process'
import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'
import { text } from 'node:stream/consumers'

/**
 * Reads a password. On a terminal it prompts for it and does not show it. Otherwise the password is the first line of standard
 * input. Other users of the machine could see it in arguments.
 */
export async function readPassword(whose: string): Promise<string> {
  const { stdin, stderr } = process
  if (!stdin.isTTY) return (await text(stdin)).split(/\r?\n/, 1)[0] ?? ''
  stderr.write(`Password of ${whose}: `)
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() })
  const terminal = createInterface({ input: stdin, output: silent, terminal: true })
  try {
    return await terminal.question('')
  } finally {
    terminal.close()
    stderr.write('\n')
  }
}
