/** A run of code points, both ends included. */
export interface CodePointRange {
  readonly min: number
  readonly max: number
}

/** Sorted, disjoint runs of code points. */
export type CodePointSet = readonly CodePointRange[]

/** The greatest Unicode code point. */
export const MAX_CODE_POINT = 0x10_ff_ff

/** How many code points are in a set. */
export const sizeOf = (set: CodePointSet): number => set.reduce((sum, { min, max }) => sum + max - min + 1, 0)

/** The code point at a position of a set, counted from 0; undefined beyond its end. */
export const codePointAt = (set: CodePointSet, position: number): number | undefined => {
  let left = position
  for (const { min, max } of set) {
    if (left <= max - min) return min + left
    left -= max - min + 1
  }
  return undefined
}

/** Whether a code point is in a set. */
export const includes = (set: CodePointSet, codePoint: number): boolean =>
  set.some(({ min, max }) => min <= codePoint && codePoint <= max)

/** What is in both sets. */
export const intersect = (left: CodePointSet, right: CodePointSet): CodePointSet => {
  const result: CodePointRange[] = []
  let at = 0
  for (const range of left) {
    while (at > 0 && (right[at]?.min ?? Infinity) > range.min) at -= 1
    for (; at < right.length; at += 1) {
      const other = right[at]
      if (other === undefined || other.min > range.max) break
      const min = Math.max(range.min, other.min)
      const max = Math.min(range.max, other.max)
      if (min <= max) result.push({ min, max })
    }
  }
  return result
}

/** What is in the first set and not in the second. */
export const without = (set: CodePointSet, excluded: CodePointSet): CodePointSet => {
  const gaps: CodePointRange[] = []
  let from = 0
  for (const { min, max } of excluded) {
    if (min > from) gaps.push({ min: from, max: min - 1 })
    from = max + 1
  }
  return intersect(set, [...gaps, { min: from, max: MAX_CODE_POINT }])
}
