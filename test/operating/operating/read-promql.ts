/** The names in a PromQL expression: each selector's metric with the labels it matches, and the labels it groups by. */
export interface PromqlUse {
  readonly metrics: readonly { readonly name: string; readonly labels: readonly string[] }[]
  readonly groupedBy: readonly string[]
  /** Functions and aggregations, in the order in which they are called. */
  readonly calls: readonly string[]
}

const keywords: ReadonlySet<string> = new Set(
  'and or unless bool offset on ignoring group_left group_right inf nan'.split(' '),
)

/** Reads a PromQL expression by its words: enough to know what it names, not whether it makes sense. */
export function readPromql(expression: string): PromqlUse {
  const groupedBy: string[] = []
  const metrics: { name: string; labels: string[] }[] = []
  const calls: string[] = []
  const withoutRanges = expression.replaceAll(/\[[^\]]*\]/g, '')
  const withoutGroups = withoutRanges.replaceAll(
    /\b(?:by|without|on|ignoring|group_left|group_right)\s*\(([^)]*)\)/g,
    (_group, labels: string) => {
      groupedBy.push(...labels.split(',').map((label) => label.trim()))
      return ' '
    },
  )
  for (const [, name = '', matchers = '', call] of withoutGroups.matchAll(
    /(?<![\w.:$"])([a-z_:][\w:]*)\s*(\{(?:[^}"]|"[^"]*")*\})?\s*(\()?/gi,
  )) {
    if (call !== undefined) calls.push(name)
    else if (!keywords.has(name)) {
      metrics.push({
        name,
        labels: Array.from(matchers.matchAll(/(\w+)\s*(?:=~|!~|!=|=)/g), ([, label = '']) => label),
      })
    }
  }
  return { metrics, groupedBy, calls }
}

/** Whether every bracket is closed by its own kind; texts are left out. */
export function hasBalancedBrackets(expression: string): boolean {
  const closing: Readonly<Record<string, string>> = { '(': ')', '[': ']', '{': '}' }
  const open: string[] = []
  for (const [sign] of expression.replaceAll(/"[^"]*"/g, '').matchAll(/[()[\]{}]/g)) {
    const expected = closing[sign]
    if (expected !== undefined) open.push(expected)
    else if (open.pop() !== sign) return false
  }
  return open.length === 0
}
