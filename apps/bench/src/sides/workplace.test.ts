import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import process from 'node:process'
import { describe, expect, it } from 'vitest'
import { withWorkplace } from './workplace.ts'

describe('withWorkplace', () => {
  it('closes the newest first, then removes the folder', async () => {
    const closed: string[] = []
    const folder = await withWorkplace(async (place) => {
      writeFileSync(join(place.folder, 'database'), '')
      const close = (name: string) => () => void closed.push(`${name} ${existsSync(place.folder)}`)
      place.onClose(close('database'))
      place.onClose(close('server'))
      return place.folder
    })
    expect(closed).toStrictEqual(['server true', 'database true'])
    expect(existsSync(folder)).toBe(false)
  })

  it('clears away after a failure', async () => {
    let folder = ''
    let isClosed = false
    const failing = withWorkplace(async (place) => {
      folder = place.folder
      place.onClose(() => void (isClosed = true))
      throw new Error('A side failed')
    })
    await expect(failing).rejects.toThrow('A side failed')
    expect([isClosed, existsSync(folder)]).toStrictEqual([true, false])
  })

  it('removes the folder where the process ends in the middle', async () => {
    const before = process.listeners('exit')
    await withWorkplace(async ({ folder }) => {
      for (const listener of process.listeners('exit').filter((each) => !before.includes(each))) listener(0)
      expect(existsSync(folder)).toBe(false)
    })
    expect(process.listeners('exit')).toStrictEqual(before)
  })
})
