import { format, resolveConfig } from 'prettier'
import { defects, type ServerDefect, servers, variants } from '../servers/all-servers.ts'
import { defectClasses } from './defect-classes.ts'
import { missed, nameOf } from './missed.ts'

/** Where {@link proofPage} is kept. */
export const proofPageUrl = new URL('../../docs/proof.md', import.meta.url)

/** How many of some faults are found: `7/9`. */
const share = (some: readonly ServerDefect[]): string =>
  some.length === 0 ? '' : `${some.filter((defect) => !missed.has(nameOf(defect))).length}/${some.length}`

const ofClass = (number: string): readonly ServerDefect[] =>
  defects.filter((defect) => defect.class === number)

const ids = [...servers.keys()]
const row = (title: string, some: readonly ServerDefect[]): string =>
  `| ${[title, share(some), ...ids.map((id) => share(some.filter(({ server }) => server === id)))].join(' | ')} |`

const ofFirst = defects.filter((defect) => defectClasses[defect.class] === undefined)
const rows = [
  row('`library`, `tickets` and `notes`, 37 classes', ofFirst),
  ...Object.entries(defectClasses).map(([number, meaning]) => row(meaning, ofClass(number))),
]

/** The page about found and missed faults, from `missed.json`. */
export const proofPage = async (): Promise<string> => {
  const page = `# Seeded faults

Every [seeded fault](../test/servers) of ${servers.size} servers, with seed 1. A fault counts as found if a finding names it on the right operation.

The servers are written by hand. For a wider range of documents, see
[\`contract prove\`](../../tools/docs/prove.md): it serves the documents in \`test/kit/proof\` with generic faults. The results are in \`apps/docs/generated/proofs.json\`.

| faults of | all | ${ids.map((id) => `\`${id}\``).join(' | ')} |
| --- | --- | ${ids.map(() => '---').join(' | ')} |
${rows.join('\n')}
${row('**all**', defects)}

The correct servers cause no finding, and neither do ${variants.length} permitted variations of them.

[missed.json](../test/proof/missed.json) lists the missed faults. \`npm run test:nightly\` tries all faults, and fails if the missed ones differ from the list.
\`npm run test:check\` does the same for one fault of each class that \`npm test\` does not try. \`npm run proof\` writes this page.
`
  return format(page, { ...(await resolveConfig(proofPageUrl)), parser: 'markdown' })
}
