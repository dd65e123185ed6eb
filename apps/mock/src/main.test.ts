import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'

function startMain(env: Record<string, string>) {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'main.ts')], {
    env: { ...process.env, ...env },
  })
  const output = { stdout: '', stderr: '' }
  child.stdout.on('data', (chunk) => (output.stdout += String(chunk)))
  child.stderr.on('data', (chunk) => (output.stderr += String(chunk)))
  return { child, output }
}

describe('main', () => {
  it('prints its address and stops on SIGTERM', async () => {
    const { child, output } = startMain({ MOCK_PORT: '0' })
    await once(child.stdout, 'data')
    child.kill('SIGTERM')
    const [code] = await once(child, 'close')
    expect({ code, ...output }).toEqual({
      code: 0,
      stdout: expect.stringMatching(/^Mock: http:\/\/127\.0\.0\.1:\d+\n$/),
      stderr: '',
    })
  })

  it('names a port in use and exits 2', async () => {
    const server = createServer().listen(0, '127.0.0.1')
    await once(server, 'listening')
    const address = server.address()
    const port = typeof address === 'object' && address ? address.port : 0
    const { child, output } = startMain({ MOCK_PORT: String(port) })
    const [code] = await once(child, 'close')
    server.close()
    expect({ code, ...output }).toEqual({
      code: 2,
      stdout: '',
      stderr: `The mock cannot start: 127.0.0.1:${port} is in use; set MOCK_PORT to another port.\n`,
    })
  })

  it('names a wrong port and exits 2', async () => {
    const { child, output } = startMain({ MOCK_PORT: 'abc' })
    const [code] = await once(child, 'close')
    expect({ code, stderr: output.stderr }).toEqual({
      code: 2,
      stderr: 'The mock cannot start: MOCK_PORT must be a port number from 0 to 65535, not "abc".\n',
    })
  })
})
