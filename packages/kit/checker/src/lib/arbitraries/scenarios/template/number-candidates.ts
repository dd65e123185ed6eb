import { keywordOf, type SchemaNode } from '../../../schema/schema-node.ts'
import { toRounded } from './to-rounded.ts'

/**
 * Plain numbers that may keep what the schemas say of numbers, the plainest first: 1, then what lies near the bounds. The
 * bounds themselves come last, so that a server that is wrong about them is not wrong about every other case.
 */
export const numberCandidates = (parts: readonly SchemaNode[]): number[] => {
  const least = [...numbersIn(parts, 'minimum'), ...numbersIn(parts, 'exclusiveMinimum')]
  const most = [...numbersIn(parts, 'maximum'), ...numbersIn(parts, 'exclusiveMaximum')]
  const low = Math.max(...least)
  const high = Math.min(...most)
  const step = numbersIn(parts, 'multipleOf').reduce((product, factor) => toRounded(product * factor), 1)
  const steps = [step, ...numbersIn(parts, 'multipleOf'), 1]
  const near = [low, high].filter(Number.isFinite)
  const between = near.length === 2 ? [Math.round((low + high) / 2), (low + high) / 2] : []
  const multiples = near.flatMap((bound) => steps.flatMap((size) => multiplesNear(bound, size)))
  const candidates = [1, ...multiples, ...steps, ...between, 0, ...near]
  const isWithin = (value: number): boolean => low < value && value < high
  return [...candidates.filter(isWithin), ...candidates.filter((value) => !isWithin(value))]
}

const numbersIn = (parts: readonly SchemaNode[], keyword: string): number[] =>
  parts.map((part) => keywordOf(part, keyword)).filter((value) => typeof value === 'number')

const multiplesNear = (bound: number, step: number): number[] => {
  const times = Math.ceil(bound / step)
  return [times, times + 1, times - 1, times - 2].map((count) => toRounded(count * step))
}
