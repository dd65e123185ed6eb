import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import process from 'node:process'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, describe, expect, it, onTestFinished } from 'vitest'
import { repositoryRoot } from '@giftcards/test-harness'
import {
  createFolder,
  endProcesses,
  findFreePort,
  runProcess,
  runProgram,
  takePort,
} from '@giftcards/test-harness/process'

afterEach(endProcesses)

describe('a start that fails', { meta: { rules: ['D12-10'] } }, () => {
  it('says why in one line, and nothing else', async () => {
    expect(await runProcess({ PORT: 'abc' })).toStrictEqual({
      code: 2,
      stdout: '',
      stderr: 'PORT must be a whole number from 0 to 65535\n',
    })
  })

  it.each([
    [
      'PORT',
      (port: number) =>
        `Port ${port} is in use: stop the program that listens there, or set PORT to another port`,
    ],
    [
      'MOCK_PORT',
      (port: number) =>
        `The mock cannot listen on 127.0.0.1:${port}: set MOCK_PORT to another port, or to 0 for no mock`,
    ],
  ])('says that %s is in use before anything is built', async (name, sentence) => {
    const taken = await takePort()
    onTestFinished(() => taken.free())
    const start = await runProgram(process.execPath, ['build-then.ts', 'apps/server/src/main.ts'], {
      cwd: repositoryRoot,
      env: { PATH: process.env['PATH'], PORT: '0', MOCK_PORT: '0', [name]: String(taken.port) },
    })
    expect(start).toStrictEqual({ code: 2, stdout: '', stderr: `${sentence(taken.port)}\n` })
  })

  it('makes no database and no mock where the port is taken', async () => {
    const [folder, taken, mockPort] = [createFolder(), await takePort(), await findFreePort()]
    const { code, stdout, stderr } = await runProcess({
      PORT: String(taken.port),
      MOCK_PORT: String(mockPort),
      DATABASE_URL: `sqlite:${join(folder, 'marketplace.db')}`,
    })
    expect({ code, stdout, stderr }).toStrictEqual({
      code: 2,
      stdout: '',
      stderr: `Port ${taken.port} is in use: stop the program that listens there, or set PORT to another port\n`,
    })
    await taken.free()
    await (await takePort(mockPort)).free()
    expect(readdirSync(folder)).toStrictEqual([])
  })

  it('frees the port, and closes an empty database, where the mock cannot start', async () => {
    const [folder, port, taken] = [createFolder(), await findFreePort(), await takePort()]
    const file = join(folder, 'marketplace.db')
    const { code, stdout, stderr } = await runProcess({
      PORT: String(port),
      MOCK_PORT: String(taken.port),
      DATABASE_URL: `sqlite:${file}`,
    })
    expect({ code, stdout, stderr }).toStrictEqual({
      code: 2,
      stdout: '',
      stderr: `The mock cannot start: 127.0.0.1:${taken.port} is in use; set MOCK_PORT to another port.\n`,
    })
    await taken.free()
    await (await takePort(port)).free()
    // An open database would have its log file next to it.
    expect(readdirSync(folder)).toStrictEqual(['marketplace.db'])
    const database = new DatabaseSync(file)
    expect(database.prepare('select id from apps').all()).toStrictEqual([])
    database.close()
  })
})
