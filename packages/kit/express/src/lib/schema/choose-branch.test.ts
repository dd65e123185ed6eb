import { describe, expect, it } from 'vitest'
import { chooseBranch, type BranchChoice } from './choose-branch.ts'
import { createResolve } from './resolve-reference.ts'

const object = (...names: string[]): object => ({
  properties: Object.fromEntries(names.map((name) => [name, {}])),
})
const [letters, digits] = [object('a', 'b', 'shared'), object('one', 'shared')]
const choose = (branches: unknown[], value: unknown): BranchChoice =>
  chooseBranch(branches, value, createResolve({}))

describe('chooseBranch', () => {
  it('takes the branch with most of its properties present', () => {
    expect(choose([letters, digits], { one: 1, shared: 1 })).toEqual({ kind: 'branch', schema: digits })
  })
  it('takes the earlier branch of two alike', () => {
    expect(choose([letters, digits], { shared: 1 })).toEqual({ kind: 'branch', schema: letters })
  })
  it('calls a value with properties of two branches mixed', () => {
    expect(choose([letters, digits], { one: 1, b: 1 })).toEqual({ kind: 'mixed', properties: ['b', 'one'] })
  })
  it('lets a tag that every branch has decide', () => {
    const [cash, card] = [
      { properties: { kind: { const: 'cash' }, note: {}, till: {} } },
      { properties: { kind: { const: 'card' }, number: {} } },
    ]
    expect(choose([cash, card], { kind: 'card', note: 1, till: 1 })).toEqual({ kind: 'branch', schema: card })
  })
  it('counts what a branch inherits and not what it forbids', () => {
    const inheriting = { allOf: [object('a'), object('b')], properties: { one: false } }
    expect(choose([digits, inheriting], { a: 1, b: 1 })).toEqual({ kind: 'branch', schema: inheriting })
    expect(choose([digits, inheriting], { one: 1 })).toEqual({ kind: 'branch', schema: digits })
  })
  it('takes the branch of the type of a scalar', () => {
    const text = { type: 'string' }
    expect(choose([{ type: 'object' }, text], 'x')).toEqual({ kind: 'branch', schema: text })
  })
  it('is not misled by inherited names of a value', () => {
    expect(choose([digits, object('constructor', 'toString')], {})).toEqual({
      kind: 'branch',
      schema: digits,
    })
  })
})
