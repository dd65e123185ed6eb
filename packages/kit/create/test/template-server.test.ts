import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { copyFile, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'template-server-'))
  await copyFile(join(import.meta.dirname, '../templates/shared/src/server.ts'), join(folder, 'server.ts'))
  await writeFile(join(folder, 'package.json'), '{ "type": "module" }')
  await writeFile(
    join(folder, 'app.ts'),
    "import { createServer } from 'node:http'\nexport const createApp = async () => createServer((_request, response) => response.end('served'))\n",
  )
})
afterAll(() => rm(folder, { recursive: true }))

const start = (port: number) =>
  spawn(process.execPath, [join(folder, 'server.ts')], {
    env: { ...process.env, PORT: String(port) },
    stdio: ['ignore', 'pipe', 'pipe'],
  })

describe('the server of a created project', () => {
  it('prints its URL, and ends on a signal', async () => {
    const server = start(0)
    const [line = ''] = (await once(createInterface(server.stdout), 'line')) as [string?]
    const url = /^Listening at (http:\/\/127\.0\.0\.1:\d+)$/.exec(line)?.[1] ?? ''
    expect(await (await fetch(url)).text()).toBe('served')
    server.kill('SIGTERM')
    expect(await once(server, 'exit')).toStrictEqual([0, null])
  })

  it('names another port if its port is taken', async () => {
    const other = createServer().listen(0, '127.0.0.1')
    await once(other, 'listening')
    const { port } = other.address() as AddressInfo
    const server = start(port)
    const ended = once(server, 'close')
    const stdout = await server.stdout.toArray()
    const stderr = Buffer.concat((await server.stderr.toArray()) as Buffer[]).toString()
    expect(await ended).toStrictEqual([1, null])
    expect(stdout).toStrictEqual([])
    expect(stderr).toMatch(
      new RegExp(`^The server cannot start: .*EADDRINUSE.* Try another port: PORT=${port + 1} npm start\n$`),
    )
    other.close()
  })
})
