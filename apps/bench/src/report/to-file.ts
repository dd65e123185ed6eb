import type { BenchReport } from '../figures/bench-report.ts'
import { judgeTargets } from '../figures/targets.ts'
import { sideTitles } from '../sides/sides.ts'
import { works } from '../works/works.ts'

/** A report as JSON, with all that a page has to say of it: the titles of sides and works, and the targets. */
export function toFile(report: BenchReport): string {
  const file = {
    ...report,
    titles: {
      sides: sideTitles,
      works: Object.fromEntries(works.map(({ name, title }) => [name, title])),
    },
    targets: judgeTargets(report),
  }
  return `${JSON.stringify(file, undefined, 2)}\n`
}
