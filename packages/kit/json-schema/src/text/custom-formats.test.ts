import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { setImmediate } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { type CustomFormat, findCustomFormat, knowFormat, nameOfFormat } from './custom-formats.ts'

const createFormat = (prefix: string): CustomFormat => ({
  validate: (text) => text.startsWith(prefix),
  generate: (index) => `${prefix}${index}`,
})

/** Keys of unreferenced formats. */
const keysOfLost = (): readonly string[] =>
  Array.from({ length: 100 }, (_, index) => knowFormat('lost', createFormat(`lost${index}-`)).key)

describe('knowFormat', () => {
  it('gives one object one key for each name, and two objects of one name two', () => {
    const [one, other] = [createFormat('a'), createFormat('b')]
    const known = knowFormat('code', one)
    expect(knowFormat('code', one)).toBe(known)
    expect(knowFormat('label', one).key).not.toBe(known.key)
    expect(knowFormat('code', other).key).not.toBe(known.key)
    expect(findCustomFormat(known.key)?.validate('a1')).toBe(true)
    expect([known.key, 'date'].map(nameOfFormat)).toStrictEqual(['code', 'date'])
  })

  it('rejects a format that does not accept its own texts', () => {
    const format = { validate: () => false, generate: () => 'x' }
    expect(() => knowFormat('code', format)).toThrow('The format code makes "x", which it does not take.')
  })

  it('forgets formats with the last one who keeps them', async () => {
    setFlagsFromString('--expose-gc')
    const collect = runInNewContext('gc') as () => void
    const kept = createFormat('kept')
    const [keptKey, lostKeys] = [knowFormat('kept', kept).key, keysOfLost()]
    // A WeakRef keeps its target alive until the end of the task.
    await setImmediate()
    collect()
    // The stack may still hold one or two.
    expect(lostKeys.filter((key) => findCustomFormat(key) !== undefined).length).toBeLessThan(10)
    expect(findCustomFormat(keptKey)).toBe(knowFormat('kept', kept))
  })
})
