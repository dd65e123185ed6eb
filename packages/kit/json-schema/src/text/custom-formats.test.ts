import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { setImmediate } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { type CustomFormat, findCustomFormat, knowFormat, nameOfFormat } from './custom-formats.ts'

const createFormat = (prefix: string): CustomFormat => ({
  validate: (text) => text.startsWith(prefix),
  generate: (index) => `${prefix}${index}`,
})

/** The key of a format that nobody keeps, not even the stack of a test. */
const keyOfLost = (): string => knowFormat('lost', createFormat('lost')).key

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

  it('refuses a format that makes what it does not take', () => {
    const format = { validate: () => false, generate: () => 'x' }
    expect(() => knowFormat('code', format)).toThrow('The format code makes "x", which it does not take.')
  })

  it('forgets a format with the last one who keeps it', async () => {
    setFlagsFromString('--expose-gc')
    const collect = runInNewContext('gc') as () => void
    const kept = createFormat('kept')
    const [keptKey, lostKey] = [knowFormat('kept', kept).key, keyOfLost()]
    // What a task has looked at lives until its end.
    await setImmediate()
    collect()
    expect(findCustomFormat(lostKey)).toBeUndefined()
    expect(findCustomFormat(keptKey)).toBe(knowFormat('kept', kept))
  })
})
