import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { createInterface } from 'node:readline'
import { afterAll, describe, expect, it } from 'vitest'
import { createSandbox } from '../src/index.ts'
import { openSqliteState } from '../src/state/sqlite-state.ts'
import { petsDocument, type Pet } from './pets.ts'
import { serveSandbox } from './serve.ts'

const folder = await mkdtemp(join(tmpdir(), 'sandbox-state-'))
afterAll(() => rm(folder, { recursive: true }))

describe('the state file', () => {
  it('keeps items, their order and the clock over restarts, and gives no id again', async () => {
    const stateFile = join(folder, 'kept/pets.db')
    const ids: string[] = []
    for (const name of ['Rex', 'Tom', 'Ada']) {
      await using api = await serveSandbox(petsDocument, { stateFile })
      const { id } = (await api.send('POST', '/pets', { name })).json as Pet
      ids.push(id)
      if (name !== 'Rex') await api.send('DELETE', `/pets/${id}`)
      await api.send('POST', '/pets', { name: `Young ${name}` })
      api.sandbox.clock.set(Date.UTC(2030, 0), true)
    }
    await using api = await serveSandbox(petsDocument, { stateFile })
    const pets = (await api.read('/pets')) as readonly Pet[]
    expect(pets.map(({ name }) => name)).toStrictEqual(['Rex', 'Young Rex', 'Young Tom', 'Young Ada'])
    expect(new Set([...ids, ...pets.map(({ id }) => id)]).size).toBe(6)
    expect(api.sandbox.clock.now()).toBe(Date.UTC(2030, 0))
  })

  it('begins again as a new one after a reset', async () => {
    const stateFile = join(folder, 'reset.db')
    await using fresh = await serveSandbox(petsDocument)
    const first = (await fresh.send('POST', '/pets', { name: 'Rex' })).json as Pet
    {
      await using api = await serveSandbox(petsDocument, { stateFile })
      await api.send('POST', '/pets', { name: 'Tom' })
    }
    await using api = await serveSandbox(petsDocument, { stateFile })
    api.sandbox.reset()
    expect(((await api.send('POST', '/pets', { name: 'Rex' })).json as Pet).id).toBe(first.id)
  })

  it('has everything that was acknowledged when the process is killed', async () => {
    const stateFile = join(folder, 'killed.db')
    const child = spawn(process.execPath, [join(import.meta.dirname, 'serve-pets.ts'), stateFile], {
      stdio: ['pipe', 'pipe', 'inherit'],
    })
    const [line] = (await once(createInterface({ input: child.stdout }), 'line')) as [string]
    const acknowledged: string[] = []
    for (let count = 0; count < 20; count += 1) {
      const response = await fetch(`${line}/pets`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ name: `Pet ${count}` }),
      })
      acknowledged.push(((await response.json()) as Pet).id)
    }
    child.kill('SIGKILL')
    await once(child, 'exit')
    const sandbox = await createSandbox({ document: petsDocument, stateFile })
    expect(sandbox.takeSnapshot().items.map(({ id }) => id)).toStrictEqual(acknowledged)
    sandbox.close()
  })

  it('holds nothing of a change that is not finished', () => {
    const stateFile = join(folder, 'half.db')
    const { journal } = openSqliteState(stateFile, 'Pets')
    const item = { key: '/pets/1', kind: '/pets/{}', id: '1', under: [], owner: undefined, value: {} }
    const moments = { version: 1, createdAt: 0, updatedAt: 0, order: 1 }
    const seen = journal.atomically(() => {
      journal.put({ ...item, ...moments })
      const other = openSqliteState(stateFile, 'Pets').journal
      const kept = other.load().length
      other.close()
      return kept
    })
    expect([seen, journal.load().length]).toStrictEqual([0, 1])
    journal.close()
  })

  it('of another document is refused', async () => {
    const stateFile = join(folder, 'other.db')
    ;(await createSandbox({ document: petsDocument, stateFile })).close()
    const other = { ...petsDocument, info: { title: 'Birds', version: '1' } }
    await expect(createSandbox({ document: other, stateFile })).rejects.toThrow(
      `The state file ${stateFile} belongs to another document, Pets; use another file.`,
    )
  })

  it('that is no database is refused, and left as it is', async () => {
    const stateFile = join(folder, 'notes.txt')
    await writeFile(
      stateFile,
      'Notes that nobody may overwrite, longer than the header of a database.'.repeat(20),
    )
    await expect(createSandbox({ document: petsDocument, stateFile })).rejects.toThrow(
      'file is not a database',
    )
  })
})
