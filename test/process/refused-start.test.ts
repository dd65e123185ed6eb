import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { createFolder, endProcesses, processTimeout, runProcess } from './start-process.ts'
import { findFreePort, takePort } from './take-port.ts'

afterEach(endProcesses)

describe('a start that fails', { ...processTimeout, meta: { rules: ['D12-10'] } }, () => {
  it('says why in one line, and nothing else', async () => {
    expect(await runProcess({ PORT: 'abc' })).toStrictEqual({
      code: 2,
      stdout: '',
      stderr: 'PORT must be a whole number from 0 to 65535\n',
    })
  })

  it('leaves no mock behind, and closes the database', async () => {
    const [folder, taken, mockPort] = [createFolder(), await takePort(), await findFreePort()]
    const { code, stdout, stderr } = await runProcess({
      PORT: String(taken.port),
      MOCK_PORT: String(mockPort),
      DATABASE_URL: `sqlite:${join(folder, 'marketplace.db')}`,
    })
    expect({ code, stdout, stderr }).toStrictEqual({
      code: 2,
      stdout: '',
      stderr: `Port ${taken.port} is in use: stop what listens there, or set PORT to another one\n`,
    })
    await taken.free()
    await (await takePort(mockPort)).free()
    // A database that is still open has its log beside it.
    expect(readdirSync(folder)).toStrictEqual(['marketplace.db'])
  })
})
