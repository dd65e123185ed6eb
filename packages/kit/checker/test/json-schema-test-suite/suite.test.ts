import { describe, expect, it } from 'vitest'
import { evaluate, isValid } from '../../src/json-schema/keywords/judge.ts'
import { createSuiteNode, loadFormatSuite, loadSuite, type SuiteGroup } from './load-suite.ts'

const judgeAll = (groups: readonly SuiteGroup[], formats: boolean) => {
  const verdicts = groups.flatMap((group) => {
    const node = createSuiteNode(group)
    return group.tests.map(({ description, data, valid }) => ({
      name: [group.file, group.description, description].join(' | '),
      isRight: [isValid(node, data, { formats }), evaluate(node, data, { formats }).length === 0].every(
        (verdict) => verdict === valid,
      ),
    }))
  })
  return { count: verdicts.length, wrong: verdicts.filter(({ isRight }) => !isRight).map(({ name }) => name) }
}

describe('loadSuite', () => {
  it('holds 350 groups', () => {
    expect(loadSuite()).toHaveLength(350)
  })
})

describe('evaluate', () => {
  it('passes all required tests of the suite', () => {
    expect(judgeAll(loadSuite(), false)).toEqual({ count: 1176, wrong: [] })
  })

  it('passes all format tests of the suite', () => {
    expect(judgeAll(loadFormatSuite(), true)).toEqual({ count: 460, wrong: [] })
  })
})
