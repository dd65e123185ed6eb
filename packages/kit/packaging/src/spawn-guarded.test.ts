import { once } from 'node:events'
import { connect } from 'node:net'
import { createInterface } from 'node:readline'
import { describe, expect, it } from 'vitest'
import { spawnGuarded } from './spawn-guarded.ts'

/** A program that starts a server in a separate process, and prints its port. */
const parent = `
import { spawnGuarded } from '${new URL('spawn-guarded.ts', import.meta.url).href}'
const program = "const server = require('node:net').createServer().listen(0, () => console.log(server.address().port))"
const child = spawnGuarded(['-e', program])
child.stdout.pipe(process.stdout)
`

describe('spawnGuarded', () => {
  it.each(['SIGINT', 'SIGTERM', 'SIGKILL'] as const)(
    'ends a program whose parent ends by %s',
    async (signal) => {
      const started = spawnGuarded(['--input-type', 'module', '-e', parent])
      const [port] = (await once(createInterface(started.stdout), 'line')) as [string]
      // The system closes the connection when the process at the other end ends.
      const connection = connect(Number(port), '127.0.0.1')
      await once(connection, 'connect')
      const closed = once(connection.resume(), 'close')
      started.kill(signal)
      await closed
      expect(connection.destroyed).toBe(true)
    },
  )

  it('leaves a program alone that ends by itself', async () => {
    const child = spawnGuarded(['-e', 'process.exitCode = 3'])
    expect(await once(child, 'close')).toStrictEqual([3, null])
  })
})
