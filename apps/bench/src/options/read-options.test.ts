import { describe, expect, it } from 'vitest'
import { readOptions } from './read-options.ts'
import { UsageError } from './usage-error.ts'

describe('readOptions', () => {
  it('measures everything unless told otherwise', () => {
    const options = readOptions([])
    expect(options).toMatchObject({
      rounds: 7,
      seconds: 0.8,
      warm: 10,
      connections: [1, 16, 64],
      quick: false,
    })
    expect([options.sides.length, options.works.length, options.parts.length]).toStrictEqual([8, 7, 8])
  })

  it('measures what targets name with --quick', () => {
    expect(readOptions(['--quick'])).toMatchObject({
      rounds: 5,
      seconds: 0.5,
      warm: 3,
      connections: [16],
      sides: ['bare-express', 'express-validator', 'sqlite', 'prism'],
      works: ['wallet', 'cart', 'add', 'checkout'],
      parts: [],
    })
  })

  it('lets --only choose other works, sides and parts beside --quick', () => {
    expect(readOptions(['--quick', '--only', 'journey'])).toMatchObject({
      sides: ['bare-express', 'express-validator', 'sqlite', 'prism'],
      works: ['journey'],
    })
    expect(readOptions(['--quick', '--only', 'fastify,postgres'])).toMatchObject({
      sides: ['fastify', 'postgres'],
      works: ['wallet', 'cart', 'add', 'checkout'],
    })
    expect(readOptions(['--quick', '--only', 'start'])).toMatchObject({ sides: [], parts: ['start'] })
  })

  it('lets single options stand beside --quick', () => {
    expect(readOptions(['--quick', '--rounds', '2', '--seconds', '0.1'])).toMatchObject({
      rounds: 2,
      seconds: 0.1,
    })
  })

  it('measures all sides at the works that are named', () => {
    const { sides, works, parts } = readOptions(['--only', 'wallet,cart'])
    expect([sides.length, works, parts]).toStrictEqual([8, ['wallet', 'cart'], []])
  })

  it('measures the sides that are named at all works', () => {
    const { sides, works } = readOptions(['--only', 'sqlite', '--only', 'bare-http'])
    expect([sides, works.length]).toStrictEqual([['bare-http', 'sqlite'], 7])
  })

  it('measures no work where only parts are named', () => {
    expect(readOptions(['--only', 'start'])).toMatchObject({ sides: [], works: [], parts: ['start'] })
  })

  it.each([
    ['--json=/no/such/folder/figures.json', '--json: there is no folder /no/such/folder'],
    ['--fast', "Unknown option '--fast'"],
    ['--only=walet', '--only knows no walet; it knows bare-http, '],
    ['--only=', '--only knows no empty name'],
    ['--rounds=0', '--rounds must be a whole number from 1 to 256, not 0'],
    ['--rounds=1.5', 'not 1.5'],
    ['--connections=1,,2', '--connections must be a whole number from 1 to 256, not '],
    ['--connections=500', 'not 500'],
    ['--seconds=soon', '--seconds must be a number from 0.05 to 600, not soon'],
    ['--seconds=', 'not '],
    ['--warm=0', '--warm must be a number from 0.05 to 600, not 0'],
  ])('refuses %s in a sentence', (argument, sentence) => {
    const read = () => readOptions([argument])
    expect(read).toThrow(UsageError)
    expect(read).toThrow(sentence)
  })
})
